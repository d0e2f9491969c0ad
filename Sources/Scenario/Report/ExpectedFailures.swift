/// What a manager's developer knows to fail: a list that is kept beside the manager. Pure.
///
/// One a line: `MANAGER SCENARIO # reason`, where either may be `*`; lines that begin with `#` are comments.
struct ExpectedFailures: Sendable, Hashable {
    private struct Entry: Hashable {
        let manager: String
        let scenario: String
        let reason: String
    }
    private let entries: [Entry]

    /// Nothing is expected to fail.
    static let none = ExpectedFailures()

    private init() { entries = [] }

    /// Reads a list.
    ///
    /// - Throws: every line that is none, with its place.
    init(_ text: String, file: String) throws(ScenarioMistakes) {
        var entries: [Entry] = []
        var mistakes: [ScenarioMistake] = []
        for (index, line) in ScenarioLexer.lines(of: text).enumerated() {
            let parts = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let words = parts[0].split(whereSeparator: \.isWhitespace).map(String.init)
            if words.isEmpty { continue }
            let reason = parts.count == 2 ? parts[1].split(whereSeparator: \.isWhitespace).joined(separator: " ") : ""
            if words.count == 2, !reason.isEmpty {
                entries.append(Entry(manager: words[0], scenario: words[1], reason: reason))
            } else {
                mistakes.append(
                    ScenarioMistake(
                        file: file, line: index + 1, column: 1, what: "the line is not MANAGER SCENARIO # reason",
                        nearest: nil))
            }
        }
        guard mistakes.isEmpty else { throw ScenarioMistakes(all: mistakes) }
        self.entries = entries
    }

    /// Why a scenario is expected to fail with a manager; nil: it has to pass.
    func reason(manager: String, scenario: String) -> String? {
        entries.first {
            ($0.manager == manager || $0.manager == "*") && ($0.scenario == scenario || $0.scenario == "*")
        }?.reason
    }
}
