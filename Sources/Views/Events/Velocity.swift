/// How fast something moves, in points a second.
public struct Velocity: Sendable, Hashable {
    /// To the right.
    public var dx: Double
    /// Downwards.
    public var dy: Double

    /// A velocity, in points a second.
    public init(dx: Double, dy: Double) {
        self.dx = dx
        self.dy = dy
    }

    /// Standing still.
    public static let zero = Velocity(dx: 0, dy: 0)
    /// Whatever the direction.
    public var speed: Double { (dx * dx + dy * dy).squareRoot() }
}
