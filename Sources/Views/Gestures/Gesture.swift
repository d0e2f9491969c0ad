public import Foundation

/// Something to be made out in what the pointer does over a view: a tap, a pan.
///
/// Of all gestures that watch one press, the first that begins takes it; the others, and the button under the pointer,
/// are cancelled. Gestures of inner views come first.
@MainActor open class Gesture {
    /// Where a gesture is in its life.
    public enum State: Sendable, Hashable {
        /// Nothing was made out yet.
        case possible
        /// It was made out and goes on.
        case began
        /// It moved on.
        case changed
        /// It came to its end.
        case ended
        /// It ended without effect: the grab was lost, Escape, the view left.
        case cancelled
    }

    /// The view it watches.
    public internal(set) weak var view: View?
    /// Where it is in its life.
    public private(set) var state = State.possible
    /// Whether it watches at all; switching it off cancels it.
    public var isEnabled = true { didSet { if !isEnabled { cancel() } } }
    /// The button it watches.
    public var button = PointerEvent.Button.primary
    /// Where the pointer is, in points of the window.
    public internal(set) var location = CGPoint.zero

    init() {}

    /// Whether it loses a press that a button under the pointer has taken.
    var yieldsToPress: Bool { true }
    /// Whether it has taken the press.
    var isActive: Bool { state == .began || state == .changed }

    /// A press starts.
    func press(_ event: PointerEvent) {}
    /// The pointer moved during a press.
    func move(_ event: PointerEvent) {}
    /// The press ends.
    func release(_ event: PointerEvent) {}
    /// Another gesture has taken the press.
    func lose() { cancel() }
    /// Forget the press, tell nobody.
    func reset() { state = .possible }
    /// Tells whoever asked for it of the state.
    func tell() {}

    /// Ends it without effect, wherever it is.
    public func cancel() {
        if isActive { change(to: .cancelled) }
        reset()
    }

    /// Goes to another state and tells. When it begins, it takes the press.
    func change(to new: State) {
        if new == .began || (new == .ended && state == .possible) { view?.root?.take(self) }
        state = new
        tell()
    }
}
