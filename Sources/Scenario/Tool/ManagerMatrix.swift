/// Managers against behaviours: what became of each. Pure.
struct ManagerMatrix: Sendable, Hashable {
    /// The managers, in the order in which they ran.
    let managers: [String]
    /// The scenarios' names, in the order in which they ran first.
    let behaviours: [String]
    private let cells: [String: [String: ScenarioResult]]

    /// The worst result of each pair.
    init(_ results: [ScenarioResult]) {
        var managers: [String] = []
        var behaviours: [String] = []
        var cells: [String: [String: ScenarioResult]] = [:]
        for result in results {
            if !managers.contains(result.manager) { managers.append(result.manager) }
            if !behaviours.contains(result.name) { behaviours.append(result.name) }
            let known = cells[result.manager]?[result.name]
            if known.map({ $0.outcome.isFine }) ?? true { cells[result.manager, default: [:]][result.name] = result }
        }
        (self.managers, self.behaviours, self.cells) = (managers, behaviours, cells)
    }

    /// What became of one behaviour with one manager; nil: it was not tried.
    func outcome(_ manager: String, _ behaviour: String) -> ScenarioOutcome? { cells[manager]?[behaviour]?.outcome }

    /// A table for people: a column a manager, and what its signs mean.
    var text: String {
        let width = max(9, behaviours.map(\.count).max() ?? 0)
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        let columns = managers.map { max(5, $0.count) }
        func row(_ head: String, _ cells: [String]) -> String {
            let line = padded(head, width) + zip(cells, columns).map { "  " + padded($0, $1) }.joined()
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        var lines = [row("behaviour", managers)]
        for behaviour in behaviours {
            lines.append(row(behaviour, managers.map { Self.sign(outcome($0, behaviour)) }))
        }
        let used = ScenarioOutcome.allCases.filter { outcome in
            managers.contains { manager in behaviours.contains { self.outcome(manager, $0) == outcome } }
        }
        lines.append(used.map { "\(Self.sign($0)): \($0.rawValue)" }.joined(separator: ", "))
        return lines.joined(separator: "\n") + "\n"
    }

    /// The same in Markdown, for a page or a pull request.
    var markdown: String {
        func row(_ head: String, _ cells: [String]) -> String {
            "| " + ([head] + cells).joined(separator: " | ") + " |"
        }
        let head = [row("behaviour", managers), row("---", managers.map { _ in "---" })]
        let rows = behaviours.map { behaviour in
            row("`\(behaviour)`", managers.map { Self.sign(outcome($0, behaviour)) })
        }
        return (head + rows).joined(separator: "\n") + "\n"
    }

    /// The same as JSON: `managers`, `behaviours`, and `results` by manager and behaviour with `outcome` and `reason`.
    var json: String {
        func list(_ texts: [String]) -> String { "[" + texts.map(TAPReport.quoted).joined(separator: ",") + "]" }
        let results = managers.map { manager in
            let entries = behaviours.compactMap { behaviour -> String? in
                guard let result = cells[manager]?[behaviour] else { return nil }
                let fields =
                    ["\"outcome\":\(TAPReport.quoted(result.outcome.rawValue))"]
                    + (reason(result).map { ["\"reason\":\(TAPReport.quoted($0))"] } ?? [])
                return "\(TAPReport.quoted(behaviour)):{\(fields.joined(separator: ","))}"
            }
            return "\(TAPReport.quoted(manager)):{\(entries.joined(separator: ","))}"
        }
        return "{\"managers\":\(list(managers)),\"behaviours\":\(list(behaviours)),"
            + "\"results\":{\(results.joined(separator: ","))}}\n"
    }

    private func reason(_ result: ScenarioResult) -> String? {
        switch result.verdict {
        case .passed: result.expectedFailure
        case .failed(let failure): "expected \(failure.expected), actual \(failure.actual)"
        case .skipped(let reason), .managerDown(let reason): reason
        }
    }

    private static func sign(_ outcome: ScenarioOutcome?) -> String {
        switch outcome {
        case .passed: "ok"
        case .failed: "FAIL"
        case .skipped: "-"
        case .failedAsExpected: "xfail"
        case .unexpectedlyPassed: "XPASS"
        case .managerDown: "down"
        case nil: ""
        }
    }
}
