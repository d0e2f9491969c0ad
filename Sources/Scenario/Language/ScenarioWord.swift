/// One word of a line, as a shell splits it.
struct ScenarioWord: Sendable, Hashable {
    /// The word without its quotes and backslashes.
    let text: String
    /// Where it begins: 1 is the first character of the line.
    let column: Int
    /// A part of it was quoted: then it is no word of the language, but a text.
    let isQuoted: Bool
}
