import Foundation
import Glibc

/// A coturn of a test's own on the loopback, which nobody here wrote: STUN and TURN by UDP and TCP, for `ann` with `secret`.
public struct RelayServer: Sendable {
    /// The process, to be killed.
    public let child: Child
    /// Its port.
    public let port: Int

    /// Whether it is installed.
    public static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/turnserver") }

    /// Starts it with a folder of its own, and hands it to `body`.
    ///
    /// - Parameter port: as one that was killed had; nil: a free one.
    public static func with<Result>(
        port wanted: Int? = nil, _ body: (RelayServer) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("relay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let port = try wanted ?? freePort()
        let configuration = """
            listening-ip=127.0.0.1
            listening-port=\(port)
            relay-ip=127.0.0.1
            relay-threads=1
            lt-cred-mech
            user=ann:secret
            realm=porthole
            allow-loopback-peers
            no-tls
            no-dtls
            no-cli
            pidfile=\(folder.path)/pid
            userdb=\(folder.path)/users
            log-file=stdout
            simple-log
            verbose

            """
        let file = folder.appendingPathComponent("relay.conf")
        try configuration.write(to: file, atomically: true, encoding: .utf8)
        return try await Child.with(["/usr/bin/turnserver", "-c", file.path]) { child in
            try await waitForPort(port, of: child, timeout: 30)
            return try await body(RelayServer(child: child, port: port))
        }
    }

    /// As `--ice-server` takes it.
    public func address(password: String = "secret", transport: String = "udp") -> String {
        "turn:ann:\(password)@127.0.0.1:\(port)?transport=\(transport)"
    }

    /// How many addresses it has lent.
    public var allocations: Int { child.output.components(separatedBy: "ALLOCATE processed, success").count - 1 }
}
