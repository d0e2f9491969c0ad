import PortholeKit
import Testing

@testable import Scenario

@Suite("The runner", .timeLimit(.minutes(10)))
struct RunnerTests {
    private let clock = SteppedClock()
    private let stage: RecordingStage

    init() { stage = RecordingStage(clock) }

    private func run(_ text: String, slow: Double = 1, expectedFailure: String? = nil) async throws -> ScenarioResult {
        let script = try ScenarioParser.parse(text, file: "t/a.scenario")
        return await ScenarioRunner(stage: stage, clock: clock, slow: slow).run(
            script, manager: "twm", expectedFailure: expectedFailure)
    }

    private func failure(_ result: ScenarioResult) throws -> ScenarioFailure {
        guard case .failed(let failure) = result.verdict else {
            Issue.record("\(result.verdict)")
            throw StageFailure.failed("did not fail")
        }
        return failure
    }

    @Test("lines are played in their order, between opening and closing")
    func order() async throws {
        let result = try await run("window w1 1x1+0+0\nw1 map\nmark\nunlock\nw1 raise\npause 2s")
        #expect(stage.log == ["open a", "make w1", "w1 map", "mark", "desktop unlock", "w1 raise", "close fine"])
        #expect(result.verdict == .passed && result.manager == "twm" && result.duration == 2)
        #expect(result.attachments.isEmpty)
    }

    @Test("the first line that fails is the last that is played, and evidence is taken before closing")
    func fails() async throws {
        stage.set { $0.failures["w1 map"] = .failed("it stayed unmapped") }
        let result = try await run("window w1 1x1+0+0\nw1 map # now\nw1 raise")
        #expect(stage.log == ["open a", "make w1", "w1 map", "evidence", "close failed"])
        let failure = try failure(result)
        #expect(failure.line == 2 && failure.statement == "w1 map" && failure.actual == "it stayed unmapped")
        #expect(result.attachments.map(\.name) == ["tree"])
    }

    @Test("a recording that goes wrong fails what passed, and is no reason where there is a better one")
    func recording() async throws {
        stage.set { $0.failures["recording"] = .failed("the disk is full") }
        #expect(try failure(try await run("mark")).actual == "the disk is full")
        stage.set { $0.failures["desktop"] = .failed("it stayed") }
        #expect(try failure(try await run("unlock")).actual == "it stayed")
    }

    @Test("what is missing skips, a manager that does not start is neither passed nor failed")
    func opens() async throws {
        stage.set { $0.failures["open"] = .missing("i3lock is not installed") }
        #expect(try await run("mark").verdict == .skipped("i3lock is not installed"))
        stage.set { $0.failures["open"] = .notYet("xephyr") }
        #expect(try await run("mark").verdict == .skipped("not yet: xephyr"))
        stage.set { $0.failures["open"] = .managerDown("status 1") }
        #expect(try await run("mark").verdict == .managerDown("status 1"))
        stage.set { $0.failures["open"] = .failed("no server") }
        #expect(try failure(try await run("mark")).line == 0)
        #expect(stage.log.filter { $0.hasPrefix("close") }.count == 4)
        #expect(!stage.log.contains("mark"))
    }

    @Test(
        "an assertion waits for its deadline and no longer",
        arguments: [
            ("", 1.0, 2.0), (" within 500ms", 1.0, 0.5), (" within 500ms", 4.0, 2.0), ("", 3.0, 6.0),
            (" within 0s", 1.0, 0),
        ])
    func deadlines(words: String, slow: Double, limit: Double) async throws {
        let start = clock.now
        stage.set { $0.reading = { _ in ScenarioReading(false, "below w2") } }
        let result = try await run("window w1 1x1+0+0\nassert w1 on-top\(words)", slow: slow)
        let failure = try failure(result)
        #expect(failure.expected.hasPrefix("w1 above every managed window within"))
        #expect(failure.actual == "below w2")
        #expect(abs(clock.now - start - limit) < 0.02, "\(clock.now - start)")
        // Just in time is in time.
        let begin = clock.now
        stage.set { $0.reading = { ScenarioReading($0 >= begin + limit - 0.001, "") } }
        #expect(try await run("window w1 1x1+0+0\nassert w1 on-top\(words)", slow: slow).verdict == .passed)
    }

    @Test("always fails at the first look that fails, never at the first that holds")
    func watching() async throws {
        let start = clock.now
        stage.set { $0.reading = { ScenarioReading($0 < start + 1, "gone") } }
        let always = try failure(try await run("window w1 1x1+0+0\nassert always w1 visible for 3s"))
        #expect(always.expected == "always w1 visible for 3 s" && always.actual.contains("gone"))
        #expect(abs(clock.now - start - 1) < 0.02)
        let begin = clock.now
        stage.set { $0.reading = { ScenarioReading($0 >= begin + 1, "seen") } }
        let never = try failure(try await run("window w1 1x1+0+0\nassert never w1 visible for 3s"))
        #expect(never.expected.hasPrefix("never w1 visible") && never.actual.contains("seen"))
        #expect(abs(clock.now - begin - 1) < 0.02)
    }

    @Test("always and never take their whole time, and its last moment counts")
    func wholeSpan() async throws {
        let start = clock.now
        #expect(try await run("window w1 1x1+0+0\nassert always w1 visible for 3s", slow: 5).verdict == .passed)
        #expect(clock.now - start >= 3 && clock.now - start < 3.05)
        let begin = clock.now
        stage.set { $0.reading = { ScenarioReading($0 < begin + 2.999, "late") } }
        #expect(
            try failure(try await run("window w1 1x1+0+0\nassert always w1 visible for 3s")).actual.contains("late"))
    }

    @Test("a sample begins after its first word and ends before its last")
    func sample() async throws {
        let text =
            "window w1 1x1+0+0\nsample w1 never visible from lock to unlock\nw1 map\nlock i3lock\nw1 raise\nunlock"
        #expect(try await run(text).verdict == .passed)
        #expect(
            stage.log == [
                "open a", "make w1", "w1 map", "desktop lock(Scenario.LockerName.i3lock)", "sample begins", "w1 raise",
                "sample ends", "desktop unlock", "close fine",
            ])
        stage.set { $0.tally = SampleTally(samples: 9, hits: 2, first: "40 pixels") }
        let failure = try failure(try await run(text))
        #expect(failure.line == 2 && failure.actual == "in 2 of 9 samples: 40 pixels")
        stage.set { $0.tally = SampleTally() }
        #expect(try self.failure(try await run(text)).actual.contains("not one sample"))
    }

    @Test("what is expected to fail is fine when it does, and not when it passes")
    func expected() async throws {
        #expect(try await run("mark", expectedFailure: "bug 1").outcome == .unexpectedlyPassed)
        stage.set { $0.failures["w1"] = .failed("no") }
        #expect(try await run("window w1 1x1+0+0\nw1 map", expectedFailure: "bug 1").outcome == .failedAsExpected)
        #expect(stage.log.last == "close fine")
    }
}
