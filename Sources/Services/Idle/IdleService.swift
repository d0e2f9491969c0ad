/// Who can keep the desktop from going idle, the best first.
enum IdleService: Int, Sendable, CaseIterable {
    /// The desktop's screen saver (freedesktop.org, Idle Inhibition Service Draft 0.1).
    case screenSaver
    /// GNOME's session manager and those that took over its interface (gnome-session, `org.gnome.SessionManager`).
    case sessionManager
    /// The login manager (systemd, inhibitor locks). It keeps the machine from sleeping, not the screen from blanking.
    case login

    /// Its name, its object and the interface.
    var peer: BusPeer {
        switch self {
        case .screenSaver:
            BusPeer(
                name: "org.freedesktop.ScreenSaver", path: "/org/freedesktop/ScreenSaver",
                interface: "org.freedesktop.ScreenSaver")
        case .sessionManager:
            BusPeer(
                name: "org.gnome.SessionManager", path: "/org/gnome/SessionManager",
                interface: "org.gnome.SessionManager")
        case .login:
            BusPeer(
                name: "org.freedesktop.login1", path: "/org/freedesktop/login1",
                interface: "org.freedesktop.login1.Manager")
        }
    }

    /// It is on the system bus, and holds as long as a descriptor is open. The others give a number to release by.
    var isOnSystemBus: Bool { self == .login }

    /// What `Inhibit` is called with.
    func arguments(reason: String) -> [BusValue] {
        switch self {
        case .screenSaver: [.text("Porthole"), .text(reason)]
        // No window to blame; 8 is "inhibit the session being marked as idle".
        case .sessionManager: [.text("app.porthole"), .count(0), .text(reason), .count(8)]
        case .login: [.text("idle"), .text("Porthole"), .text(reason), .text("block")]
        }
    }

    /// What releases by number.
    var releaseMethod: String { self == .screenSaver ? "UnInhibit" : "Uninhibit" }
}
