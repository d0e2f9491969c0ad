/// What fingers on a window mean: a tap, a press of a control, a long press, a drag, a pinch (spec M5, M6, M9).
///
/// A reducer: it knows no server and no clock. Places are on the root, times the server's in milliseconds. A finger that
/// it was not told of coming down means nothing, so that what is left of a cancelled gesture does no harm.
public struct TouchGesture: Sendable, Hashable {
    /// What a finger did.
    public enum Event: Sendable, Hashable {
        /// It came down. `isAlone` when the server says that no other finger is there.
        case down(id: UInt, at: Point, time: UInt, isAlone: Bool)
        /// It moved.
        case moved(id: UInt, at: Point, time: UInt)
        /// It was lifted, or its device went away.
        case up(id: UInt, at: Point, time: UInt)
        /// The time of a long press is over.
        case rested
        /// The window went, another program took the fingers, or something else wants the window now.
        case cancelled
    }

    /// How things stand when something happens.
    public struct Ground: Sendable, Hashable {
        /// The window.
        public var window: Rect
        /// The shape it keeps.
        public var aspect: Size
        /// How small and how large it may be.
        public var limits: SizeLimits
        /// How far a finger goes before a tap becomes a drag, in pixels.
        public var slop: Int
        /// A control that is seen lies under the finger.
        public var hitsControl: Bool

        /// How things stand.
        public init(window: Rect, aspect: Size, limits: SizeLimits, slop: Int, hitsControl: Bool = false) {
            (self.window, self.aspect, self.limits) = (window, aspect, limits)
            (self.slop, self.hitsControl) = (slop, hitsControl)
        }
    }

    /// What has to be done.
    public enum Effect: Sendable, Hashable {
        /// The control there is held.
        case press(Point)
        /// The finger that holds a control is there now.
        case slide(Point)
        /// The control is let go.
        case release(Point)
        /// The control is held no more, and nothing comes of it.
        case forgetPress
        /// Wait for `rested`, or do so no more.
        case awaitRest(Bool)
        /// The window goes there. `finger` when one finger drags it, nil for two.
        case place(Rect, finger: Point?)
        /// One finger let go of the window, in pixels a second.
        case drop(dx: Double, dy: Double)
        /// The window is let go where it is.
        case settle
        /// A tap beside the controls.
        case tap(Point)
        /// A second tap at the same place soon after the first.
        case doubleTap
        /// A long press.
        case menu(Point)
    }

    private struct Finger: Sendable, Hashable {
        var id: UInt
        var at: Point
    }
    private enum State: Sendable, Hashable {
        case idle
        /// On a control.
        case pressing(UInt)
        /// Down on the picture, not yet moved.
        case waiting(Finger, trail: PointerTrail)
        /// The window is under a finger; nothing has been done yet with what is left of a pinch.
        case dragging(Finger, start: Rect, from: Point, trail: PointerTrail, hasMoved: Bool)
        case pinching(Finger, Finger, TouchPinch)
    }

    /// How soon a second tap makes a double tap, in the server's milliseconds.
    private static let doubleTapTime: UInt = 400

    private var state = State.idle
    private var lastTap: Tap?
    private struct Tap: Sendable, Hashable {
        var time: UInt
        var at: Point
    }

    /// No finger is there.
    public init() {}

    /// A finger is there that means something.
    public var isActive: Bool { state != .idle }
    /// The window is in the hand.
    public var holdsWindow: Bool {
        switch state {
        case .dragging, .pinching: true
        case .idle, .pressing, .waiting: false
        }
    }

    /// Takes what happened, and tells what has to be done, in this order.
    public mutating func reduce(_ event: Event, _ ground: Ground) -> [Effect] {
        switch event {
        case .down(let id, let place, let time, let isAlone):
            // The end of a finger may have gone astray with its device: the server knows better.
            let before = isActive && (isAlone || holds(id)) ? cancel() : []
            return before + down(Finger(id: id, at: place), time: time, ground)
        case .moved(let id, let place, let time): return moved(Finger(id: id, at: place), time: time, ground)
        case .up(let id, let place, let time): return up(Finger(id: id, at: place), time: time, ground)
        case .rested:
            guard case .waiting(let finger, _) = state else { return [] }
            state = .idle
            lastTap = nil
            return [.menu(finger.at)]
        case .cancelled: return cancel()
        }
    }

