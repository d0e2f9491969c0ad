import PortholeKit
import Glibc

/// `--events`: one JSON object a line for every state change, written whole and at once.
///
/// A reader that goes away ends the log, not the program; one that no longer reads costs `frames` events first.
nonisolated final class EventLog: EventSink {
    private let writer: LineWriter
    private let now: @Sendable () -> Int64
    private let order = Lock<Void>(())

    /// A log on a file descriptor, stdout unless told otherwise.
    ///
    /// - Parameters:
    ///   - now: monotonic nanoseconds.
    ///   - onClosed: called once, on any thread, when the reader has gone away.
    init(
        to descriptor: Int32 = STDOUT_FILENO, now: @escaping @Sendable () -> Int64 = monotonicNanoseconds,
        onClosed: @escaping @Sendable () -> Void = {}
    ) {
        writer = LineWriter(to: descriptor, onClosed: onClosed)
        self.now = now
    }

    func record(_ event: SessionEvent) {
        let isExpendable = if case .frames = event.change { true } else { false }
        // Stamped and queued in one go, so that times never run backwards from line to line.
        order.withLock { _ in writer.write(event.json(at: now()), isExpendable: isExpendable) }
    }

    func finish() { writer.finish(within: 1) }
}

/// The time of CLOCK_MONOTONIC in nanoseconds.
nonisolated func monotonicNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
