import EventLoop
import Geometry

/// Tells when the screen is locked, by what desktops say on D-Bus (spec M3).
///
/// The login manager (systemd-logind: signals Lock and Unlock, property LockedHint of our session) and screen savers
/// (ActiveChanged). A bus or a service that is not there says nothing; one that starts later is heard.
public final class LockWatch: Sendable {
    /// Who says so.
    public enum Source: Sendable, Hashable, CaseIterable {
        /// The login manager.
        case session
        /// A screen saver on the session bus.
        case screenSaver
    }

    private let listener: LockListener

    /// Watches until `stop`.
    ///
    /// - Parameters:
    ///   - environment: where the buses are (`SessionBus.address`, `DBUS_SYSTEM_BUS_ADDRESS`) and which session is ours
    ///     (`XDG_SESSION_ID`).
    ///   - report: told on the GLib thread of each change; unlocked is what everybody is before the first word.
    public init(environment: [String: String], report: @escaping @Sendable (Source, Bool) -> Void) {
        listener = LockListener(report)
        let system = SystemBus.address(environment: environment)
        let session = try? SessionBus.address(environment: environment)
        let id = environment["XDG_SESSION_ID"].flatMap { $0.isEmpty ? nil : $0 } ?? "auto"
        GLibThread.shared.perform { [listener] in
            listener.watchLogin(system, session: id)
            if let session { listener.watchSavers(session) }
        }
    }

    /// Ends it. A report that is on its way may still come.
    public func stop() { GLibThread.shared.perform { [listener] in listener.stop() } }

    deinit { stop() }
}
