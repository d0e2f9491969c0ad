/// Margins along four edges, in points.
public struct EdgeInsets: Sendable, Hashable {
    /// Above.
    public var top: Double
    /// On the left.
    public var left: Double
    /// Below.
    public var bottom: Double
    /// On the right.
    public var right: Double

    /// Margins.
    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
}
