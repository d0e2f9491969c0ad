import CX11
import Glibc

/// Properties and requests by names that the project itself has no use for: scenarios speak of all of EWMH.
extension Connection {
    /// Whether the manager says that it does something (EWMH _NET_SUPPORTED). Two round trips.
    public func managerSupports(_ name: String) -> Bool {
        guard let wanted = interned(name) else { return false }
        return numbers(.supported, of: rootWindow).contains(UInt(wanted))
    }

    /// Takes a property away. A round trip the first time.
    public func deleteProperty(named name: String, of window: WindowID) {
        guard !isBroken, let atom = interned(name) else { return }
        XDeleteProperty(display, window.rawValue, atom)
    }

    /// The number of a name on this server (an atom). A round trip.
    public func number(ofName name: String) -> UInt? { interned(name).map { UInt($0) } }

    /// Sets a property to one atom. A round trip or two.
    public func setAtom(named value: String, inProperty property: String, of window: WindowID) {
        guard let value = interned(value), let property = interned(property) else { return }
        var word = UInt(value)
        withUnsafeBytes(of: &word) {
            _ = XChangeProperty(
                display, window.rawValue, property, XA_ATOM, 32, PropModeReplace,
                $0.bindMemory(to: UInt8.self).baseAddress, 1)
        }
    }

    /// Reads numbers of a property, atoms and windows too; none when there is no such property. Two round trips.
    public func numbers(named property: String, of window: WindowID) -> [UInt] {
        guard let property = interned(property) else { return [] }
        var (type, format, count, rest) = (CX11.Atom(0), Int32(0), UInt(0), UInt(0))
        var data: UnsafeMutablePointer<UInt8>?
        let status = XGetWindowProperty(
            display, window.rawValue, property, 0, 1 << 16, 0, CX11.Atom(AnyPropertyType), &type, &format, &count,
            &rest, &data)
        defer { if let data { XFree(data) } }
        guard status == Success, let data, format == 32 else { return [] }
        return data.withMemoryRebound(to: UInt.self, capacity: Int(count)) {
            Array(UnsafeBufferPointer(start: $0, count: Int(count)))
        }
    }

    /// Sends a client message to the root, as EWMH has it for requests to the manager. A round trip or two.
    ///
    /// - Parameter data: at most five numbers.
    public func ask(_ message: String, about window: WindowID, _ data: [Int]) {
        guard let type = interned(message) else { return }
        var event = XEvent()
        event.xclient.type = ClientMessage
        event.xclient.window = window == .none ? root : window.rawValue
        event.xclient.message_type = type
        event.xclient.format = 32
        let words = Array(data.prefix(5)) + Array(repeating: 0, count: max(0, 5 - data.count))
        event.xclient.data.l = (words[0], words[1], words[2], words[3], words[4])
        XSendEvent(display, root, 0, SubstructureNotifyMask | SubstructureRedirectMask, &event)
    }

    /// Asks the manager for one or two states of a mapped window (EWMH _NET_WM_STATE), as a pager does.
    public func ask(states: [String], of window: WindowID, _ change: StateChange) {
        let atoms = states.prefix(2).compactMap { interned($0).map { Int(bitPattern: UInt($0)) } }
        guard let first = atoms.first else { return }
        ask("_NET_WM_STATE", about: window, [change.rawValue, first, atoms.count > 1 ? atoms[1] : 0, 2])
    }

    private func interned(_ name: String) -> CX11.Atom? {
        guard !isBroken else { return nil }
        let atom = XInternAtom(display, name, 0)
        return atom == 0 ? nil : atom
    }
}
