import Foundation
import TestSupport

/// The program itself, as it was built beside the tests.
enum Program {
    /// Its path: the tests' bundle lies in the same folder.
    static let path: String = {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") || $0.contains(".xctest/") }
        let places = [bundle, Bundle.main.executablePath].compactMap { $0 }
        for place in places {
            var folder = URL(fileURLWithPath: place)
            while folder.path != "/" {
                folder.deleteLastPathComponent()
                let candidate = folder.appendingPathComponent("porthole").path
                if FileManager.default.isExecutableFile(atPath: candidate), !candidate.hasSuffix("Sources/porthole") {
                    return candidate
                }
            }
        }
        return "porthole"
    }()

    /// Runs it to its end.
    static func run(
        _ words: [String], display: String?, environment: [String: String] = [:], timeout: Double = 30
    ) async throws -> (status: Int32, output: String) {
        var environment = environment
        environment["DISPLAY"] = display ?? ""
        return try await Child.run([path] + words, environment: environment, timeout: timeout)
    }
}
