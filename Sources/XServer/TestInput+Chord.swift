import CX11

extension TestInput {
    /// Presses a key while others are held, and lets all of them go; by keysyms.
    ///
    /// - Returns: false when the keyboard lacks one of them; then nothing is pressed.
    public func press(_ keysym: UInt, holding modifiers: [UInt] = []) -> Bool {
        let codes = (modifiers + [keysym]).map { UInt32(XKeysymToKeycode(connection.display, $0)) }
        guard !connection.isBroken, !codes.contains(0) else { return false }
        for code in codes { XTestFakeKeyEvent(connection.display, code, 1, 0) }
        for code in codes.reversed() { XTestFakeKeyEvent(connection.display, code, 0, 0) }
        connection.sync()
        return true
    }
}
