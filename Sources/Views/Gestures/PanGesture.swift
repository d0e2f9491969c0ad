public import Foundation

/// A drag, with the velocity it is let go with (spec C7).
@MainActor public final class PanGesture: Gesture {
    /// Called when it begins, moves on, ends or is cancelled; `state` tells which.
    public var onChange: (@MainActor (PanGesture) -> Void)?
    /// How far the pointer is from where it was pressed, in points.
    public private(set) var translation = CGPoint.zero
    /// How fast it moves, in points a second, over the last 100 ms; zero after it has rested that long.
    public private(set) var velocity = Velocity.zero
    /// Where the pointer was pressed, in points of the window.
    public private(set) var start = CGPoint.zero

    /// Points to move before a press becomes a pan.
    static let threshold = 4.0
    /// Seconds of movement that the velocity is taken from.
    static let window = 0.1

    private var samples: [(place: CGPoint, time: Double)] = []
    private var isPressed = false

    /// A pan.
    public init(onChange: (@MainActor (PanGesture) -> Void)? = nil) { self.onChange = onChange }

    override var yieldsToPress: Bool { false }

    override func press(_ event: PointerEvent) {
        isPressed = true
        start = event.location
        location = event.location
        translation = .zero
        velocity = .zero
        samples = [(event.location, event.time)]
    }

    override func move(_ event: PointerEvent) {
        guard isPressed else { return }
        sample(event)
        if isActive {
            change(to: .changed)
        } else if hypot(translation.x, translation.y) >= Self.threshold {
            change(to: .began)
        }
    }

    override func release(_ event: PointerEvent) {
        guard isPressed else { return }
        if isActive {
            sample(event)
            change(to: .ended)
        }
        reset()
    }

    override func reset() {
        super.reset()
        isPressed = false
        samples = []
    }

    override func tell() { onChange?(self) }

    private func sample(_ event: PointerEvent) {
        location = event.location
        translation = CGPoint(x: location.x - start.x, y: location.y - start.y)
        samples.append((event.location, event.time))
        samples.removeAll { event.time - $0.time > Self.window }
        guard let first = samples.first, let last = samples.last, last.time - first.time > 0.001 else {
            // Two events in one millisecond say nothing about speed; a single one says that the pointer rested.
            if samples.count < 2 { velocity = .zero }
            return
        }
        let seconds = last.time - first.time
        velocity = Velocity(
            dx: (last.place.x - first.place.x) / seconds, dy: (last.place.y - first.place.y) / seconds)
    }
}
