import Foundation
import PortholeKit
import TestSupport
import Testing

@testable import Scenario

@Suite("The tools", .timeLimit(.minutes(3)), .serialized)
struct ToolTests {
    private static let library = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Resources/Scenarios").path

    private func write(_ texts: [String: String], in folder: String) throws {
        for (name, text) in texts {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).scenario"))
        }
    }

    @Test("the project's own scenarios are read without a mistake, and each has a title of its own")
    func ownScenarios() throws {
        let scripts = try ScenarioFiles.read(try ScenarioFiles.find([Self.library]))
        #expect(scripts.count >= 60)
        #expect(Set(scripts.map(\.title)).count == scripts.count)
        #expect(Set(scripts.map(\.name)).count == scripts.count)
        for script in scripts { #expect(script.setup.title != nil, "\(script.file) has no title") }
    }

    @Test("play exits as its scenarios ended, and writes its report")
    func exits() async throws {
        try await withFolder { folder in
            let window = "window w1 99x99+0+0 override\nw1 map\n"
            try write(
                [
                    "fine": "manager none\n" + window + "assert w1 visible",
                    "bad": "manager none\n" + window + "assert w1 hidden within 10ms",
                    "down": "manager command false\nmark", "skip": "manager none\nneeds _NET_X\nmark",
                ], in: folder)
            func play(_ names: [String], _ change: (inout PlayOptions) -> Void = { _ in }) async -> Int32 {
                var options = PlayOptions()
                options.paths = names.map { "\(folder)/\($0).scenario" }
                options.reportFile = folder + "/report"
                change(&options)
                return await ScenarioTool.play(options)
            }
            func report() throws -> String { try String(contentsOfFile: folder + "/report", encoding: .utf8) }
            #expect(await play(["fine", "skip"]) == 0)
            #expect(try report().contains("ok 1 - fine [none]\nok 2 - skip [none] # SKIP"))
            #expect(await play(["fine", "bad"]) { $0.report = .junit } == 1)
            #expect(try report().contains("<failure message=\"expected w1 hidden within"))
            #expect(await play(["fine", "down"]) == 125)
            #expect(await play(["down", "bad"]) == 1)
            #expect(await play(["fine"]) { $0.repeats = 3 } == 0)
            #expect(try report().contains("1..3"))
            try Data("none bad # known\n".utf8).write(to: URL(fileURLWithPath: folder + "/list"))
            #expect(await play(["fine", "bad"]) { $0.expectedFailures = folder + "/list" } == 0)
            #expect(await play(["fine", "bad"]) { $0.filter = "fine" } == 0)
            #expect(await play(["bad"]) { $0.checksOnly = true } == 0)
        }
    }

    @Test("what makes no sense is exit code 2, and nothing runs")
    func usage() async throws {
        try await withFolder { folder in
            try write(["wrong": "w1 map", "fine": "mark"], in: folder)
            try FileManager.default.createDirectory(atPath: folder + "/empty", withIntermediateDirectories: false)
            for paths in [[], ["wrong.scenario"], ["missing.scenario"], ["empty"], [""]] {
                var options = PlayOptions()
                options.paths = paths.map { "\(folder)/\($0)" }
                options.checksOnly = true
                #expect(await ScenarioTool.play(options) == 2, "\(paths)")
            }
            var options = PlayOptions()
            options.paths = [folder + "/fine.scenario"]
            options.manager = "opnbox"
            #expect(await ScenarioTool.play(options) == 2)
            options.manager = nil
            options.filter = "nothing like it"
            #expect(await ScenarioTool.play(options) == 2)
        }
    }

    @Test("wm-check plays everything with each manager and writes the matrix")
    func wmCheck() async throws {
        try await withFolder { folder in
            try write(
                [
                    "a": "window w1 99x99+0+0\nw1 map\nassert w1 visible", "b": "needs _NET_WM_STATE_ABOVE\nmark",
                ], in: folder)
            var options = WMCheckOptions()
            options.managers = ["openbox", "none"]
            options.command = "false"
            options.name = "mine"
            options.paths = [folder]
            options.reportFile = folder + "/report"
            options.matrixFile = folder + "/matrix"
            #expect(await ScenarioTool.wmCheck(options) == 125)
            let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/matrix"))
            let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            #expect(json["managers"] as? [String] == ["openbox", "none", "mine"])
            let results = try #require(json["results"] as? [String: [String: [String: String]]])
            #expect(results["openbox"]?["a"]?["outcome"] == "passed")
            #expect(results["none"]?["b"]?["outcome"] == "skipped")
            #expect(results["mine"]?["a"]?["outcome"] == "manager-down")
        }
    }

    @Test("managers are checked at the same time, so many at once, and reported in their order")
    func together() async {
        let running = Lock((now: 0, most: 0))
        let managers = ManagerName.allCases.prefix(7).map(ManagerChoice.named)
        for jobs in [0, 1, 3, 20] {
            running.withLock { $0 = (0, 0) }
            let results = await ScenarioTool.together(managers, jobs: jobs) { manager in
                running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                for _ in 0..<20 { await Task.yield() }
                running.withLock { $0.now -= 1 }
                return [
                    ScenarioResult(file: "", name: "", title: "", manager: manager.description, verdict: .passed)
                ]
            }
            #expect(results.map(\.manager) == managers.map(\.description))
            let most = running.withLock { $0.most }
            #expect(1...max(1, jobs) ~= most, "\(most) of \(jobs)")
        }
    }

    @Test("what was measured is a table, and stands in the report")
    func measured() {
        var measurement = ScenarioMeasurement()
        measurement.floating = 4
        measurement.add(cover: 0.0014)
        measurement.add(cover: 0.03)
        measurement.restacks = 2
        var result = ScenarioResult(file: "f", name: "above", title: "t", manager: "twm", verdict: .passed)
        #expect(MeasureTable.text(of: [result]).isEmpty)
        result.measurement = measurement
        #expect(
            MeasureTable.text(of: [result]) == """
                behaviour  manager  floating s  covers  covered ms  longest ms  restacks  a second
                above      twm             4.0       2        31.4        30.0         2       0.5

                """, "\(MeasureTable.text(of: [result]))")
        #expect(TAPReport.text(of: [result]).contains("covered_ms: 31.4\n  longest_ms: 30.0\n  restacks: 2\n"))
    }

    @Test("the matrix shows the worst of each pair")
    func matrix() {
        func result(_ manager: String, _ name: String, _ verdict: ScenarioVerdict) -> ScenarioResult {
            ScenarioResult(file: name, name: name, title: name, manager: manager, verdict: verdict)
        }
        let failure = ScenarioFailure(line: 1, statement: "", expected: "a", actual: "b")
        let matrix = ManagerMatrix([
            result("twm", "above", .passed), result("twm", "above", .failed(failure)), result("twm", "above", .passed),
            result("i3", "below", .skipped("no \"x\"")), result("i3", "above", .passed),
        ])
        #expect(
            matrix.text == """
                behaviour  twm    i3
                above      FAIL   ok
                below             -
                ok: passed, FAIL: failed, -: skipped

                """, "\(matrix.text)")
        #expect(
            matrix.markdown == """
                | behaviour | twm | i3 |
                | --- | --- | --- |
                | `above` | FAIL | ok |
                | `below` |  | - |

                """, "\(matrix.markdown)")
        #expect(
            matrix.json.contains("\"twm\":{\"above\":{\"outcome\":\"failed\",\"reason\":\"expected a, actual b\"}}"))
    }
}
