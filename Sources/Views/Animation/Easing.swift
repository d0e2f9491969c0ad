import Foundation

/// How a movement of fixed duration gets from 0 to 1.
public enum Easing: Sendable, Hashable, CaseIterable {
    /// Evenly.
    case linear
    /// Fast, then settling: what something does that was asked to move.
    case easeOut
    /// Slow, fast, slow.
    case easeInOut

    /// How far it is after a share of the time; both from 0 to 1.
    public func callAsFunction(_ time: Double) -> Double {
        let t = min(1, max(0, time))
        switch self {
        case .linear: return t
        case .easeOut: return 1 - pow(1 - t, 3)
        case .easeInOut: return t * t * (3 - 2 * t)
        }
    }
}
