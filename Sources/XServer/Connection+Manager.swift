import CX11

/// What a request to the manager does to a state (EWMH _NET_WM_STATE).
public enum StateChange: Int, Sendable, Hashable {
    /// Takes it away.
    case remove = 0
    /// Gives it.
    case add = 1
    /// The other of both.
    case toggle = 2
}

extension Connection {
    /// Asks the manager to bring a window to the front, deiconified, with the focus (EWMH _NET_ACTIVE_WINDOW).
    ///
    /// - Parameter time: of the event that caused it, 0 when none did; managers refuse by it what steals the focus.
    public func activate(_ window: WindowID, time: UInt) {
        guard !isBroken else { return }
        // ICCCM 4.1.4: mapping is what deiconifies where there is no EWMH.
        map(window)
        // 2, as a pager has it: the user asked for it by another window. For 1 some only let it blink.
        tellManager(.activeWindow, window, [2, Int(bitPattern: time), 0])
    }

    /// Asks the manager to put a window on a workspace (EWMH _NET_WM_DESKTOP), counted from 0.
    public func move(_ window: WindowID, toWorkspace number: UInt) {
        guard !isBroken else { return }
        tellManager(.wmDesktop, window, [Int(bitPattern: number), 2])
    }

    /// Asks the manager for a state of a mapped window (EWMH _NET_WM_STATE).
    public func change(_ state: AtomName, of window: WindowID, _ change: StateChange) {
        guard !isBroken else { return }
        tellManager(.wmStateEWMH, window, [change.rawValue, Int(bitPattern: UInt(atom(state))), 0, 1])
    }

    private func tellManager(_ message: AtomName, _ window: WindowID, _ data: [Int]) {
        guard !isBroken else { return }
        var event = XEvent()
        event.xclient.type = ClientMessage
        event.xclient.window = window.rawValue
        event.xclient.message_type = atom(message)
        event.xclient.format = 32
        let words = data + Array(repeating: 0, count: 5 - data.count)
        event.xclient.data.l = (words[0], words[1], words[2], words[3], words[4])
        XSendEvent(display, root, 0, SubstructureNotifyMask | SubstructureRedirectMask, &event)
    }
}
