import CGLib

/// Why a call on the bus has no answer.
enum BusFailure: Error, Sendable, Equatable {
    /// Nothing came back in time.
    case timedOut
    /// Our connection to the bus is closed.
    case closed
    /// Whom it was for is not there, or left without answering.
    case gone
    /// It was refused, in the words of the other side.
    case refused(String)

    /// Why, a clause.
    var words: String {
        switch self {
        case .timedOut: "no answer in time"
        case .closed: "the bus is gone"
        case .gone: "it is gone"
        case .refused(let why): why
        }
    }

    /// What GIO's error means. Takes the name of the remote error out of its text.
    init(_ error: UnsafeMutablePointer<GError>?) {
        guard let error else {
            self = .refused("GIO gives no reason")
            return
        }
        let remote = g_dbus_error_get_remote_error(error)
        defer { g_free(remote) }
        g_dbus_error_strip_remote_error(error)
        let text = error.pointee.message.map { String(cString: $0) } ?? "no reason given"
        guard let remote else {
            let isLocal = error.pointee.domain == g_io_error_quark()
            switch UInt32(bitPattern: error.pointee.code) {
            case G_IO_ERROR_TIMED_OUT.rawValue where isLocal: self = .timedOut
            case G_IO_ERROR_CLOSED.rawValue where isLocal, G_IO_ERROR_BROKEN_PIPE.rawValue where isLocal: self = .closed
            default: self = .refused(text)
            }
            return
        }
        switch String(cString: remote) {
        case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
            "org.freedesktop.DBus.Error.NoReply":
            self = .gone
        default: self = .refused(text)
        }
    }
}
