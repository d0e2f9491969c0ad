public import XServer

/// What a presenter has done so far.
public nonisolated struct PresenterCounts: Sendable, Hashable {
    /// Frames the server has taken: what was seen.
    public var shown = 0
    /// Frames of the layer that never went out: too late, or the window was hidden.
    public var dropped = 0
    /// Pictures scaled and converted; repaints after a resize or an exposure count too.
    public var converted = 0
    /// How often a frame had to wait because the server was still reading every image.
    public var waits = 0
    /// Puts that the server refused, as happens when the window has just died.
    public var refused = 0
    /// What pictures travel by.
    public var transport: ImageTransport?
    /// Pictures sent and not yet taken.
    public var inFlight = 0

    /// Nothing done.
    public init() {}
}

/// How long frames were on their way, from the layer to the server's completion, in microseconds.
public nonisolated struct LatencyRecord: Sendable {
    private var values: [UInt32] = []
    private var next = 0
    private static let capacity = 8192

    /// Nothing measured.
    public init() {}

    mutating func add(nanoseconds: UInt64) {
        let value = UInt32(clamping: nanoseconds / 1000)
        if values.count < Self.capacity {
            if values.isEmpty { values.reserveCapacity(Self.capacity) }
            values.append(value)
        } else {
            values[next] = value
            next = (next + 1) % Self.capacity
        }
    }

    /// How many of the newest frames are known.
    public var count: Int { values.count }

    /// The value that `share` (0 to 1) of the frames did not exceed, in microseconds; nil when there is none.
    public func percentile(_ share: Double) -> Int? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        return Int(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))])
    }
}
