import CX11
import Geometry

extension Connection {
    /// Sends what is buffered, then takes the next event. Never blocks; nil when there is none.
    ///
    /// `_NET_WM_PING` is answered here and not returned.
    public func nextEvent() -> ServerEvent? {
        while !isBroken, XPending(display) > 0, !isBroken {
            var event = XEvent()
            XNextEvent(display, &event)
            if isBroken { return nil }
            if let translated = translate(&event) { return translated }
        }
        return nil
    }

    private func translate(_ event: inout XEvent) -> ServerEvent? {
        if event.type == completionType {
            return withUnsafeBytes(of: event) {
                .completion(segment: UInt($0.loadUnaligned(as: XShmCompletionEvent.self).shmseg))
            }
        }
        if randrBase >= 0, event.type == randrBase || event.type == randrBase + RRNotify {
            XRRUpdateConfiguration(&event)
            return .monitorsChanged
        }
        if fixesBase >= 0, event.type == fixesBase + XFixesSelectionNotify {
            return withUnsafeBytes(of: event) {
                .compositorChanged(isPresent: $0.loadUnaligned(as: XFixesSelectionNotifyEvent.self).owner != 0)
            }
        }
        if let change = rootChange(&event) { return change }
        if event.xany.send_event != 0, Self.isServersAlone(event.type) { return .other(event.type) }
        switch event.type {
        case Expose: return .expose(WindowID(event.xexpose.window), isLast: event.xexpose.count == 0)
        case ConfigureNotify: return configure(&event)
        case MapNotify: return .map(WindowID(event.xmap.window))
        case UnmapNotify: return .unmap(WindowID(event.xunmap.window))
        case ReparentNotify:
            return .reparent(WindowID(event.xreparent.window), parent: WindowID(event.xreparent.parent))
        case DestroyNotify: return .destroy(WindowID(event.xdestroywindow.window))
        case VisibilityNotify:
            let state: ServerEvent.Visibility =
                switch event.xvisibility.state {
                case VisibilityUnobscured: .full
                case VisibilityPartiallyObscured: .partial
                default: .obscured
                }
            return .visibility(WindowID(event.xvisibility.window), state)
        case PropertyNotify:
            let atom = event.xproperty.atom
            return .property(
                WindowID(event.xproperty.window), atoms.first { $0.value == atom }?.key,
                time: UInt(event.xproperty.time))
        case ButtonPress, ButtonRelease: return .button(button(event.xbutton))
        case MotionNotify: return .motion(motion(event.xmotion))
        case KeyPress, KeyRelease: return .key(key(&event.xkey))
        case EnterNotify:
            let crossing = event.xcrossing
            return .enter(
                WindowID(crossing.window), Point(Int(crossing.x), Int(crossing.y)),
                isGrab: crossing.mode != NotifyNormal, time: UInt(crossing.time))
        case LeaveNotify:
            return .leave(WindowID(event.xcrossing.window), isGrab: event.xcrossing.mode != NotifyNormal)
        case FocusIn, FocusOut: return .focus(WindowID(event.xfocus.window), isIn: event.type == FocusIn)
        case ClientMessage: return message(&event)
        case MappingNotify:
            XRefreshKeyboardMapping(&event.xmapping)
            return nil
        case GenericEvent: return inputEvent(&event) ?? .other(event.type)
        default: return .other(event.type)
        }
    }

    /// Only the server can know such things: another client that tells them makes them up.
    ///
    /// Managers tell of ConfigureNotify (ICCCM 4.1.5), and synthetic input is what programs for the disabled send.
    private static func isServersAlone(_ type: Int32) -> Bool {
        switch type {
        case MapNotify, UnmapNotify, ReparentNotify, DestroyNotify, GravityNotify, VisibilityNotify, FocusIn, FocusOut,
            PropertyNotify, MappingNotify:
            true
        default: false
        }
    }

    private func configure(_ event: inout XEvent) -> ServerEvent {
        let change = event.xconfigure
        if change.window == root {
            // A server without RandR events (monitors set by hand) tells only this way.
            XRRUpdateConfiguration(&event)
            return .monitorsChanged
        }
        let rect = Rect(x: Int(change.x), y: Int(change.y), width: Int(change.width), height: Int(change.height))
        return .configure(WindowID(change.window), rect, isSynthetic: change.send_event != 0)
    }

    private func button(_ event: XButtonEvent) -> ServerEvent.Button {
        ServerEvent.Button(
            window: WindowID(event.window), button: Int(event.button), isPress: event.type == ButtonPress,
            position: Point(Int(event.x), Int(event.y)), rootPosition: Point(Int(event.x_root), Int(event.y_root)),
            modifiers: KeyModifiers(rawValue: event.state), time: UInt(event.time))
    }

    private func motion(_ event: XMotionEvent) -> ServerEvent.Motion {
        ServerEvent.Motion(
            window: WindowID(event.window), position: Point(Int(event.x), Int(event.y)),
            rootPosition: Point(Int(event.x_root), Int(event.y_root)),
            isLeftDown: event.state & UInt32(Button1Mask) != 0, modifiers: KeyModifiers(rawValue: event.state),
            time: UInt(event.time))
    }

    private func key(_ event: inout XKeyEvent) -> ServerEvent.Key {
        var typed: KeySym = 0
        var bytes = [CChar](repeating: 0, count: 16)
        let count = XLookupString(&event, &bytes, Int32(bytes.count), &typed, nil)
        return ServerEvent.Key(
            window: WindowID(event.window), keysym: UInt(XLookupKeysym(&event, 0)), isPress: event.type == KeyPress,
            text: text(of: typed, latin1: bytes.prefix(Int(max(0, count)))),
            modifiers: KeyModifiers(rawValue: event.state), time: UInt(event.time))
    }

    /// What a keysym types: Unicode keysyms carry their own scalar (X11 protocol, appendix A), the rest is Latin-1.
    private func text(of keysym: KeySym, latin1: ArraySlice<CChar>) -> String {
        let scalar =
            keysym & 0xff00_0000 == 0x0100_0000
            ? UnicodeScalar(UInt32(keysym & 0x00ff_ffff))
            : latin1.count == 1 ? latin1.first.flatMap { UnicodeScalar(UInt32(UInt8(bitPattern: $0))) } : nil
        guard let scalar, !scalar.properties.isWhitespace || scalar == " ", scalar.value >= 0x20, scalar.value != 0x7f
        else { return "" }
        return String(scalar)
    }

    private func message(_ event: inout XEvent) -> ServerEvent? {
        let message = event.xclient
        // A wild format or type from a confused manager is ignored, not trusted.
        guard message.format == 32, message.message_type == atom(.wmProtocols) else { return .other(ClientMessage) }
        let data = message.data.l
        switch CX11.Atom(bitPattern: data.0) {
        case atom(.wmDeleteWindow): return .closeRequest(WindowID(message.window))
        case atom(.wmPing):
            // Answers go to the root, where whoever watches its children gets them: to answer those never ends.
            guard isOwn(WindowID(message.window)) else { return .other(ClientMessage) }
            event.xclient.window = root
            XSendEvent(display, root, 0, SubstructureNotifyMask | SubstructureRedirectMask, &event)
            XFlush(display)
            return nil
        case atom(.wmSyncRequest):
            let value = Int64(truncatingIfNeeded: data.2 & 0xffff_ffff) | Int64(truncatingIfNeeded: data.3) << 32
            return .syncRequest(WindowID(message.window), value: value)
        default: return .other(ClientMessage)
        }
    }
}
