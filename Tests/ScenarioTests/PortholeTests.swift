import PortholeKit
import TestSupport
import Testing

@testable import Scenario

/// Porthole on the stage.
@Suite("Porthole in scenarios", .timeLimit(.minutes(10)), .serialized)
struct PortholeSessionTests {
    private func play(_ text: String, isReal: Bool = false) async throws -> ScenarioResult {
        try await withFolder { folder in
            let script = try ScenarioParser.parse(text, file: "t/try.scenario")
            let program = isReal ? try PortholeStandIn.real() : try await PortholeStandIn.make(in: folder)
            let clock = SystemClock()
            let stage = DesktopStage(StageOptions(program: program, slow: 5), clock: clock)
            return await ScenarioRunner(stage: stage, clock: clock, slow: 5).run(script, manager: "openbox")
        }
    }

    @Test("a session connects, floats, is read, dragged, and closed by its button")
    func session() async throws {
        let result = try await play(
            """
            pointer speed 3000
            window w1 300x200+50+50
            w1 map
            watch test:solid?color=e040fb&size=640x360 as a
            assert session a running
            pip a
            w1 activate
            assert events a will-start did-start
            assert pip a visible
            assert pip a on-top
            assert pip a size 256x144
            assert pip a at lower-right
            assert pip a inside work-area
            assert main a visible
            assert frames a advancing
            assert frames a dropped <= 100%
            assert focus w1
            drag pip a by -200 -100
            assert never pip a at lower-right for 0s
            drag pip a to upper-left
            assert pip a at upper-left
            resize pip a to 384x216 from bottom-right
            assert pip a size 384x216
            main iconify
            assert main a hidden
            main show
            assert main a visible
            mark
            assert no leaks
            assert restacks <= 0
            click pip a.close
            assert session a ended by stop-watching
            assert events a will-stop did-stop ended
            assert pip a gone
            assert no leaks
            """)
        #expect(result.verdict == .passed, "\(result.verdict) \(result.attachments)")
    }

    @Test("the mini window below a test window is neither on top nor visible")
    func below() async throws {
        let result = try await play(
            """
            watch test:solid?color=e040fb&size=640x360 as a
            pip a
            window w1 500x400+780+400 override
            w1 map
            assert pip a hidden
            assert pip a on-top within 50ms
            """)
        guard case .failed(let failure) = result.verdict else {
            Issue.record("\(result.verdict)")
            return
        }
        #expect(failure.line == 6 && failure.actual.contains("shows 0 of"), "\(failure)")
    }

    @Test("what Porthole refuses is told in its words")
    func refused() async throws {
        for (line, words) in [
            ("watch missing.mp4 as a", "missing.mp4"), ("call test: as a", "this stand-in can't"),
            ("watch test: as a\nhang-up a", "exit code 1: porthole: hang-up: this stand-in can't"),
        ] {
            guard case .failed(let failure) = try await play(line).verdict else {
                Issue.record("\(line) did not fail")
                continue
            }
            #expect(failure.actual.contains(words), "\(failure)")
        }
    }

    @Test("somebody calls and is accepted by a click; a second caller gives up, a third is declined")
    func incoming() async throws {
        let result = try await play(
            """
            incoming "Ben"
            assert ringing "Ben"
            assert main ben visible
            accept
            assert session ben running
            assert caller ben running
            assert no ringing
            assert frames ben advancing
            incoming "Ann"
            assert ringing "Ann"
            caller hang-up ann
            assert no ringing
            assert session ann ended by missed
            assert caller ann ended by hang-up
            incoming "Zoë" as zoe
            decline
            assert session zoe ended by declined
            assert caller zoe ended by declined
            assert session ben running
            caller hang-up ben
            assert session ben ended by remote-hang-up
            assert caller ben ended by hang-up
            """, isReal: true)
        #expect(result.verdict == .passed, "\(result.verdict) \(result.attachments)")
    }

    @Test("who rings no more can't be accepted, and one whose call does not get through says why")
    func inVain() async throws {
        for (lines, words) in [
            ("incoming Ben\nmain close ben\naccept", "rings no more"),
            ("watch missing.mp4 as a\nincoming Ben", "missing.mp4"),
        ] {
            guard case .failed(let failure) = try await play(lines, isReal: true).verdict else {
                Issue.record("\(lines) did not fail")
                continue
            }
            #expect(failure.actual.contains(words), "\(failure)")
        }
    }

    @Test("events and states are read in every form of numbers")
    func parsing() throws {
        let event = PortholeEvent(
            "{\"event\":\"pip.did-start\",\"time\":1.5,\"session\":\"live\",\"window\":4194310}", arrival: 3)
        #expect(event?.window == 4_194_310 && event?.session == "live" && event?.arrival == 3)
        #expect(PortholeEvent("Floating.", arrival: 0) == nil)
        let session =
            "{\"name\":\"live\",\"kind\":\"live\",\"phase\":\"floating\",\"windows\":{\"main\":\"0x40\",\"mini\":7}}"
        for text in ["{\"sessions\":[\(session)]}", "[\(session)]"] {
            let state = try #require(PortholeState(text))
            #expect(state.sessions.first?.windows == ["main": 64, "mini": 7])
        }
        #expect(PortholeState("no") == nil)
    }

    @Test("readings of events are what the events say")
    func readings() {
        func events(_ names: [String]) -> [PortholeEvent] {
            names.enumerated().compactMap { PortholeEvent("{\"event\":\"\($1)\"}", arrival: Double($0)) }
        }
        let run = events(["session.connected", "pip.will-start", "frames", "pip.did-start", "pip.will-stop"])
        #expect(SessionReader.sequence(run, [.willStart, .didStart]).holds)
        #expect(!SessionReader.sequence(run, [.willStart, .willStop]).holds)
        #expect(!SessionReader.sequence(run, [.didStart, .willStart]).holds)
        #expect(!SessionReader.sequence([], [.willStart]).holds)
        #expect(SessionReader.state(run, .running).holds && !SessionReader.state([], .connected).holds)
        func count(_ shown: Int, _ dropped: Int, _ time: Double) -> PortholeEvent? {
            PortholeEvent(
                "{\"event\":\"frames\",\"hosts\":{\"mini\":{\"shown\":\(shown),\"dropped\":\(dropped)}}}", arrival: time
            )
        }
        let counts = [count(10, 0, 1), count(40, 0, 2), count(40, 0, 3), count(70, 30, 4)].compactMap { $0 }
        #expect(!SessionReader.advancing(counts, since: 5).holds)
        #expect(SessionReader.advancing(Array(counts.prefix(2)), since: 1.5).holds)
        #expect(!SessionReader.advancing(Array(counts.prefix(3)), since: 2.5).holds)
        #expect(!SessionReader.advancing(Array(counts.prefix(1)), since: 0.5).holds)
        #expect(SessionReader.dropped(counts, before: [:], 30).holds)
        #expect(!SessionReader.dropped(counts, before: [:], 29).holds)
        #expect(!SessionReader.dropped(counts, before: counts[2].frames, 49).holds)
    }
}
