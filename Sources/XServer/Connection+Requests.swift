import CX11

/// What an ordinary client asks for; with a manager these are requests that it may refuse.
extension Connection {
    /// Asks for a window to be put above its siblings.
    public func requestRaise(_ window: WindowID) {
        guard !isBroken else { return }
        XRaiseWindow(display, window.rawValue)
    }

    /// Asks for a window to be put below its siblings.
    public func requestLower(_ window: WindowID) {
        guard !isBroken else { return }
        XLowerWindow(display, window.rawValue)
    }

    /// Gives the keyboard to a window; nothing happens when it is not viewable.
    public func requestFocus(_ window: WindowID) {
        guard !isBroken else { return }
        XSetInputFocus(display, window.rawValue, Int32(RevertToPointerRoot), 0)
    }

    /// Asks a window's client to close it, as managers do (WM_DELETE_WINDOW, ICCCM 4.2.8.1).
    public func requestClose(_ window: WindowID) {
        guard !isBroken else { return }
        var event = XEvent()
        event.xclient.type = ClientMessage
        event.xclient.window = window.rawValue
        event.xclient.message_type = XInternAtom(display, "WM_PROTOCOLS", 0)
        event.xclient.format = 32
        event.xclient.data.l = (Int(bitPattern: XInternAtom(display, "WM_DELETE_WINDOW", 0)), Int(CurrentTime), 0, 0, 0)
        XSendEvent(display, window.rawValue, 0, 0, &event)
    }

    /// Whether somebody takes the requests for windows on the root: a manager, old or new. A round trip.
    public func isRootRedirected() -> Bool {
        guard !isBroken else { return false }
        var attributes = XWindowAttributes()
        guard XGetWindowAttributes(display, root, &attributes) != 0 else { return false }
        return attributes.all_event_masks & SubstructureRedirectMask != 0
    }

    /// Whether a compositor owns the screen's selection (EWMH _NET_WM_CM_Sn). Two round trips.
    public func isComposited() -> Bool {
        guard !isBroken else { return false }
        return XGetSelectionOwner(display, compositorSelection) != 0
    }

    /// A window's class name (the second part of WM_CLASS); nil when it has none or is gone. A round trip.
    public func className(of window: WindowID) -> String? { classNames(of: window).last }

    /// Both names of WM_CLASS (ICCCM 4.1.2.5), the instance first; none when it has none or is gone. A round trip.
    public func classNames(of window: WindowID) -> [String] {
        guard !isBroken else { return [] }
        var hint = XClassHint()
        guard XGetClassHint(display, window.rawValue, &hint) != 0 else { return [] }
        defer {
            if let name = hint.res_name { XFree(name) }
            if let name = hint.res_class { XFree(name) }
        }
        return [hint.res_name, hint.res_class].compactMap { $0.map { String(cString: $0) } }
    }

    /// Leaves our windows where they are when the connection ends (SetCloseDownMode, RetainPermanent).
    public func leaveWindowsBehind() {
        guard !isBroken else { return }
        XSetCloseDownMode(display, RetainPermanent)
        sync()
    }
}
