import CX11

extension Connection {
    /// Asks to be told of every button and finger that goes down anywhere, whoever gets it (XInput 2.1 XI_RawButtonPress,
    /// 2.2 XI_RawTouchBegin), or no more. Nothing is taken from anybody: a menu that is watched so stands in no locker's
    /// way.
    ///
    /// - Returns: false when the server lacks XInput 2.1. A round trip the first time.
    @discardableResult
    public func watchButtons(_ isWatching: Bool) -> Bool {
        guard !isBroken, hasInput(2, 1) else { return false }
        let events = hasInput(2, 2) ? [XI_RawButtonPress, XI_RawTouchBegin] : [XI_RawButtonPress]
        selectInput(isWatching ? events : [], on: root)
        return true
    }

    /// The server has at least this XInput. A round trip the first time.
    func hasInput(_ major: Int32, _ minor: Int32) -> Bool {
        guard !isBroken else { return false }
        if inputVersion == nil { inputVersion = findInputExtension() }
        guard let has = inputVersion else { return false }
        return has >= (major, minor)
    }

    /// Has the events of all pointers sent for a window, in place of those that were asked for before.
    func selectInput(_ events: [Int32], on window: CX11.Window) {
        var bits = [UInt8](repeating: 0, count: Int(XI_LASTEVENT) / 8 + 1)
        for event in events { shim_xi_set_mask(&bits, event) }
        let count = Int32(bits.count)
        bits.withUnsafeMutableBufferPointer { bits in
            var mask = XIEventMask(deviceid: XIAllMasterDevices, mask_len: count, mask: bits.baseAddress)
            XISelectEvents(display, window, &mask, 1)
        }
    }

    /// Finds the number of the extension, and says once that we know XInput 2.2: whoever says it twice with other
    /// numbers is refused.
    private func findInputExtension() -> (Int32, Int32) {
        var (opcode, event, error) = (Int32(0), Int32(0), Int32(0))
        guard XQueryExtension(display, "XInputExtension", &opcode, &event, &error) != 0 else { return (0, 0) }
        var (major, minor) = (Int32(2), Int32(2))
        guard XIQueryVersion(display, &major, &minor) == Success else { return (0, 0) }
        inputExtension = opcode
        return (major, minor)
    }

    /// What XInput tells; nil for another extension's event.
    func inputEvent(_ event: inout XEvent) -> ServerEvent? {
        guard event.xcookie.extension == inputExtension else { return nil }
        switch event.xcookie.evtype {
        case XI_RawButtonPress, XI_RawTouchBegin: return .buttonAnywhere
        case XI_TouchBegin: return touch(&event, .began)
        case XI_TouchUpdate: return touch(&event, .moved)
        case XI_TouchEnd: return touch(&event, .ended)
        default: return nil
        }
    }
}
