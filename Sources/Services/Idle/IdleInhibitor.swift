import EventLoop

/// Keeps the desktop from going idle, blanking and locking, while a session plays (spec B5).
///
/// By the screen saver (freedesktop.org, Idle Inhibition Service Draft 0.1), else by GNOME's session manager, else by
/// the login manager's inhibitor locks (systemd). Who is started anew is asked anew, and who is not there is waited
/// for. Nothing here blocks or fails. Any thread.
public final class IdleInhibitor: Sendable {
    private let holder: IdleHolder

    /// An inhibitor that inhibits nothing yet, and connects to nothing before it has to.
    ///
    /// - Parameters:
    ///   - environment: where the buses are (`SessionBus.address`, `DBUS_SYSTEM_BUS_ADDRESS`).
    ///   - warn: told once, on the GLib thread, when nobody is there who could do it; a sentence with the reasons.
    public init(environment: [String: String], warn: @escaping @Sendable (String) -> Void = { _ in }) {
        holder = IdleHolder(environment: environment, warn: warn)
    }

    /// Inhibits, or releases with nil. A repeat changes nothing; a new reason is told when somebody is asked next.
    ///
    /// - Parameter reason: what users may be shown, such as "playing a video".
    public func set(_ reason: String?) { GLibThread.shared.perform { [holder] in holder.send(.wanted(reason)) } }

    deinit { GLibThread.shared.perform { [holder] in holder.stop() } }
}
