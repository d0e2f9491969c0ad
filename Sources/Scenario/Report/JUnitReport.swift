/// Results as JUnit XML, as continuous integration servers read it: a suite a manager, a case a scenario. Pure.
enum JUnitReport {
    /// The whole document.
    static func text(of results: [ScenarioResult]) -> String {
        var managers: [String] = []
        for result in results where !managers.contains(result.manager) { managers.append(result.manager) }
        let suites = managers.map { manager in suite(manager, results.filter { $0.manager == manager }) }
        let lines =
            ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites name=\"porthole\" \(counts(results))>"]
            + suites + ["</testsuites>"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func suite(_ manager: String, _ results: [ScenarioResult]) -> String {
        let cases = results.map(testCase)
        return (["  <testsuite name=\"\(escaped(manager))\" \(counts(results))>"] + cases + ["  </testsuite>"]).joined(
            separator: "\n")
    }

    private static func counts(_ results: [ScenarioResult]) -> String {
        func count(_ outcomes: ScenarioOutcome...) -> Int { results.count { outcomes.contains($0.outcome) } }
        return "tests=\"\(results.count)\" failures=\"\(count(.failed, .unexpectedlyPassed))\" "
            + "errors=\"\(count(.managerDown))\" skipped=\"\(count(.skipped, .failedAsExpected))\" "
            + "time=\"\(seconds(results.reduce(0) { $0 + $1.duration }))\""
    }

    private static func testCase(_ result: ScenarioResult) -> String {
        let head =
            "    <testcase classname=\"\(escaped(result.manager))\" name=\"\(escaped(result.title))\" "
            + "file=\"\(escaped(result.file))\" time=\"\(seconds(result.duration))\">"
        var body: [String] = []
        if !result.clauses.isEmpty {
            let clauses = result.clauses.map { "<property name=\"clause\" value=\"\(escaped($0))\"/>" }
            body.append("<properties>\(clauses.joined())</properties>")
        }
        switch (result.verdict, result.expectedFailure) {
        case (.passed, nil): break
        case (.passed, let reason?):
            body.append("<failure message=\"passes, though it is expected to fail: \(escaped(reason))\"/>")
        case (.failed(let failure), let reason):
            if let reason {
                body.append("<skipped message=\"fails as expected: \(escaped(reason)); \(escaped(line(failure)))\"/>")
            } else {
                let place = "\(result.file):\(failure.line): \(failure.statement)"
                body.append("<failure message=\"\(escaped(line(failure)))\">\(escaped(place))</failure>")
            }
        case (.skipped(let reason), _): body.append("<skipped message=\"\(escaped(reason))\"/>")
        case (.managerDown(let reason), _):
            body.append("<error message=\"the manager did not start: \(escaped(reason))\"/>")
        }
        let kept = result.attachments.map { attachment in
            switch attachment.content {
            // The form that Jenkins and GitLab turn into links.
            case .file(let path): "[[ATTACHMENT|\(path)]]"
            case .text(let text): "\(attachment.name):\n\(text)"
            }
        }
        if !kept.isEmpty { body.append("<system-out>\(escaped(kept.joined(separator: "\n")))</system-out>") }
        return ([head] + body.map { "      \($0)" } + ["    </testcase>"]).joined(separator: "\n")
    }

    private static func line(_ failure: ScenarioFailure) -> String {
        "expected \(failure.expected), actual \(failure.actual)"
    }

    /// Whole milliseconds, never an exponent.
    private static func seconds(_ time: Double) -> String {
        let milliseconds = Int((max(0, time) * 1000).rounded())
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }

    /// Text as XML 1.0 takes it, in attributes too; characters that it forbids become U+FFFD.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\t", "\r": result += "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar.value == 0xfffe || scalar.value == 0xffff: result += "\u{fffd}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
