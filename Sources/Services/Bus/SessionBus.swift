import CGLib
import Glibc

/// The D-Bus session bus: where it is, and whether it answers.
public enum SessionBus {
    /// What was found.
    public enum State: Sendable, Equatable {
        /// It answers; its unique name for us, such as `:1.42`.
        case running(name: String)
        /// It is not there, or does not answer.
        case missing(SessionBusError)
    }

    /// The address of the bus by the environment, without starting one.
    ///
    /// `DBUS_SESSION_BUS_ADDRESS`, else the socket `bus` in `XDG_RUNTIME_DIR` (D-Bus Specification 0.41, well-known
    /// message bus instances; systemd's user bus). GIO alone would go on to start a bus of its own, which nobody shares.
    public static func address(environment: [String: String]) throws(SessionBusError) -> String {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty, address != "autolaunch:" {
            return address
        }
        guard let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") else { throw .noAddress }
        let socket = runtime + "/bus"
        var info = Glibc.stat()
        guard stat(socket, &info) == 0, info.st_mode & S_IFMT == S_IFSOCK else { throw .noSocket(socket) }
        guard let escaped = g_dbus_address_escape_value(socket) else { throw .noSocket(socket) }
        defer { g_free(escaped) }
        return "unix:path=" + String(cString: escaped)
    }

    /// Connects to the bus on the GLib thread, says hello and leaves again.
    ///
    /// - Parameter seconds: how long to wait for an answer.
    public static func probe(environment: [String: String], within seconds: Double = 2) async -> State {
        do throws(SessionBusError) {
            return .running(name: try await Bus.connect(environment: environment, within: seconds).name)
        } catch {
            return .missing(error)
        }
    }
}

/// Why there is no session bus to talk to.
public enum SessionBusError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The environment names none.
    case noAddress
    /// The runtime folder has no bus socket.
    case noSocket(String)
    /// The address was tried and failed, with GIO's words.
    case refused(address: String, why: String)
    /// Nothing came back in time.
    case silent(address: String)

    /// Why, a clause.
    public var why: String {
        switch self {
        case .noAddress: "DBUS_SESSION_BUS_ADDRESS and XDG_RUNTIME_DIR are not set"
        case .noSocket(let path): "DBUS_SESSION_BUS_ADDRESS is not set and there is no socket \(path)"
        case .refused(let address, let why): "\(address) can't be reached, \(why)"
        case .silent(let address): "\(address) does not answer"
        }
    }

    /// What to do about it.
    public var remedy: String {
        switch self {
        case .noAddress, .noSocket: "Log in to a desktop, or start the program with dbus-run-session"
        case .refused, .silent: "Log in anew, or start the program with dbus-run-session"
        }
    }

    /// What, why and the remedy in one line.
    public var description: String { "session bus: \(why). \(remedy)" }
}
