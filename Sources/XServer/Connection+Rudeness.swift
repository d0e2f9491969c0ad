import CX11

/// What clients without manners do to the windows of others: for tests of those.
extension Connection {
    /// Ends the connection of the client that made a window, as `xkill` does. Nothing happens when it is gone.
    public func killClient(of window: WindowID) {
        guard !isBroken else { return }
        XKillClient(display, window.rawValue)
        sync()
    }

    /// Sends a window messages with wild values under the names that managers and toolkits use, and events that never
    /// happened: a place far outside the screen, another size, the end of the window. A round trip for each name.
    ///
    /// All of it reaches the client that made the window and nobody else: a manager that hears of the window's end takes
    /// its frame away, and the window with it. Nothing of it asks for what a program would have to grant, such as WM_DELETE_WINDOW.
    public func pester(_ window: WindowID) {
        guard !isBroken else { return }
        let names = [
            "WM_PROTOCOLS", "_NET_WM_STATE", "_NET_ACTIVE_WINDOW", "_NET_CURRENT_DESKTOP", "_NET_WM_DESKTOP",
            "_NET_WM_MOVERESIZE", "_NET_MOVERESIZE_WINDOW", "_NET_RESTACK_WINDOW", "_NET_WM_PING",
            "_NET_WM_SYNC_REQUEST", "WM_CHANGE_STATE", "MANAGER", "_XEMBED", "XdndEnter", "XdndPosition", "XdndDrop",
            "_NONE_SUCH",
        ]
        let wild = [Int.max, Int.min, -1, 0, 0x7fff_ffff]
        for name in names {
            for format in [8, 16, 32] { send(message: name, format: Int32(format), wild, to: window) }
        }
        for (x, y, side) in [(32_767, -32_768, 32_767), (-32_768, 32_767, 0), (0, 0, 1)] {
            var event = XEvent()
            event.xconfigure.type = ConfigureNotify
            event.xconfigure.event = window.rawValue
            event.xconfigure.window = window.rawValue
            (event.xconfigure.x, event.xconfigure.y) = (Int32(x), Int32(y))
            (event.xconfigure.width, event.xconfigure.height) = (Int32(side), Int32(side))
            event.xconfigure.border_width = 32_767
            event.xconfigure.above = .max
            XSendEvent(display, window.rawValue, 0, 0, &event)
        }
        for type in [UnmapNotify, ReparentNotify, MapNotify, GravityNotify, DestroyNotify] {
            var event = XEvent()
            event.type = type
            // All of these have the two windows in the same place.
            event.xunmap.event = window.rawValue
            event.xunmap.window = window.rawValue
            XSendEvent(display, window.rawValue, 0, 0, &event)
        }
        sync()
    }

    private func send(message name: String, format: Int32, _ data: [Int], to window: WindowID) {
        var event = XEvent()
        event.xclient.type = ClientMessage
        event.xclient.window = window.rawValue
        event.xclient.message_type = XInternAtom(display, name, 0)
        event.xclient.format = format
        event.xclient.data.l = (data[0], data[1], data[2], data[3], data[4])
        XSendEvent(display, window.rawValue, 0, 0, &event)
    }
}
