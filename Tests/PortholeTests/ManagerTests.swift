import Foundation
import Testing

/// `porthole wm-check` with real managers. Deadlines are long, because everything else may run at the same time.
@Suite("wm-check", .timeLimit(.minutes(10)), .serialized)
struct ManagerTests {
    private static let stacking = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Resources/Scenarios/stacking")

    private func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "porthole-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    /// What every manager has to play: a behaviour of each kind.
    private static let essence = [
        "pip-above-raised-window", "pip-above-new-window", "pip-above-fullscreen", "pip-above-dock", "pip-below-menu",
        "pip-in-no-list-of-windows", "pip-keeps-focus-where-it-is", "pip-gives-forced-focus-back",
        "pip-on-every-workspace", "pip-after-manager-restart", "pip-while-manager-hangs", "pip-not-over-lock",
    ]

    /// All that are installed where continuous integration says so, else the light ones.
    private static let isFull = ProcessInfo.processInfo.environment["PORTHOLE_MANAGERS"] == "all"

    /// Plays scenarios with managers.
    ///
    /// - Returns: what became of each pair, by manager and scenario, and the report.
    private func check(
        _ managers: [String], _ scenarios: [String], timeout: Double
    ) async throws -> (status: Int32, results: [String: [String: [String: String]]], said: String) {
        try await withFolder { folder in
            let matrix = folder.appending(path: "matrix.json")
            let report = folder.appending(path: "report.tap")
            let run = try await Program.run(
                ["wm-check"] + managers + scenarios.flatMap { ["--scenarios", $0] }
                    + ["--slow", "5", "--matrix", matrix.path, "--report-file", report.path],
                display: nil, timeout: timeout)
            let said = (try? String(contentsOf: report, encoding: .utf8)) ?? run.output
            let json = try JSONSerialization.jsonObject(with: Data(contentsOf: matrix)) as? [String: Any]
            return (run.status, try #require(json?["results"] as? [String: [String: [String: String]]]), said)
        }
    }

    @Test("the mini window stays on top with every manager, and without one", .timeLimit(.minutes(30)))
    func everyManager() async throws {
        let managers = Self.isFull ? [] : ["openbox", "i3", "twm", "xfwm4", "none"]
        let names = Self.isFull ? Self.essence : Array(Self.essence.prefix(5))
        let paths = names.map { Self.stacking.appending(path: "\($0).scenario").path }
        let (status, results, said) = try await check(managers, paths, timeout: 1700)
        #expect(status == 0, "\(said)")
        #expect(Set(results.keys).isSuperset(of: managers + ["none"]))
        // These need nothing that a manager may lack.
        for (manager, cells) in results {
            for name in ["pip-above-raised-window", "pip-above-new-window", "pip-below-menu"] {
                #expect(cells[name]?["outcome"] == "passed", "\(manager) \(name)\n\(said)")
            }
        }
    }

    @Test(
        "every stacking scenario passes with a manager of each kind", .enabled(if: isFull), .timeLimit(.minutes(30)))
    func everyScenario() async throws {
        let (status, results, said) = try await check(["openbox", "twm", "i3"], [Self.stacking.path], timeout: 1700)
        #expect(status == 0, "\(said)")
        #expect(results.values.allSatisfy { $0.count >= 40 })
    }

    /// Openbox itself keeps its windows below override-redirect ones; without it nobody does.
    @Test(
        "the check can fail: without the keeper a raised window covers the mini window",
        arguments: [
            ("openbox", "pip-after-manager-died"), ("twm", "pip-above-raised-window"), ("twm", "pip-above-fullscreen"),
            ("twm", "pip-after-manager-restart"), ("twm", "pip-with-compositor-coming-and-going"),
            ("twm", "pip-above-windows-that-come-and-go"),
        ])
    func withoutKeeper(manager: String, name: String) async throws {
        try await withFolder { folder in
            let report = folder.appending(path: "report.tap")
            let run = try await Program.run(
                [
                    "play", Self.stacking.appending(path: "\(name).scenario").path, "--manager", manager, "--slow", "3",
                    "--report-file", report.path,
                ], display: nil, environment: ["PORTHOLE_WITHOUT_KEEPER": "1"], timeout: 120)
            let said = try String(contentsOf: report, encoding: .utf8)
            #expect(run.status == 1 && said.contains("actual: \"pip:a is below "), "\(run.output)\n\(said)")
        }
    }
}
