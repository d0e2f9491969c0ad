/// Keys held together with another.
public struct Modifiers: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8
    /// From bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Control.
    public static let control = Modifiers(rawValue: 2)
    /// Alt, X11's Mod1.
    public static let alt = Modifiers(rawValue: 4)
    /// The key with the logo, X11's Mod4.
    public static let logo = Modifiers(rawValue: 8)
}

/// A key that went down, or repeats while it is held.
public struct KeyEvent: Sendable, Hashable {
    /// The keys that mean something to views.
    public enum Key: Sendable, Hashable {
        /// Goes to the next view; with shift to the one before.
        case tab
        /// Leaves or cancels.
        case escape
        /// Activates or submits; the keypad's Enter too.
        case enter
        /// Activates, or is a blank.
        case space
        /// Left.
        case left
        /// Right.
        case right
        /// Up.
        case up
        /// Down.
        case down
        /// To the beginning.
        case home
        /// To the end.
        case end
        /// Takes away before the caret.
        case backspace
        /// Takes away after the caret.
        case delete
        /// Opens a menu.
        case menu
        /// Any other; `text` tells what it types.
        case other
    }

    /// Which key.
    public var key: Key
    /// What it types with the keyboard's layout; empty when nothing.
    public var text: String
    /// What was held with it.
    public var modifiers: Modifiers
    /// When, in seconds of the one clock.
    public var time: Double

    /// An event.
    public init(_ key: Key, text: String = "", modifiers: Modifiers = [], time: Double) {
        self.key = key
        self.text = text
        self.modifiers = modifiers
        self.time = time
    }
}
