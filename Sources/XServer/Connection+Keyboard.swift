import CX11
import Geometry

/// A key with what is held with it.
public struct KeyChord: Sendable, Hashable {
    /// The X keysym, such as 0xff1b for Escape.
    public var keysym: UInt
    /// What is held.
    public var modifiers: KeyModifiers

    /// A key.
    public init(_ keysym: UInt, _ modifiers: KeyModifiers = []) {
        self.keysym = keysym
        self.modifiers = modifiers
    }
}

extension Connection {
    /// Has chords come to the root window of this connection, whoever has the focus; with Caps Lock and Num Lock on too.
    ///
    /// Passive: nobody's grab of the whole keyboard, such as a locker's, is in its way. Keys that the keyboard lacks, and
    /// chords that another client has, stay as they are: the server's refusals are left in `takeErrors`.
    public func grabKeys(_ chords: some Sequence<KeyChord>) {
        forEachCode(chords) { code, modifiers in
            XGrabKey(display, code, modifiers, root, 1, GrabModeAsync, GrabModeAsync)
        }
    }

    /// Ends `grabKeys`.
    public func releaseKeys(_ chords: some Sequence<KeyChord>) {
        forEachCode(chords) { code, modifiers in XUngrabKey(display, code, modifiers, root) }
    }

    /// Has one chord come to the root window. A round trip.
    ///
    /// - Returns: false when the keyboard lacks the key, or another client has the chord.
    public func grabKey(_ chord: KeyChord) -> Bool {
        guard !isBroken, XKeysymToKeycode(display, chord.keysym) != 0 else { return false }
        sync()
        _ = takeErrors()
        grabKeys([chord])
        sync()
        guard takeErrors().contains(where: { $0.code == .badAccess }) else { return true }
        releaseKeys([chord])
        return false
    }

    /// Has all keys come to a window, as lockers and menus of others do: for tests. A round trip.
    ///
    /// - Returns: false when somebody else holds the keyboard.
    public func grabWholeKeyboard(for window: WindowID) -> Bool {
        guard !isBroken else { return false }
        return XGrabKeyboard(display, window.rawValue, 0, GrabModeAsync, GrabModeAsync, 0) == GrabSuccess
    }

    private func forEachCode(_ chords: some Sequence<KeyChord>, _ body: (Int32, UInt32) -> Void) {
        guard !isBroken else { return }
        for chord in chords {
            let code = XKeysymToKeycode(display, chord.keysym)
            guard code != 0 else { continue }
            for lock in Self.locks { body(Int32(code), chord.modifiers.rawValue | lock) }
        }
    }

    /// Caps Lock and Num Lock (Mod2 everywhere) do not count.
    private static let locks: [UInt32] = [0, UInt32(LockMask), UInt32(Mod2Mask), UInt32(LockMask | Mod2Mask)]
}
