/// The last steps of a pointer: how fast it goes when a button is let go.
///
/// Times are the server's, in milliseconds, so that a busy program does not turn a throw into a drop.
public struct PointerTrail: Sendable, Hashable {
    private struct Step: Sendable, Hashable {
        var time: UInt
        var position: Point
    }

    /// How far back it looks, in milliseconds.
    private static let span: UInt = 100
    private var steps: [Step] = []

    /// No steps.
    public init() {}

    /// The pointer was at `position` at `time`.
    public mutating func add(_ position: Point, time: UInt) {
        // A server's clock that starts again begins a new trail.
        if let last = steps.last, time < last.time { steps = [] }
        steps.removeAll { time - $0.time > Self.span }
        steps.append(Step(time: time, position: position))
    }

    /// How fast it goes at `time`, in pixels a second; zero for one that has come to rest.
    public func velocity(at time: UInt) -> (dx: Double, dy: Double) {
        let recent = steps.filter { time >= $0.time && time - $0.time <= Self.span }
        guard let first = recent.first, let last = recent.last, last.time - first.time >= 8 else { return (0, 0) }
        // A hand that stops before it lets go does not throw.
        guard time - last.time <= Self.span / 2 else { return (0, 0) }
        let seconds = Double(time - first.time) / 1000
        return (
            Double(last.position.x - first.position.x) / seconds, Double(last.position.y - first.position.y) / seconds
        )
    }
}
