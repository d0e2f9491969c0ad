public import Geometry

/// A monitor, as far as the places of mini windows depend on it.
public struct PlacementMonitor: Sendable, Hashable {
    /// Which one it is.
    public var identity: MonitorIdentity
    /// What panels leave free of it, in pixels of the root window.
    public var workArea: Rect
    /// All of it.
    public var rect: Rect

    /// A monitor.
    public init(identity: MonitorIdentity, rect: Rect, workArea: Rect) {
        self.identity = identity
        self.rect = rect
        self.workArea = workArea
    }
}

extension [PlacementMonitor] {
    /// The monitor a rectangle is on: the one that has most of it, else the nearest one. Nil when there is none.
    public func holding(_ rect: Rect) -> PlacementMonitor? {
        func distance(_ monitor: PlacementMonitor) -> Int {
            let inside = clamp(Rect(origin: rect.center, size: Size(1, 1)), into: monitor.rect)
            let (x, y) = (inside.x - rect.center.x, inside.y - rect.center.y)
            return x * x + y * y
        }
        let most = self.max { $0.rect.intersection(rect).size.area < $1.rect.intersection(rect).size.area }
        if let most, !most.rect.intersection(rect).isEmpty { return most }
        return self.min { distance($0) < distance($1) }
    }
}
