import CGLib
import Geometry

/// What GLib and the libraries on it have to complain about, which they write to stderr by themselves otherwise.
///
/// An app that says one clear line about each error passes on what a library grumbles only to who asks for details.
public enum GLibLog {
    private static let sink = Lock<(@Sendable (String) -> Void)?>(nil)

    /// Sends each message to `body`, on any thread, in one line; `G_MESSAGES_DEBUG` and fatal ones stay GLib's own.
    public static func redirect(_ body: @escaping @Sendable (String) -> Void) {
        sink.withLock { $0 = body }
        g_log_set_default_handler(
            { domain, level, message, data in
                guard let message, level.rawValue & G_LOG_FLAG_FATAL.rawValue == 0, let body = GLibLog.current else {
                    return g_log_default_handler(domain, level, message, data)
                }
                let name = domain.map { String(cString: $0) } ?? "GLib"
                body("\(name): \(String(cString: message))")
            }, nil)
    }

    private static var current: (@Sendable (String) -> Void)? { sink.withLock { $0 } }
}
