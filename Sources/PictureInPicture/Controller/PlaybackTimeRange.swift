/// What there is to play, in seconds of the stream (spec S11).
public enum PlaybackTimeRange: Sendable, Hashable {
    /// Without an end: a live badge and no seek bar.
    case infinite
    /// From a beginning to an end.
    case finite(start: Double, end: Double)

    /// True for a broadcast.
    public var isLive: Bool { self == .infinite }
    /// How long it is, in seconds; infinite for a broadcast, never negative.
    public var duration: Double {
        switch self {
        case .infinite: .infinity
        case .finite(let start, let end): max(0, end - start)
        }
    }
}
