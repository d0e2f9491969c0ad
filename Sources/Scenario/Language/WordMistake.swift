/// What is wrong with a line, before the line's number and file are known.
struct WordMistake: Error, Sendable, Hashable {
    /// Where it is wrong: 1 is the first character of the line.
    let column: Int
    /// What is wrong, a clause.
    let what: String
    /// The nearest words that would be right; nil when nothing is near.
    var nearest: String?
}
