/// How near to an edge a window rests, and from how far the edge draws it there (spec M5).
///
/// A window rests a little away from the edges, as it does when it opens and after a throw: one line an edge, drawn to
/// from both sides. In device pixels.
public struct Magnet: Sendable, Hashable {
    /// Between an edge of the work area and a window that rests at it.
    public var gap: Int
    /// How near to that line a window has to come to be drawn to it.
    public var reach: Int

    /// Both 16 logical pixels.
    public init(scale: Double = 1) {
        gap = Int((16 * scale).rounded())
        reach = gap
    }

    /// A magnet by hand.
    public init(gap: Int, reach: Int) {
        self.gap = gap
        self.reach = reach
    }

    /// The window as it is drawn to the edges and corners of `area`: each axis for itself, to the nearer line.
    public func drawn(_ rect: Rect, in area: Rect) -> Rect {
        Rect(
            origin: Point(
                nearest(to: rect.x, area.x + gap, area.maxX - gap - rect.width),
                nearest(to: rect.y, area.y + gap, area.maxY - gap - rect.height)), size: rect.size)
    }

    /// Where a window rests that was let go: drawn to the lines also from beyond the edges, and wholly inside.
    public func settled(_ rect: Rect, in area: Rect) -> Rect {
        let inside = clamp(drawn(rect, in: area), into: area)
        // What hung over an edge rests as any other that came near it.
        return clamp(drawn(inside, in: area), into: area)
    }

    /// Where a window rests that is thrown: in the corner of `area` it is thrown to.
    ///
    /// Per axis by the direction of the throw where a good part of its speed is along that axis, else by the nearer
    /// half: a throw straight down keeps its side.
    ///
    /// - Parameters:
    ///   - velocity: in pixels a second.
    ///   - speed: from how fast on it is a throw, in pixels a second.
    /// - Returns: nil when it was too slow for a throw.
    public func thrown(_ rect: Rect, by velocity: (dx: Double, dy: Double), in area: Rect, speed: Double = 800) -> Rect?
    {
        let total = (velocity.dx * velocity.dx + velocity.dy * velocity.dy).squareRoot()
        guard total.isFinite, total > speed else { return nil }
        let share = 0.35 * total
        let isLeft = abs(velocity.dx) > share ? velocity.dx < 0 : rect.center.x < area.center.x
        let isUpper = abs(velocity.dy) > share ? velocity.dy < 0 : rect.center.y < area.center.y
        let corner: Corner =
            isUpper ? (isLeft ? .upperLeft : .upperRight) : (isLeft ? .lowerLeft : .lowerRight)
        return place(rect.size, in: corner, of: area, margin: gap)
    }

    private func nearest(to value: Int, _ first: Int, _ second: Int) -> Int {
        let line = abs(value - first) <= abs(value - second) ? first : second
        return abs(value - line) <= reach ? line : value
    }
}

extension Corner {
    /// The corner of `area` that `rect` is nearest to, by the half of it that its middle is in.
    public init(of rect: Rect, in area: Rect) {
        let isLeft = 2 * rect.x + rect.width < 2 * area.x + area.width
        let isUpper = 2 * rect.y + rect.height < 2 * area.y + area.height
        self = isUpper ? (isLeft ? .upperLeft : .upperRight) : (isLeft ? .lowerLeft : .lowerRight)
    }
}

/// A window of another size that keeps the corner of `area` it is nearest to where it is (spec M6, M8), wholly inside.
public func resizedInCorner(_ rect: Rect, to size: Size, in area: Rect) -> Rect {
    let corner = Corner(of: rect, in: area)
    let origin = Point(
        corner.isLeft ? rect.x : rect.maxX - size.width, corner.isUpper ? rect.y : rect.maxY - size.height)
    return clamp(Rect(origin: origin, size: size), into: area)
}
