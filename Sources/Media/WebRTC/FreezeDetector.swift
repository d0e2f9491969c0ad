/// Counts how often the picture stood still, as webrtc-stats defines it: `freezeCount` and `totalFreezesDuration` of
/// RTCInboundRtpStreamStats. Pure.
///
/// A freeze is a gap between two pictures of at least three times the usual one, or 150 ms more than it, whichever is longer;
/// the usual gap is the mean of the last thirty. Times are monotonic nanoseconds.
public struct FreezeDetector: Sendable, Hashable {
    private static let memory = 30
    /// With fewer gaps nobody knows what is usual.
    private static let fewest = 5
    private static let allowance: Int64 = 150_000_000

    /// How often it stood still.
    public private(set) var count = 0
    /// For how long in all, in nanoseconds.
    public private(set) var duration: Int64 = 0
    private var last: Int64?
    private var gaps: [Int64] = []
    private var next = 0

    /// No picture was seen.
    public init() {}

    /// A picture is there.
    public mutating func note(at now: Int64) {
        defer { last = now }
        guard let last, now > last else { return }
        let gap = now - last
        if let limit, gap >= limit {
            count += 1
            duration += gap
        }
        if gaps.count < Self.memory {
            gaps.append(gap)
        } else {
            gaps[next] = gap
            next = (next + 1) % Self.memory
        }
    }

    /// No pictures are sent from now on: their absence is no freeze.
    public mutating func pause() { last = nil }

    /// How long the picture stands still by now; nil while it does not.
    public func standing(at now: Int64) -> Int64? {
        guard let last, let limit, now - last >= limit else { return nil }
        return now - last
    }

    /// The gap that is a freeze, in nanoseconds; nil before it is known what is usual.
    public var limit: Int64? {
        guard gaps.count >= Self.fewest else { return nil }
        let mean = gaps.reduce(0, +) / Int64(gaps.count)
        return max(3 * mean, mean + Self.allowance)
    }
}
