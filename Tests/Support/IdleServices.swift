import Foundation

/// Services on a private bus that keep a desktop awake, and say what they are asked.
public enum IdleServices {
    /// Runs `idle.py` on a bus: for each call a line with the service, the method and the arguments.
    ///
    /// - Parameter services: `ScreenSaver`, `SessionManager`, `login1`; with a `-` behind it, one that refuses.
    public static func with<Result>(
        _ services: [String], on bus: PrivateBus, _ body: (Child) async throws -> Result
    ) async throws -> Result {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("idle.py").path
        return try await Child.with(["/usr/bin/python3", "-u", script] + services, environment: bus.environment) {
            child in
            try await child.waitForOutput("ready\n")
            return try await body(child)
        }
    }
}
