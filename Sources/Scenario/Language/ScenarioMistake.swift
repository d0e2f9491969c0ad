/// A mistake in a scenario, found before anything runs.
public struct ScenarioMistake: Sendable, Hashable, CustomStringConvertible {
    /// The file, as it was named.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The character in the line, from 1.
    public let column: Int
    /// What is wrong, a clause.
    public let what: String
    /// The nearest words that would be right; nil when nothing is near.
    public let nearest: String?

    /// `FILE:LINE:COLUMN: WHAT. Try NEAREST`, as compilers print it.
    public var description: String { "\(file):\(line):\(column): \(what)" + (nearest.map { ". Try \($0)" } ?? "") }
}

/// All mistakes of one scenario, in the order of its lines; at least one.
public struct ScenarioMistakes: Error, Sendable, Hashable, CustomStringConvertible {
    /// The mistakes.
    public let all: [ScenarioMistake]

    /// One line a mistake.
    public var description: String { all.map(\.description).joined(separator: "\n") }
}
