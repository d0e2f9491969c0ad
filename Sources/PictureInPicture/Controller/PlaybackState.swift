/// How a playback stands, as a mini window shows it (spec S11).
public struct PlaybackState: Sendable, Hashable {
    /// True while it is paused.
    public var isPaused: Bool
    /// What there is to play.
    public var timeRange: PlaybackTimeRange
    /// Where it is, in seconds of the stream.
    public var position: Double

    /// A playback as it stands.
    public init(isPaused: Bool, timeRange: PlaybackTimeRange, position: Double = 0) {
        self.isPaused = isPaused
        self.timeRange = timeRange
        self.position = position
    }

    /// How far it is, from 0 to 1; nil for a broadcast and for a stream without a length.
    public var fraction: Double? {
        guard case .finite(let start, _) = timeRange, timeRange.duration > 0 else { return nil }
        return min(1, max(0, (position - start) / timeRange.duration))
    }
}
