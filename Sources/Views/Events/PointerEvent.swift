public import Foundation

/// What the pointer did in a window.
public struct PointerEvent: Sendable, Hashable {
    /// What happened.
    public enum Phase: Sendable, Hashable {
        /// A button went down.
        case down
        /// The pointer moved, with or without a button held.
        case moved
        /// The button went up again.
        case up
        /// The pointer left the window.
        case left
        /// The grab was lost: what is under way ends without effect.
        case cancelled
    }
    /// Which button.
    public enum Button: Sendable, Hashable {
        /// The left one, mostly.
        case primary
        /// The wheel.
        case middle
        /// The right one, mostly: menus.
        case secondary
    }

    /// What happened.
    public var phase: Phase
    /// Where, in points of the window.
    public var location: CGPoint
    /// The button that went down or up.
    public var button: Button
    /// What was held on the keyboard.
    public var modifiers: Modifiers
    /// When, in seconds of the one clock.
    public var time: Double

    /// An event.
    public init(
        _ phase: Phase, at location: CGPoint = .zero, button: Button = .primary, modifiers: Modifiers = [],
        time: Double
    ) {
        self.phase = phase
        self.location = location
        self.button = button
        self.modifiers = modifiers
        self.time = time
    }
}

/// A turn of the wheel or a move of two fingers.
public struct ScrollEvent: Sendable, Hashable {
    /// Where the pointer is, in points of the window.
    public var location: CGPoint
    /// Steps to the right.
    public var dx: Double
    /// Steps downwards; one is a notch of a wheel.
    public var dy: Double
    /// What was held on the keyboard.
    public var modifiers: Modifiers
    /// When, in seconds of the one clock.
    public var time: Double

    /// An event.
    public init(at location: CGPoint, dx: Double = 0, dy: Double, modifiers: Modifiers = [], time: Double) {
        self.location = location
        self.dx = dx
        self.dy = dy
        self.modifiers = modifiers
        self.time = time
    }
}
