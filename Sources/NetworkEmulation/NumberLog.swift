public import Frames
import Geometry
import Media

/// Notes when numbered pictures passed (`CounterPattern`), as a renderer of a track. Any thread.
public final class NumberLog: VideoRenderer, Sendable {
    private let times = Lock<[(number: Int, at: UInt64)]>([])
    private let unread = Lock(0)

    /// Nothing has passed yet.
    public init() {}

    /// Reads the picture's number.
    public func render(_ frame: VideoFrame) {
        let now = HostTime.now()
        guard let number = CounterPattern.read(frame) else { return unread.withLock { $0 += 1 } }
        times.withLock { $0.append((number, now)) }
    }

    /// All, in the order in which they passed; times are of `HostTime`.
    public var all: [(number: Int, at: UInt64)] { times.withLock { $0 } }
    /// How many passed.
    public var count: Int { times.withLock { $0.count } }
    /// How many passed whose number could not be read: they were broken, or of something else.
    public var unreadable: Int { unread.withLock { $0 } }

    /// How many different ones a second passed between two times, and the longest time without one, in seconds.
    public func flow(from start: UInt64, to end: UInt64) -> (rate: Double, longestGap: Double) {
        var last = start
        var longest: UInt64 = 0
        var count = 0
        var number = -1
        for entry in all where entry.at >= start && entry.at < end && entry.number != number {
            longest = max(longest, entry.at - last)
            last = entry.at
            number = entry.number
            count += 1
        }
        longest = max(longest, end > last ? end - last : 0)
        return (Double(count) / (Double(end - start) / 1e9), Double(longest) / 1e9)
    }
}
