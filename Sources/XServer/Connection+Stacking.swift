import CX11
import Geometry

extension Connection {
    /// The root's children, lowest first, without what the server keeps for itself, a compositor's overlay for example.
    /// A round trip.
    public func rootChildren() -> [WindowID] {
        guard !isBroken else { return [] }
        // The first question for a shape would wait otherwise.
        ShapeExtension.prepare(XGetXCBConnection(display))
        return children(of: rootWindow).filter { !isServerOwned($0) }
    }

    /// Puts a window directly above a sibling (ConfigureWindow with sibling and Above). Nothing happens when either is
    /// gone.
    public func restack(_ window: WindowID, above sibling: WindowID) { restack(window, sibling, Above) }

    /// Puts a window directly below a sibling. Nothing happens when either is gone.
    public func restack(_ window: WindowID, below sibling: WindowID) { restack(window, sibling, Below) }

    private func restack(_ window: WindowID, _ sibling: WindowID, _ mode: Int32) {
        guard !isBroken else { return }
        var changes = XWindowChanges()
        changes.sibling = sibling.rawValue
        changes.stack_mode = mode
        XConfigureWindow(display, window.rawValue, UInt32(CWSibling | CWStackMode), &changes)
    }

    /// Asks for more events of a window, besides those this connection asked for before. A round trip.
    public func selectAlso(_ events: EventInterest, on window: WindowID) {
        guard !isBroken else { return }
        var attributes = XWindowAttributes()
        guard XGetWindowAttributes(display, window.rawValue, &attributes) != 0 else { return }
        XSelectInput(display, window.rawValue, attributes.your_event_mask | events.rawValue)
    }

    /// Gives the keyboard to a window, or with `.none` to whatever the pointer is over. Nothing happens when the window
    /// is gone or not viewable.
    public func setFocus(_ window: WindowID) {
        guard !isBroken else { return }
        let target = window == .none ? CX11.Window(PointerRoot) : window.rawValue
        XSetInputFocus(display, target, Int32(RevertToPointerRoot), 0)
    }

    /// This connection made it.
    public func isOwn(_ window: WindowID) -> Bool {
        guard !isBroken, let setup = xcb_get_setup(XGetXCBConnection(display)) else { return false }
        return window.rawValue & ~UInt(setup.pointee.resource_id_mask) == UInt(setup.pointee.resource_id_base)
    }

    /// The server made it itself: no client's identifier has these bits clear (X11 protocol, section 8, set-up).
    func isServerOwned(_ window: WindowID) -> Bool {
        guard let setup = xcb_get_setup(XGetXCBConnection(display)) else { return false }
        return window.rawValue & 0x1fff_ffff & ~UInt(setup.pointee.resource_id_mask) == 0
    }

    /// What an event tells of the root's children; nil for other events.
    func rootChange(_ event: inout XEvent) -> ServerEvent? {
        switch event.type {
        case CreateNotify, DestroyNotify, MapNotify, UnmapNotify, ReparentNotify, ConfigureNotify, GravityNotify,
            CirculateNotify:
            // All have the window that was asked about in the same place.
            guard event.xany.window == root, let change = change(event) else { return nil }
            // Clients send such events too: a withdrawn window's UnmapNotify (ICCCM 4.1.4) unmaps nothing.
            if event.xany.send_event != 0 { return .other(event.type) }
            return isServerOwned(change.window) ? .other(event.type) : .rootChange(change)
        default: return nil
        }
    }

    private func change(_ event: XEvent) -> RootChange? {
        switch event.type {
        case CreateNotify:
            let new = event.xcreatewindow
            return .created(
                WindowID(new.window), outer(new.x, new.y, new.width, new.height, new.border_width),
                isOverrideRedirect: new.override_redirect != 0)
        case ConfigureNotify where event.xconfigure.window != root:
            let change = event.xconfigure
            return .configured(
                WindowID(change.window), outer(change.x, change.y, change.width, change.height, change.border_width),
                above: WindowID(change.above), isOverrideRedirect: change.override_redirect != 0)
        case MapNotify:
            return .mapped(WindowID(event.xmap.window), isOverrideRedirect: event.xmap.override_redirect != 0)
        case UnmapNotify: return .unmapped(WindowID(event.xunmap.window))
        case DestroyNotify where event.xdestroywindow.window != root:
            return .destroyed(WindowID(event.xdestroywindow.window))
        case ReparentNotify:
            let change = event.xreparent
            return change.parent == root
                ? .joined(WindowID(change.window)) : .left(WindowID(change.window), into: WindowID(change.parent))
        case GravityNotify:
            return .moved(WindowID(event.xgravity.window), Point(Int(event.xgravity.x), Int(event.xgravity.y)))
        case CirculateNotify:
            return .circulated(WindowID(event.xcirculate.window), toTop: event.xcirculate.place == PlaceOnTop)
        default: return nil
        }
    }

    private func outer(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32, _ border: Int32) -> Rect {
        Rect(x: Int(x), y: Int(y), width: Int(width + 2 * border), height: Int(height + 2 * border))
    }
}

extension RootChange {
    /// Which window it happened to.
    var window: WindowID {
        switch self {
        case .created(let window, _, _), .configured(let window, _, _, _), .moved(let window, _),
            .mapped(let window, _), .unmapped(let window), .destroyed(let window), .left(let window, _),
            .joined(let window), .circulated(let window, _):
            window
        }
    }
}
