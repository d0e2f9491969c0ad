import Glibc

/// What the program says to the person who started it, on stderr, a line at a time.
///
/// Errors: `porthole: what: why. remedy`. Warnings and notes are left out by `--quiet`, details are only there with
/// `--verbose`. Any thread.
nonisolated struct Console: Sendable {
    private let options: OutputOptions
    private let write: @Sendable (String) -> Void

    /// A console that says as much as `options` ask for.
    init(_ options: OutputOptions = OutputOptions(), to descriptor: Int32 = STDERR_FILENO) {
        self.options = options
        write = { writeWhole($0 + "\n", to: descriptor) }
    }

    /// A console whose lines, without line breaks, go somewhere else.
    init(_ options: OutputOptions = OutputOptions(), write: @escaping @Sendable (String) -> Void) {
        self.options = options
        self.write = write
    }

    /// Something went wrong and something ends or can't begin. Always said.
    func error(_ what: String, why: String, remedy: String? = nil) { say(Self.line(what, why, remedy)) }

    /// An error that already reads `what: why. remedy`. Always said.
    func error(_ problem: some Error & CustomStringConvertible) { say(problem.description) }

    /// Something is not as it should be, and the program goes on without.
    func warning(_ what: String, why: String, remedy: String? = nil) {
        if !options.isQuiet { say("warning: " + Self.line(what, why, remedy)) }
    }

    /// An error in one sentence. Always said.
    func complain(_ text: String) { say(text) }

    /// A warning in one sentence.
    func warn(_ text: String) {
        if !options.isQuiet { say("warning: " + text) }
    }

    /// Something that happened as it should.
    func note(_ text: String) {
        if !options.isQuiet { say(text) }
    }

    /// A detail, for those who look for a fault.
    func detail(_ text: @autoclosure () -> String) {
        if options.isVerbose { say(text()) }
    }

    private static func line(_ what: String, _ why: String, _ remedy: String?) -> String {
        let remedy = remedy.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
        return remedy.map { "\(what): \(why). \($0)" } ?? "\(what): \(why)"
    }

    private func say(_ text: String) {
        // Words from files and servers may hold line breaks and terminal controls: one message stays one harmless line.
        let safe = String(
            text.map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 32 || $0.value == 127 } ? " " : $0 })
        write("porthole: \(safe)")
    }
}
