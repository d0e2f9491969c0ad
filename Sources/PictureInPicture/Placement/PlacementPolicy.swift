public import Geometry

/// Where a mini window goes: what the user asked for, else what is remembered, else its first corner. Pure (spec M5-M8).
public struct PlacementPolicy: Sendable, Equatable {
    /// What is remembered.
    public var memory = PlacementMemory()
    /// Device pixels a logical pixel.
    public var scale = 1.0

    /// Nothing is remembered.
    public init() {}

    /// How near to the edges it rests.
    public var magnet: Magnet { Magnet(scale: scale) }

    /// What is wanted of one window in particular, which goes before what is remembered.
    public struct Wish: Sendable, Hashable {
        /// An exact size in device pixels (`--size`).
        public var size: Size?
        /// An exact place of its upper left corner on the root (`--position`).
        public var position: Point?
        /// A corner (`--corner`).
        public var corner: Corner?
        /// Where its picture is on the screen now.
        public var origin: Rect?

        /// No wish.
        public init() {}
    }

    /// Where a window of a kind goes, and on which monitor. Nil when there is no monitor.
    ///
    /// - Parameters:
    ///   - aspect: its shape; only the ratio counts.
    ///   - monitors: those that are there, the primary one first.
    public func place(
        _ kind: PlacementKind, aspect: Size, wish: Wish = Wish(), among monitors: [PlacementMonitor]
    ) -> (rect: Rect, monitor: PlacementMonitor)? {
        guard let first = monitors.first else { return nil }
        if let position = wish.position {
            let monitor = monitors.holding(Rect(origin: position, size: Size(1, 1))) ?? first
            let size =
                wish.size ?? firstMiniWindowSize(aspect: aspect, workArea: monitor.workArea.size, scale: scale)
            return (Rect(origin: position, size: size), monitor)
        }
        let here = wish.origin.flatMap { monitors.holding($0) } ?? first
        let monitor = wish.corner == nil ? memory.monitor(kind, among: monitors) ?? here : here
        let area = monitor.workArea
        let place = memory.place(kind, on: monitor.identity)
        if let place, wish.corner == nil {
            var rect = place.rect(aspect: aspect, in: area, scale: scale)
            if let size = wish.size { rect = resizedInCorner(rect, to: size, in: area) }
            return (rect, monitor)
        }
        // A corner that is asked for keeps the size the user likes.
        let size =
            wish.size ?? place?.rect(aspect: aspect, in: area, scale: scale).size
            ?? firstMiniWindowSize(aspect: aspect, workArea: area.size, scale: scale)
        return (Geometry.place(size, in: wish.corner ?? .lowerRight, of: area, margin: magnet.gap), monitor)
    }

    /// Where a window goes whose monitors, panels or scale changed (spec M7): to the monitor it belongs on as soon as
    /// that is there; else it stays where it is, or goes to the first one. Always wholly visible.
    ///
    /// - Parameters:
    ///   - rect: where it is.
    ///   - isExact: its size is in device pixels and stays.
    ///   - home: the monitor the user put it on.
    ///   - before: the monitors and the scale it was placed for.
    public func replaced(
        _ kind: PlacementKind, _ rect: Rect, aspect: Size, isExact: Bool, home: MonitorIdentity,
        before: (monitors: [PlacementMonitor], scale: Double), now monitors: [PlacementMonitor]
    ) -> Rect {
        guard let old = before.monitors.holding(rect),
            let monitor = monitors.like(home) ?? monitors.like(old.identity) ?? monitors.first
        else { return rect }
        // Where it was, in the words that are kept of places.
        var now = PlacementMemory()
        now.remember(kind, rect, on: old, scale: before.scale)
        let isMoving = old.identity.likeness(to: monitor.identity) == 0
        let known = isMoving ? memory.place(kind, on: monitor.identity) : nil
        guard let place = known ?? now.place(kind, on: old.identity) else { return rect }
        let new = place.rect(aspect: aspect, in: monitor.workArea, scale: scale)
        return isExact ? resizedInCorner(new, to: rect.size, in: monitor.workArea) : new
    }
}

extension [PlacementMonitor] {
    /// The monitor that is most like another; nil when none is.
    public func like(_ identity: MonitorIdentity) -> PlacementMonitor? {
        let best = self.max { identity.likeness(to: $0.identity) < identity.likeness(to: $1.identity) }
        return best.flatMap { identity.likeness(to: $0.identity) > 0 ? $0 : nil }
    }
}
