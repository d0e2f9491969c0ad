import Foundation

/// A press and release in one place, once or twice (spec C10: a click that is no drag is a tap).
@MainActor public final class TapGesture: Gesture {
    /// How many presses.
    public let count: Int
    /// Called when it was made out.
    public var onTap: (@MainActor (TapGesture) -> Void)?
    /// A gesture that has the first claim: this one waits until it can't be any more.
    public weak var waitsFor: TapGesture?

    /// Points the pointer may move meanwhile.
    static let slop = 4.0
    /// Seconds between the presses of a double tap.
    static let interval = 0.3

    private var start: CGPoint?
    private var taps = 0
    private var lastTap = -Double.infinity
    private var lastPlace = CGPoint.zero
    private var pending: ClockTicket?

    /// A tap.
    public init(count: Int = 1, onTap: (@MainActor (TapGesture) -> Void)? = nil) {
        precondition(count > 0, "a tap is at least one press")
        self.count = count
        self.onTap = onTap
    }

    override func press(_ event: PointerEvent) {
        let isNear = hypot(event.location.x - lastPlace.x, event.location.y - lastPlace.y) <= 2 * Self.slop
        if event.time - lastTap > Self.interval || !isNear { taps = 0 }
        pending = nil
        start = event.location
    }

    override func move(_ event: PointerEvent) {
        guard let start, hypot(event.location.x - start.x, event.location.y - start.y) > Self.slop else { return }
        reset()
    }

    override func release(_ event: PointerEvent) {
        guard start != nil else { return }
        start = nil
        taps += 1
        lastTap = event.time
        lastPlace = event.location
        location = event.location
        guard taps >= count else { return }
        taps = 0
        guard let other = waitsFor, other.isEnabled, other.view != nil, let clock = view?.root?.animator.clock else {
            return recognize()
        }
        // The other may still come: a second press within the interval takes this one back.
        pending = clock.after(Self.interval) { [weak self] in
            self?.pending = nil
            self?.recognize()
        }
    }

    override func lose() { reset() }

    override func reset() {
        super.reset()
        start = nil
        taps = 0
        pending = nil
    }

    override func tell() { if state == .ended { onTap?(self) } }

    private func recognize() {
        change(to: .ended)
        super.reset()
    }
}
