public import Foundation

/// A linear change between colours.
public struct Gradient: Sendable, Hashable {
    /// A colour and where it is: 0 at the start, 1 at the end.
    public struct Stop: Sendable, Hashable {
        /// From 0 to 1.
        public var place: Double
        /// The colour there.
        public var color: Color

        /// A colour at a place.
        public init(_ place: Double, _ color: Color) {
            self.place = place
            self.color = color
        }
    }

    /// Where it starts, in points of the canvas.
    public var start: CGPoint
    /// Where it ends, in points of the canvas.
    public var end: CGPoint
    /// The colours, in order.
    public var stops: [Stop]

    /// A gradient along a line.
    public init(from start: CGPoint, to end: CGPoint, stops: [Stop]) {
        self.start = start
        self.end = end
        self.stops = stops
    }

    /// A shade over video that makes controls readable: dense at `from`, gone at `to`, without a visible end.
    ///
    /// The stops follow a smooth step, because the eye sees the kink where a straight ramp ends.
    public static func scrim(from start: CGPoint, to end: CGPoint, density: Double = 0.55) -> Gradient {
        let steps = 6
        let stops = (0...steps).map { step in
            let t = Double(step) / Double(steps)
            return Stop(t, Color.black.opacity(density * (1 - t) * (1 - t) * (1 + 2 * t)))
        }
        return Gradient(from: start, to: end, stops: stops)
    }
}
