import CX11
import Glibc

extension Connection {
    /// Tells whoever launched us that the window is up (the startup-notification protocol, "remove:").
    ///
    /// - Parameter identifier: what came in `DESKTOP_STARTUP_ID`.
    public func endStartupSequence(_ identifier: String) {
        guard !isBroken else { return }
        let window = XCreateSimpleWindow(display, root, -100, -100, 1, 1, 0, 0, 0)
        defer { XDestroyWindow(display, window) }
        let quoted = identifier.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        var bytes = Array("remove: ID=\"\(quoted)\"".utf8) + [0]
        // The message travels in pieces of 20 bytes; the first says that it begins.
        var isFirst = true
        while !bytes.isEmpty {
            var event = XEvent()
            event.xclient.type = ClientMessage
            event.xclient.window = window
            event.xclient.message_type = atom(isFirst ? .startupInfoBegin : .startupInfo)
            event.xclient.format = 8
            withUnsafeMutableBytes(of: &event.xclient.data) { data in
                for (index, byte) in bytes.prefix(20).enumerated() { data[index] = byte }
            }
            XSendEvent(display, root, 0, PropertyChangeMask, &event)
            bytes.removeFirst(min(20, bytes.count))
            isFirst = false
        }
        XFlush(display)
    }
}
