import CX11

/// What runs on a display besides us: manager, compositor, kind of server.
public struct DesktopFacts: Sendable, Hashable {
    /// The window manager's name; nil without one, "unknown" when it does not say.
    public let windowManager: String?
    /// What of EWMH the manager says it does, as far as the project asks.
    public let supported: Set<AtomName>
    /// A compositor owns the screen's selection (EWMH _NET_WM_CM_Sn).
    public let hasCompositor: Bool
    /// The server is Xwayland: other programs' windows may not be X11's at all.
    public let isXwayland: Bool

    /// Whether a server is Xwayland, by its extension or, before Xwayland 23.1 had that, by the names of its monitors.
    public static func isXwayland(hasExtension: Bool, monitors: [String]) -> Bool {
        hasExtension || monitors.contains { $0.hasPrefix("XWAYLAND") && Int($0.dropFirst("XWAYLAND".count)) != nil }
    }
}

extension Connection {
    /// Asks what runs here. A few round trips.
    public func desktopFacts() -> DesktopFacts {
        var manager: String?
        // EWMH: the check window names itself; one that does not is left over from a manager that died.
        if let check = numbers(.supportingWMCheck, of: rootWindow).first.map(WindowID.init),
            numbers(.supportingWMCheck, of: check).first == check.rawValue
        {
            let name = text(.wmName, of: check) ?? ""
            manager = name.isEmpty ? "unknown" : name
        } else if isSubstructureRedirected {
            // Old managers such as twm know no EWMH but take SubstructureRedirect on the root.
            manager = "unknown"
        }
        var (opcode, event, error) = (Int32(0), Int32(0), Int32(0))
        return DesktopFacts(
            windowManager: manager, supported: names(.supported, of: rootWindow),
            hasCompositor: isComposited(),
            isXwayland: DesktopFacts.isXwayland(
                hasExtension: XQueryExtension(display, AtomName.xwayland.rawValue, &opcode, &event, &error) != 0,
                monitors: monitors().map(\.name)))
    }

    private var isSubstructureRedirected: Bool {
        var attributes = XWindowAttributes()
        guard XGetWindowAttributes(display, root, &attributes) != 0 else { return false }
        return attributes.all_event_masks & SubstructureRedirectMask != 0
    }

    /// Which of the named extensions the server has, in the order given. A round trip each.
    public func extensions(_ names: [String]) -> [(name: String, isPresent: Bool)] {
        guard !isBroken else { return [] }
        var (opcode, event, error) = (Int32(0), Int32(0), Int32(0))
        return names.map { ($0, XQueryExtension(display, $0, &opcode, &event, &error) != 0) }
    }
}