    private func holds(_ id: UInt) -> Bool {
        switch state {
        case .idle: false
        case .pressing(let held): held == id
        case .waiting(let finger, _), .dragging(let finger, _, _, _, _): finger.id == id
        case .pinching(let first, let second, _): first.id == id || second.id == id
        }
    }

    private mutating func down(_ finger: Finger, time: UInt, _ ground: Ground) -> [Effect] {
        switch state {
        case .idle:
            if ground.hitsControl {
                state = .pressing(finger.id)
                lastTap = nil
                return [.press(finger.at)]
            }
            var trail = PointerTrail()
            trail.add(finger.at, time: time)
            state = .waiting(finger, trail: trail)
            return [.awaitRest(true)]
        case .waiting(let first, _):
            lastTap = nil
            state = .pinching(first, finger, TouchPinch(start: ground.window, first: first.at, second: finger.at))
            return [.awaitRest(false)]
        case .dragging(let first, _, _, _, _):
            state = .pinching(first, finger, TouchPinch(start: ground.window, first: first.at, second: finger.at))
            return []
        // A third finger, or one beside a finger that holds a control.
        case .pressing, .pinching: return []
        }
    }

    private mutating func moved(_ finger: Finger, time: UInt, _ ground: Ground) -> [Effect] {
        switch state {
        case .pressing(finger.id): return [.slide(finger.at)]
        case .waiting(let start, var trail) where start.id == finger.id:
            trail.add(finger.at, time: time)
            let (dx, dy) = (finger.at.x - start.at.x, finger.at.y - start.at.y)
            guard max(abs(dx), abs(dy)) >= ground.slop else {
                state = .waiting(start, trail: trail)
                return []
            }
            lastTap = nil
            state = .dragging(finger, start: ground.window, from: start.at, trail: trail, hasMoved: true)
            return [.awaitRest(false), .place(ground.window.offset(by: dx, dy), finger: finger.at)]
        case .dragging(let held, let start, let from, var trail, _) where held.id == finger.id:
            trail.add(finger.at, time: time)
            state = .dragging(finger, start: start, from: from, trail: trail, hasMoved: true)
            return [.place(start.offset(by: finger.at.x - from.x, finger.at.y - from.y), finger: finger.at)]
        case .pinching(var first, var second, let pinch) where [first.id, second.id].contains(finger.id):
            if first.id == finger.id { first = finger } else { second = finger }
            state = .pinching(first, second, pinch)
            let rect = pinch.rect(first: first.at, second: second.at, aspect: ground.aspect, limits: ground.limits)
            return [.place(rect, finger: nil)]
        default: return []
        }
    }

    private mutating func up(_ finger: Finger, time: UInt, _ ground: Ground) -> [Effect] {
        switch state {
        case .pressing(finger.id):
            state = .idle
            return [.release(finger.at)]
        case .waiting(let start, _) where start.id == finger.id:
            state = .idle
            let last = lastTap
            if let last, time &- last.time < Self.doubleTapTime, abs(finger.at.x - last.at.x) < 2 * ground.slop,
                abs(finger.at.y - last.at.y) < 2 * ground.slop
            {
                lastTap = nil
                return [.awaitRest(false), .doubleTap]
            }
            lastTap = Tap(time: time, at: finger.at)
            return [.awaitRest(false), .tap(finger.at)]
        case .dragging(let held, _, _, let trail, let hasMoved) where held.id == finger.id:
            state = .idle
            guard hasMoved else { return [.settle] }
            let speed = trail.velocity(at: time)
            return [.drop(dx: speed.dx, dy: speed.dy)]
        case .pinching(let first, let second, _) where [first.id, second.id].contains(finger.id):
            // The other one drags on from where it is, without a jump.
            let rest = first.id == finger.id ? second : first
            var trail = PointerTrail()
            trail.add(rest.at, time: time)
            state = .dragging(rest, start: ground.window, from: rest.at, trail: trail, hasMoved: false)
            return []
        default: return []
        }
    }

    private mutating func cancel() -> [Effect] {
        defer {
            state = .idle
            lastTap = nil
        }
        switch state {
        case .idle: return []
        case .pressing: return [.forgetPress]
        case .waiting: return [.awaitRest(false)]
        case .dragging, .pinching: return [.settle]
        }
    }
}
