import Foundation

/// A damped spring that comes to rest in a given time: the movement after a throw (look: "Motion").
///
/// Exact at any time, from any distance, zero included, and with any velocity; so a dropped frame changes nothing.
public struct Spring: Sendable, Hashable {
    /// After this many seconds it has come to rest.
    public let duration: Double
    /// 1 does not swing over, less does.
    public let damping: Double
    private let frequency: Double

    /// A spring; it is a programming error if the duration or damping is not positive.
    public init(duration: Double = Theme.Motion.spring, damping: Double = Theme.Motion.damping) {
        precondition(duration > 0 && damping > 0, "a spring needs a duration and a damping")
        self.duration = duration
        self.damping = damping
        // The envelope is down to a thousandth at the end.
        frequency = log(1000) / (min(1, damping) * duration)
    }

    /// What is left of the way after `time` seconds.
    ///
    /// - Parameters:
    ///   - distance: from the target to the start, in any unit.
    ///   - velocity: at the start, in that unit a second.
    public func offset(at time: Double, distance: Double, velocity: Double) -> Double {
        guard time < duration else { return 0 }
        let t = max(0, time)
        if damping >= 1 {
            return (distance + (velocity + frequency * distance) * t) * exp(-frequency * t)
        }
        let decay = damping * frequency
        let swing = frequency * sqrt(1 - damping * damping)
        let sine = (velocity + decay * distance) / swing
        return exp(-decay * t) * (distance * cos(swing * t) + sine * sin(swing * t))
    }
}
