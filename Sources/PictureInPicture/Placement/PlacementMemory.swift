import Foundation
public import Geometry
public import Views

/// Where the user wants mini windows: per kind and monitor (spec M7). A value; who keeps it in a file is another matter.
///
/// A place is kept as its distance from the nearest corner of the work area, in logical pixels, so that it means the
/// same after a change of resolution, panels or scale.
public struct PlacementMemory: Sendable, Equatable {
    /// A place on a monitor, in logical pixels.
    public struct Place: Sendable, Hashable {
        /// The corner it is measured from.
        public var corner: Corner
        /// From the work area's corner inwards.
        public var inset: Size
        /// The longer side of the window.
        public var longSide: Int

        /// A place.
        public init(corner: Corner, inset: Size, longSide: Int) {
            self.corner = corner
            self.inset = inset
            self.longSide = longSide
        }
    }

    /// What is remembered of a kind on a monitor.
    struct Entry: Sendable, Equatable {
        var kind: PlacementKind
        var monitor: MonitorIdentity
        var place: Place
        /// The higher, the later the user put a window there.
        var turn: Int
    }

    /// No more monitors than this are remembered: those used longest ago go first.
    static let limit = 64
    var entries: [Entry] = []

    /// Nothing is remembered.
    public init() {}

    /// The user put a window of a kind somewhere.
    public mutating func remember(_ kind: PlacementKind, _ rect: Rect, on monitor: PlacementMonitor, scale: Double) {
        let (area, corner) = (monitor.workArea, Corner(of: rect, in: monitor.workArea))
        func points(_ pixels: Int) -> Int { Int((Double(max(0, pixels)) / scale).rounded()) }
        let inset = Size(
            points(corner.isLeft ? rect.x - area.x : area.maxX - rect.maxX),
            points(corner.isUpper ? rect.y - area.y : area.maxY - rect.maxY))
        let place = Place(corner: corner, inset: inset, longSide: max(1, points(max(rect.width, rect.height))))
        entries.removeAll { $0.kind == kind && $0.monitor == monitor.identity }
        let turn = (entries.map(\.turn).max() ?? 0) + 1
        entries.append(Entry(kind: kind, monitor: monitor.identity, place: place, turn: turn))
        if entries.count > Self.limit { entries.removeFirst(entries.count - Self.limit) }
    }

    /// What is remembered of a kind on a monitor; nil when the user never put one there.
    public func place(_ kind: PlacementKind, on monitor: MonitorIdentity) -> Place? {
        candidates(kind).filter { $0.monitor.likeness(to: monitor) > 0 }
            .max { ($0.monitor.likeness(to: monitor), $0.turn) < ($1.monitor.likeness(to: monitor), $1.turn) }?.place
    }

    /// The monitor that a window of a kind belongs on: of those that are there, the one the user put one on last.
    ///
    /// - Returns: nil when nothing is remembered of any of them.
    public func monitor(_ kind: PlacementKind, among monitors: [PlacementMonitor]) -> PlacementMonitor? {
        for entry in candidates(kind).sorted(by: { $0.turn > $1.turn }) {
            if let best = monitors.like(entry.monitor) { return best }
        }
        return nil
    }

    private func candidates(_ kind: PlacementKind) -> [Entry] { entries.filter { $0.kind == kind } }
}

/// What is remembered apart: a call's window and a live's have places of their own.
public enum PlacementKind: String, Sendable, Hashable, CaseIterable {
    /// Calls.
    case call
    /// Lives.
    case live
    /// Any other picture.
    case view

    /// The kind that controls are for.
    public init(_ kind: MiniControls.Kind) {
        self =
            switch kind {
            case .call: .call
            case .live: .live
            case .view: .view
            }
    }

    /// The kind of a session.
    public init(_ kind: SessionKind) {
        self =
            switch kind {
            case .call: .call
            case .live: .live
            case .view: .view
            }
    }
}

extension PlacementMemory.Place {
    /// The window on a work area, of some shape: wholly visible, within the limits (spec M6).
    public func rect(aspect: Size, in area: Rect, scale: Double) -> Rect {
        func pixels(_ points: Int) -> Int { Int((Double(points) * scale).rounded()) }
        let limits = SizeLimits(workArea: area.size, scale: scale)
        let long = pixels(longSide)
        let width = aspect.width >= aspect.height ? long : long * aspect.width / max(1, aspect.height)
        let size = limits.clamped(width: width, aspect: aspect)
        let (dx, dy) = (pixels(inset.width), pixels(inset.height))
        let origin = Point(
            corner.isLeft ? area.x + dx : area.maxX - dx - size.width,
            corner.isUpper ? area.y + dy : area.maxY - dy - size.height)
        return clamp(Rect(origin: origin, size: size), into: area)
    }
}

/// The user put a window somewhere: what is to be remembered of it.
public struct PlacementChange: Sendable, Hashable {
    /// What it shows.
    public var kind: PlacementKind
    /// Where it is now, in device pixels of the root window.
    public var rect: Rect
    /// The monitor it is on.
    public var monitor: PlacementMonitor
    /// Device pixels a logical pixel.
    public var scale: Double

    /// A window that was put somewhere.
    public init(kind: PlacementKind, rect: Rect, monitor: PlacementMonitor, scale: Double) {
        self.kind = kind
        self.rect = rect
        self.monitor = monitor
        self.scale = scale
    }

    /// Remembers it.
    public func apply(to memory: inout PlacementMemory) { memory.remember(kind, rect, on: monitor, scale: scale) }
}
