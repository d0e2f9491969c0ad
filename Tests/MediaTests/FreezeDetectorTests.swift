import Testing

@testable import Media

/// Freezes as webrtc-stats defines them. Issue E, 8.
@Suite("Freezes") struct FreezeDetectorTests {
    private static let millisecond: Int64 = 1_000_000

    /// Pictures after gaps in milliseconds; the time of the last one in nanoseconds.
    private func run(_ gaps: [Int64], from detector: FreezeDetector = FreezeDetector()) -> (FreezeDetector, Int64) {
        var (detector, now): (FreezeDetector, Int64) = (detector, 5_000 * Self.millisecond)
        detector.note(at: now)
        for gap in gaps {
            now += gap * Self.millisecond
            detector.note(at: now)
        }
        return (detector, now)
    }

    @Test(
        "a gap counts from three times the usual one, and from 150 ms more than it",
        arguments: [
            // 30 a second: 33 + 150.
            (33, 182, 0), (33, 183, 1),
            // 5 a second: 3 × 200.
            (200, 599, 0), (200, 600, 1),
        ] as [(Int64, Int64, Int)])
    func limit(usual: Int64, gap: Int64, count: Int) {
        let (detector, _) = run(Array(repeating: usual, count: 30) + [gap])
        #expect(detector.count == count && detector.duration == (count == 0 ? 0 : gap * Self.millisecond))
    }

    @Test("what is usual is the mean of the last thirty, whatever was before") func memory() {
        // One a second for long, then thirty a second: what was a usual gap is a freeze now.
        let (detector, _) = run(Array(repeating: 1000, count: 40) + Array(repeating: 33, count: 30) + [1000])
        #expect(detector.count == 1 && detector.duration == 1000 * Self.millisecond)
    }

    @Test("it is told for how long the picture stands still, also before another one comes") func standing() {
        let (detector, now) = run(Array(repeating: 33, count: 30))
        #expect(detector.standing(at: now + 100 * Self.millisecond) == nil)
        #expect(detector.standing(at: now + 4000 * Self.millisecond) == 4000 * Self.millisecond)
        #expect(detector.count == 0)
    }

    @Test("a camera that is off is no freeze, and neither are the first pictures") func pause() {
        var (detector, now) = run(Array(repeating: 33, count: 30))
        detector.pause()
        #expect(detector.standing(at: now + 9_000 * Self.millisecond) == nil)
        detector.note(at: now + 9_000 * Self.millisecond)
        #expect(detector.count == 0 && detector.duration == 0)
        #expect(run([2000, 30]).0.count == 0)
        // Clocks that stand, or go back, are no gap.
        detector.note(at: now)
        #expect(detector.count == 0)
    }
}
