import Foundation
import Glibc

/// The sound server (PulseAudio, or PipeWire in its place): where it is, and whether it takes connections.
public enum SoundServerProbe {
    /// What was found.
    public enum State: Sendable, Equatable {
        /// A connection to this socket was taken.
        case running(path: String)
        /// The environment names a server on another machine, which is not tried.
        case remote(String)
        /// No socket took a connection; those tried, and errno of the last.
        case missing(tried: [String], code: Int32)
    }

    /// The sockets to try, by the rules of PulseAudio's client: `PULSE_SERVER` alone if it is set, else the user's
    /// server in `PULSE_RUNTIME_PATH` or `XDG_RUNTIME_DIR`, else that of the whole system.
    public static func sockets(environment: [String: String]) -> (local: [String], remote: [String]) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let servers = value("PULSE_SERVER") {
            var found: (local: [String], remote: [String]) = ([], [])
            for entry in servers.split(separator: " ") {
                // "{machine-id}server" holds for that machine only; which is not told from here.
                let server = entry.hasPrefix("{") ? entry.drop { $0 != "}" }.dropFirst() : entry
                if server.hasPrefix("/") {
                    found.local.append(String(server))
                } else if server.hasPrefix("unix:") {
                    found.local.append(String(server.dropFirst("unix:".count)))
                } else {
                    found.remote.append(String(server))
                }
            }
            return found
        }
        var local: [String] = []
        if let runtime = value("PULSE_RUNTIME_PATH") { local.append(runtime + "/native") }
        if let runtime = value("XDG_RUNTIME_DIR") { local.append(runtime + "/pulse/native") }
        return (local + ["/run/user/\(getuid())/pulse/native", "/run/pulse/native", "/var/run/pulse/native"], [])
    }

    /// Connects to each socket in turn until one takes the connection, and leaves again. Never waits.
    public static func probe(environment: [String: String]) -> State {
        let (local, remote) = sockets(environment: environment)
        var code = ENOENT
        var tried: [String] = []
        for path in local where !tried.contains(path) {
            tried.append(path)
            guard let problem = connectionProblem(path) else { return .running(path: path) }
            code = code == ENOENT ? problem : code
        }
        if let first = remote.first { return .remote(first) }
        return .missing(tried: tried, code: code)
    }

    /// - Returns: errno of the attempt, or nil when the connection was taken.
    private static func connectionProblem(_ path: String) -> Int32? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return ENAMETOOLONG }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let socket = socket(AF_UNIX, flags, 0)
        guard socket >= 0 else { return errno }
        defer { close(socket) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result == 0 ? nil : errno
    }
}
