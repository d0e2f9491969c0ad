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

    @Test("the mini window stays on top with every light manager, and without one")
    func light() async throws {
        let managers = ["openbox", "i3", "icewm", "twm", "xfwm4", "none"]
        let names = ["pip-above-raised-window", "pip-above-new-window", "pip-below-menu"]
        try await withFolder { folder in
            let matrix = folder.appending(path: "matrix.json")
            let report = folder.appending(path: "report.tap")
            let scenarios = names.flatMap { ["--scenarios", Self.stacking.appending(path: "\($0).scenario").path] }
            let run = try await Program.run(
                ["wm-check"] + managers + scenarios
                    + ["--slow", "5", "--matrix", matrix.path, "--report-file", report.path],
                display: nil, timeout: 500)
            let said = (try? String(contentsOf: report, encoding: .utf8)) ?? ""
            #expect(run.status == 0, "\(run.output)\n\(said)")
            let json = try JSONSerialization.jsonObject(with: Data(contentsOf: matrix)) as? [String: Any]
            let results = try #require(json?["results"] as? [String: [String: [String: String]]])
            for manager in managers {
                for name in names {
                    #expect(results[manager]?[name]?["outcome"] == "passed", "\(manager) \(name)\n\(said)")
                }
            }
        }
    }

    /// Openbox itself keeps its windows below override-redirect ones; without it nobody does.
    @Test(
        "the check can fail: without the keeper a raised window covers the mini window",
        arguments: [("openbox", "pip-after-manager-died"), ("twm", "pip-above-raised-window")])
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
