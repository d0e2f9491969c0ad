/// Results in the Test Anything Protocol, version 14 (testanything.org/tap-version-14-specification). Pure.
enum TAPReport {
    /// The whole report, each line ended.
    static func text(of results: [ScenarioResult]) -> String {
        var lines = ["TAP version 14", "1..\(results.count)" + (results.isEmpty ? " # SKIP no scenario" : "")]
        for (index, result) in results.enumerated() { lines += point(result, number: index + 1) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func point(_ result: ScenarioResult, number: Int) -> [String] {
        let isOK: Bool
        switch result.verdict {
        case .passed, .skipped: isOK = true
        case .failed, .managerDown: isOK = false
        }
        var line = "\(isOK ? "ok" : "not ok") \(number) - \(escaped("\(result.title) [\(result.manager)]"))"
        switch result.outcome {
        case .skipped: if case .skipped(let reason) = result.verdict { line += " # SKIP \(escaped(reason))" }
        case .failedAsExpected: line += " # TODO \(escaped(result.expectedFailure ?? ""))"
        // In TAP a TODO that passes is a success, and here it is none: so it says so without the directive.
        case .unexpectedlyPassed: line = "not " + line
        case .passed, .failed, .managerDown: break
        }
        return [line] + diagnostics(result)
    }

    private static func diagnostics(_ result: ScenarioResult) -> [String] {
        var fields: [(String, String)] = []
        switch result.verdict {
        case .failed(let failure):
            fields.append(("at", quoted("\(result.file):\(failure.line)")))
            fields.append(("statement", quoted(failure.statement)))
            fields.append(("expected", quoted(failure.expected)))
            fields.append(("actual", quoted(failure.actual)))
        case .managerDown(let reason): fields.append(("message", quoted("the manager did not start: \(reason)")))
        case .passed where result.expectedFailure != nil:
            fields.append(("message", quoted("passes, though it is expected to fail: \(result.expectedFailure ?? "")")))
        case .passed, .skipped: break
        }
        for clause in result.clauses { fields.append(("clause", quoted(clause))) }
        if let measured = result.measurement {
            fields.append(("covered_ms", MeasureTable.fixed(measured.covered * 1000, 1)))
            fields.append(("longest_ms", MeasureTable.fixed(measured.longest * 1000, 1)))
            fields.append(("restacks", "\(measured.restacks)"))
        }
        let texts = result.attachments.map { attachment in
            switch attachment.content {
            case .file(let path): "\(quoted(attachment.name)): \(quoted(path))"
            case .text(let text): "\(quoted(attachment.name)): \(quoted(text))"
            }
        }
        guard !fields.isEmpty || !texts.isEmpty else { return [] }
        fields.append(("duration_ms", String(Int((result.duration * 1000).rounded()))))
        // YAML allows a key once: more clauses become one text.
        var lines = ["  ---"]
        for (index, field) in fields.enumerated() where !fields[..<index].contains(where: { $0.0 == field.0 }) {
            let same = fields.filter { $0.0 == field.0 }.map(\.1)
            lines.append("  \(field.0): " + (same.count == 1 ? same[0] : "[\(same.joined(separator: ", "))]"))
        }
        if !texts.isEmpty { lines += ["  attachments:"] + texts.map { "    \($0)" } }
        return lines + ["  ..."]
    }

    /// A description may hold neither a bare `#` nor a line break.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("#", with: "\\#").split(whereSeparator: \.isNewline).joined(
            separator: " ")
    }

    /// A double-quoted YAML scalar in one line.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || 0x7f...0x9f ~= scalar.value || 0x2028...0x2029 ~= scalar.value:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
