/// A session bus of a test's own, ended when the closure that was given it returns.
public struct PrivateBus: Sendable {
    /// Its address, as `DBUS_SESSION_BUS_ADDRESS` has it.
    public let address: String
    /// The daemon.
    public let child: Child

    /// The environment by which a program finds it.
    public var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }

    /// Starts a bus, and hands it to `body` when it takes clients.
    public static func with<Result>(_ body: (PrivateBus) async throws -> Result) async throws -> Result {
        let words = [
            "dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address", "--address=unix:tmpdir=/tmp",
        ]
        return try await Child.with(words, mergeErrors: false) { child in
            try await child.waitForOutput("\n")
            return try await body(PrivateBus(address: String(child.output.prefix { $0 != "\n" }), child: child))
        }
    }
}
