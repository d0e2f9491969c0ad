/// How the process ends: the numbers scripts rely on.
nonisolated enum ExitCode: Int32, Sendable {
    /// Done: hung up, stopped, or the stream has ended.
    case done = 0
    /// Failed while running.
    case failed = 1
    /// The command line makes no sense.
    case usage = 2
    /// Something needed is missing. sysexits.h EX_UNAVAILABLE.
    case missing = 69
    /// Ended by SIGINT: 128 plus its number, as shells have it.
    case interrupted = 130
}
