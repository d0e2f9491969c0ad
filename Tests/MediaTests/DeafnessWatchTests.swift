import Testing

@testable import Media

/// A way that is broken in one direction. Issue E, 8.
@Suite("Deafness") struct DeafnessWatchTests {
    private let second: Int64 = 1_000_000_000

    @Test("who never answers is judged by what comes alone") func never() {
        var watch = DeafnessWatch()
        #expect(watch.silence(5, at: 100 * second) == 5)
    }

    @Test("pictures come and no answer does: after four seconds it is an interruption") func oneWay() {
        var watch = DeafnessWatch()
        watch.noteAnswer(at: 10 * second)
        #expect(watch.silence(5, at: 12 * second) < second)
        #expect(watch.silence(5, at: 14 * second) == 2 * second)
        watch.noteAnswer(at: 14 * second)
        #expect(watch.silence(5, at: 14 * second) == 5)
    }

    @Test("after a pause of the network the pictures alone say that it is back") func pause() {
        var watch = DeafnessWatch()
        watch.noteAnswer(at: 10 * second)
        for time in 11...20 { _ = watch.silence(Int64(time - 10) * second, at: Int64(time) * second) }
        #expect(watch.silence(5, at: 21 * second) == 5)
        #expect(watch.silence(5, at: 27 * second) == 5)
        // And then no answer ever comes.
        #expect(watch.silence(5, at: 33 * second) > 2 * second)
    }
}
