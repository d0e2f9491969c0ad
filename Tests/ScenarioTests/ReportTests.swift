import Foundation
import FoundationXML
import TestSupport
import Testing

@testable import Scenario

@Suite("Reports", .timeLimit(.minutes(10)))
struct ReportTests {
    private static let failure = ScenarioFailure(
        line: 7, statement: "assert pip a on-top", expected: "pip:a above <all> & \"each\"",
        actual: "below w1\n#2 \u{1}")

    private static let results = [
        ScenarioResult(
            file: "s/a.scenario", name: "a", title: "a passes", manager: "openbox", verdict: .passed, duration: 0.25),
        ScenarioResult(
            file: "s/b.scenario", name: "b", title: "b # fails \\ here", manager: "openbox",
            clauses: ["EWMH 1.5 <x>", "ICCCM 4"], verdict: .failed(failure), duration: 1.5,
            attachments: [
                ScenarioAttachment(name: "screenshot", content: .file("out/b.png")),
                ScenarioAttachment(name: "window tree", content: .text("root\n  \"w1\"")),
            ]),
        ScenarioResult(
            file: "s/c.scenario", name: "c", title: "c", manager: "i3",
            verdict: .skipped("i3lock is not installed # yet")),
        ScenarioResult(
            file: "s/d.scenario", name: "d", title: "d", manager: "i3", verdict: .failed(failure),
            expectedFailure: "bug 12"),
        ScenarioResult(
            file: "s/e.scenario", name: "e", title: "e", manager: "i3", verdict: .passed, expectedFailure: "bug 13"),
        ScenarioResult(file: "s/f.scenario", name: "f", title: "f", manager: "i3", verdict: .managerDown("status 1")),
    ]

    @Test("TAP 14 says what passed, failed, was skipped and was expected")
    func tap() {
        let lines = TAPReport.text(of: Self.results).split(separator: "\n").map(String.init)
        #expect(Array(lines.prefix(3)) == ["TAP version 14", "1..6", "ok 1 - a passes [openbox]"])
        #expect(lines.contains("not ok 2 - b \\# fails \\\\ here [openbox]"))
        #expect(lines.contains("  at: \"s/b.scenario:7\""))
        #expect(lines.contains("  expected: \"pip:a above <all> & \\\"each\\\"\""))
        #expect(lines.contains("  actual: \"below w1\\n#2 \\u0001\""))
        #expect(lines.contains("  clause: [\"EWMH 1.5 <x>\", \"ICCCM 4\"]"))
        #expect(lines.contains("    \"screenshot\": \"out/b.png\""))
        #expect(lines.contains("ok 3 - c [i3] # SKIP i3lock is not installed \\# yet"))
        #expect(lines.contains("not ok 4 - d [i3] # TODO bug 12"))
        #expect(lines.contains("not ok 5 - e [i3]"))
        #expect(lines.contains("not ok 6 - f [i3]"))
        #expect(lines.count { $0 == "  ---" } == 4 && lines.count { $0 == "  ..." } == 4)
        #expect(TAPReport.text(of: []).contains("1..0 # SKIP"))
    }

    @Test(
        "the diagnostics of TAP are JSON's own quoting, so that any YAML reader takes them",
        arguments: [
            "a\"b\\c", "\u{0}\u{1f}\u{7f}", "é\u{2028}👩‍👧", "line\nline\r\n\ttab",
        ])
    func quoting(text: String) throws {
        let read = try JSONDecoder().decode([String].self, from: Data("[\(TAPReport.quoted(text))]".utf8))
        #expect(read == [text])
    }

    @Test("JUnit XML is well formed and says the same")
    func junit() throws {
        let reader = JUnitReader()
        let parser = XMLParser(data: Data(JUnitReport.text(of: Self.results).utf8))
        parser.delegate = reader
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        #expect(reader.total == ["6", "2", "1", "2", "1.750"])
        #expect(reader.cases.map(\.name) == ["a passes", "b # fails \\ here", "c", "d", "e", "f"])
        #expect(reader.cases.map(\.manager) == ["openbox", "openbox", "i3", "i3", "i3", "i3"])
        #expect(reader.cases.map(\.verdict) == ["", "failure", "skipped", "skipped", "failure", "error"])
        let failed = reader.cases[1]
        #expect(
            failed.message == "expected pip:a above <all> & \"each\", actual below w1\n#2 \u{fffd}", "\(failed.message)"
        )
        #expect(failed.text.contains("s/b.scenario:7: assert pip a on-top"))
        #expect(failed.text.contains("[[ATTACHMENT|out/b.png]]") && failed.text.contains("root\n  \"w1\""))
        #expect(failed.clauses == ["EWMH 1.5 <x>", "ICCCM 4"])
    }

    @Test("outcomes count as they should")
    func outcomes() {
        #expect(
            Self.results.map(\.outcome) == [
                .passed, .failed, .skipped, .failedAsExpected, .unexpectedlyPassed, .managerDown,
            ])
        #expect(Self.results.map(\.outcome.isFine) == [true, false, true, true, false, false])
    }

    @Test("a list of expected failures is read, with wildcards, and its bad lines are told")
    func expected() throws {
        let list = try ExpectedFailures(
            "# mine\ntwm above-dock # knows no docks\n* menu-over # everywhere\n\n", file: "x")
        #expect(list.reason(manager: "twm", scenario: "above-dock") == "knows no docks")
        #expect(list.reason(manager: "i3", scenario: "menu-over") == "everywhere")
        #expect(list.reason(manager: "i3", scenario: "above-dock") == nil)
        #expect(throws: ScenarioMistakes.self) { try ExpectedFailures("twm above-dock\na b c # d", file: "x") }
    }
}

private final class JUnitReader: NSObject, XMLParserDelegate {
    struct Case {
        var name: String
        var manager: String
        var verdict = ""
        var message = ""
        var text = ""
        var clauses: [String] = []
    }
    var total: [String] = []
    var cases: [Case] = []

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        switch element {
        case "testsuites":
            total = ["tests", "failures", "errors", "skipped", "time"].map { attributes[$0] ?? "" }
        case "testcase": cases.append(Case(name: attributes["name"] ?? "", manager: attributes["classname"] ?? ""))
        case "failure", "skipped", "error":
            cases[cases.count - 1].verdict = element
            cases[cases.count - 1].message = attributes["message"] ?? ""
        case "property": cases[cases.count - 1].clauses.append(attributes["value"] ?? "")
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if !cases.isEmpty { cases[cases.count - 1].text += string }
    }
}
