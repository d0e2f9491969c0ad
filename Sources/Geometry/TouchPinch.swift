/// Two fingers on a window: it grows with the way between them and moves with their middle, its shape kept (spec M6).
public struct TouchPinch: Sendable, Hashable {
    /// The window when the second finger came down.
    public let start: Rect
    /// Where the first finger was then, on the root.
    public let first: Point
    /// Where the second finger was then, on the root.
    public let second: Point

    /// Fingers nearer to each other than this count as this far apart: else a tremble of one pixel would double the window.
    private static let nearest = 32.0

    /// The second finger comes down.
    public init(start: Rect, first: Point, second: Point) {
        (self.start, self.first, self.second) = (start, first, second)
    }

    /// Where the window is with the fingers elsewhere: what was between them stays between them.
    ///
    /// - Parameters:
    ///   - aspect: the shape to keep.
    ///   - limits: how small and how large it may be.
    public func rect(first now: Point, second other: Point, aspect: Size, limits: SizeLimits) -> Rect {
        let width = Double(start.width) * Self.span(now, other) / Self.span(first, second)
        let size = limits.clamped(width: Int(width.rounded()), aspect: aspect)
        let (from, to) = (Self.middle(first, second), Self.middle(now, other))
        let x = to.x - (from.x - Double(start.x)) * Double(size.width) / Double(max(1, start.width))
        let y = to.y - (from.y - Double(start.y)) * Double(size.height) / Double(max(1, start.height))
        return Rect(origin: Point(Int(x.rounded()), Int(y.rounded())), size: size)
    }

    private static func span(_ one: Point, _ other: Point) -> Double {
        let (dx, dy) = (Double(one.x - other.x), Double(one.y - other.y))
        return max(nearest, (dx * dx + dy * dy).squareRoot())
    }

    private static func middle(_ one: Point, _ other: Point) -> (x: Double, y: Double) {
        (Double(one.x + other.x) / 2, Double(one.y + other.y) / 2)
    }
}
