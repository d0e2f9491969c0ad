/// A rectangle, in device pixels. Holds its left and upper edge, not its right and lower one.
public struct Rect: Sendable, Hashable, CustomStringConvertible {
    /// The left edge.
    public var x: Int
    /// The upper edge.
    public var y: Int
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int

    /// A rectangle from its corner and sides, in device pixels.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// A rectangle from its corner and size.
    public init(origin: Point = .zero, size: Size) {
        self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }

    /// Nothing, at the origin.
    public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

    /// The upper left corner.
    public var origin: Point {
        get { Point(x, y) }
        set { (x, y) = (newValue.x, newValue.y) }
    }
    /// Its sides.
    public var size: Size {
        get { Size(width, height) }
        set { (width, height) = (newValue.width, newValue.height) }
    }
    /// The first column right of it.
    public var maxX: Int { x + width }
    /// The first row below it.
    public var maxY: Int { y + height }
    /// The middle, rounded towards the origin.
    public var center: Point { Point(x + width / 2, y + height / 2) }
    /// True when there is not one pixel in it.
    public var isEmpty: Bool { width <= 0 || height <= 0 }
    /// `480x270+100+20`, the form of X11's geometry strings.
    public var description: String { "\(width)x\(height)\(x < 0 ? "" : "+")\(x)\(y < 0 ? "" : "+")\(y)" }

    /// True when `point` is one of its pixels.
    public func contains(_ point: Point) -> Bool {
        point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
    }

    /// True when every pixel of `other` is one of its pixels. An empty `other` is always contained.
    public func contains(_ other: Rect) -> Bool {
        other.isEmpty || (other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY)
    }

    /// What both have; empty when they do not meet.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        return right > left && bottom > top ? Rect(x: left, y: top, width: right - left, height: bottom - top) : .zero
    }

    /// True when they have a pixel in common.
    public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

    /// The smallest rectangle around both; an empty one does not count.
    public func union(_ other: Rect) -> Rect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Rect(
            x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// The same size elsewhere.
    public func offset(by dx: Int, _ dy: Int) -> Rect { Rect(x: x + dx, y: y + dy, width: width, height: height) }

    /// Smaller by `margin` on each side; never less than empty.
    public func inset(by margin: Int) -> Rect {
        Rect(x: x + margin, y: y + margin, width: max(0, width - 2 * margin), height: max(0, height - 2 * margin))
    }
}
