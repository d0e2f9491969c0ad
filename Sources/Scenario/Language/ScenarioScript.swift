/// A scenario that has been understood: what it needs, and what happens in which order.
public struct ScenarioScript: Sendable, Hashable {
    /// The file, as it was named.
    public let file: String
    /// What has to be there first.
    let setup: ScenarioSetup
    /// What happens then.
    let statements: [ScenarioStatement]

    /// Its title, or the name of its file without `.scenario`.
    public var title: String { setup.title ?? name }

    /// The name of its file without folder and `.scenario`.
    public var name: String {
        let last = file.split(separator: "/").last.map(String.init) ?? file
        return last.hasSuffix(".scenario") ? String(last.dropLast(".scenario".count)) : last
    }
}

/// One line that does something.
struct ScenarioStatement: Sendable, Hashable {
    /// The line, from 1.
    let line: Int
    /// The line as it is written, without blanks around it and without its comment.
    let text: String
    /// Its first word.
    let word: String
    /// What it means.
    let command: ScenarioCommand
}
