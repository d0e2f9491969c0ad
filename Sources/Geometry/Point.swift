/// A place, in device pixels. The origin is the upper left corner, y grows downwards, as in X11.
public struct Point: Sendable, Hashable {
    /// Pixels from the left edge.
    public var x: Int
    /// Pixels from the upper edge.
    public var y: Int

    /// A place, in device pixels.
    public init(_ x: Int, _ y: Int) {
        self.x = x
        self.y = y
    }

    /// The upper left corner.
    public static let zero = Point(0, 0)
}
