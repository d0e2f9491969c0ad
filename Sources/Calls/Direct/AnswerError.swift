/// Why calls can't be answered, in words: what happened, why, and what to do.
public struct AnswerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What happened.
    public let what: String
    /// The cause.
    public let why: String
    /// What to do about it.
    public let remedy: String

    /// A failure in words.
    init(_ what: String, why: String, remedy: String) {
        self.what = what
        self.why = why
        self.remedy = remedy
    }

    /// One line: `what: why. remedy`.
    public var description: String { "\(what): \(why). \(remedy)" }
}
