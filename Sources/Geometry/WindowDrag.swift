/// A window in the hand: where it was when the button went down, and where it is for each place of the pointer.
public struct WindowDrag: Sendable, Hashable {
    /// The window when the button went down.
    public let start: Rect
    /// The pointer when the button went down, on the root.
    public let pointer: Point
    /// What is dragged: nil moves the window.
    public let zone: ResizeZone?
    /// True once the pointer has gone so far that it is no click any more.
    public private(set) var hasMoved = false

    /// How far the pointer goes before a press becomes a drag, in pixels.
    public static let threshold = 4

    /// The button goes down.
    public init(start: Rect, pointer: Point, zone: ResizeZone?) {
        self.start = start
        self.pointer = pointer
        self.zone = zone
    }

    /// The pointer moves.
    ///
    /// - Parameters:
    ///   - aspect: the shape a resize keeps.
    ///   - limits: how small and how large a resize may make it.
    /// - Returns: where the window is now; nil while it is still a click.
    public mutating func move(to now: Point, aspect: Size, limits: SizeLimits) -> Rect? {
        let delta = Point(now.x - pointer.x, now.y - pointer.y)
        if !hasMoved, abs(delta.x) < Self.threshold, abs(delta.y) < Self.threshold { return nil }
        hasMoved = true
        guard let zone else { return start.offset(by: delta.x, delta.y) }
        return resized(start, from: zone, by: delta, aspect: aspect, limits: limits)
    }
}
