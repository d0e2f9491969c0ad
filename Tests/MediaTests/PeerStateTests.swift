import Testing

@testable import Media

@Suite("The life of a connection") struct PeerStateTests {
    private static let second: Int64 = 1_000_000_000

    /// Feeds events, each with its second.
    private func run(_ events: [(PeerState.Event, Int64)]) -> (PeerState, [PeerState.Effect]) {
        var state = PeerState()
        var all: [PeerState.Effect] = []
        for (event, second) in events {
            let (next, effects) = PeerState.reduce(state, event, at: second * Self.second)
            state = next
            all += effects
        }
        return (state, all)
    }

    private static let connected: [(PeerState.Event, Int64)] = [
        (.begin, 0), (.searching, 0), (.gathered, 0), (.described, 0), (.link(.connecting), 0), (.link(.connected), 1),
        (.opened, 1),
    ]

    @Test("from the first step to the goodbye") func wholeLife() {
        let (state, effects) = run(Self.connected + [(.close(reason: "hang-up"), 2)])
        #expect(state.phase == .closed(byOther: false, reason: "hang-up"))
        #expect(
            effects == [
                .announce, .describe, .announce, .announce, .sayGoodbye(reason: "hang-up"), .announce, .stop,
            ])
    }

    @Test("an end in the moment of connecting waits for the way on which it can be told, and not for ever")
    func endsWhileConnecting() {
        let begun: [(PeerState.Event, Int64)] = [
            (.begin, 0), (.searching, 0), (.gathered, 0), (.described, 0), (.close(reason: "hang-up"), 1),
        ]
        #expect(run(begun).0.phase == .connecting && run(begun).0.isParting)
        let (told, effects) = run(begun + [(.link(.connected), 2), (.opened, 2)])
        #expect(told.phase == .closed(byOther: false, reason: "hang-up"))
        #expect(effects.suffix(3) == [.sayGoodbye(reason: "hang-up"), .announce, .stop])
        let (given, silent) = run(begun + [(.tick(silence: 0), 3)])
        #expect(given.isOver && silent.last == .stop && !silent.contains(.sayGoodbye(reason: "hang-up")))
        // Before the other side knows of it there is nobody to tell, and one without a channel is not waited for.
        #expect(run([(.begin, 0), (.gathered, 0), (.close(reason: ""), 1)]).0.isOver)
        #expect(run(Self.connected.dropLast() + [(.close(reason: ""), 9)]).0.isOver)
        #expect(run(begun + [(.close(reason: "quit"), 1), (.opened, 2)]).1.contains(.sayGoodbye(reason: "hang-up")))
    }

    @Test("addresses that never come do not hold the description: a second after the keys are made") func gathering() {
        #expect(run([(.begin, 0), (.tick(silence: 0), 5)]).0.phase == .gathering)
        let (state, effects) = run([(.begin, 0), (.searching, 5), (.tick(silence: 0), 6)])
        #expect(state.phase == .connecting && effects.contains(.describe))
    }

    @Test("a side that does not answer is unreachable after the limit, counted from the last description")
    func unreachable() {
        let begun: [(PeerState.Event, Int64)] = [(.begin, 0), (.searching, 0), (.gathered, 0), (.described, 10)]
        #expect(run(begun + [(.tick(silence: 0), 24)]).0.phase == .connecting)
        // Before there is an answer somebody may have to take the call first.
        #expect(run(begun.dropLast() + [(.tick(silence: 0), 100)]).0.phase == .connecting)
        guard case .failed(let error) = run(begun + [(.tick(silence: 0), 25)]).0.phase else {
            Issue.record("it waits for ever")
            return
        }
        #expect(error.code == .unreachable && error.description.contains("15 s"))
    }

    @Test("silence interrupts, sound mends, more silence is a lost peer") func silence() {
        let quiet = Self.connected + [(.tick(silence: 2 * Self.second), 3)]
        #expect(run(quiet).0.phase == .reconnecting)
        #expect(run(quiet + [(.tick(silence: 0), 4)]).0.phase == .connected)
        #expect(run(quiet + [(.link(.connected), 4)]).0.phase == .reconnecting)
        let (lost, effects) = run(quiet + [(.tick(silence: 30 * Self.second), 31)])
        guard case .failed(let error) = lost.phase else {
            Issue.record("\(lost.phase)")
            return
        }
        #expect(error.code == .peerLost && effects.last == .stop)
    }

    @Test("a link that fails: unreachable before, lost after") func links() {
        guard case .failed(let early) = run([(.begin, 0), (.gathered, 0), (.link(.failed), 1)]).0.phase,
            case .failed(let late) = run(Self.connected + [(.link(.failed), 2)]).0.phase
        else {
            Issue.record("it goes on")
            return
        }
        #expect(early.code == .unreachable && late.code == .peerLost)
        #expect(run(Self.connected + [(.link(.disconnected), 2)]).0.phase == .reconnecting)
    }

    @Test("nothing happens after the end, in any order of any two events") func afterTheEnd() {
        let events: [PeerState.Event] =
            [
                .begin, .searching, .gathered, .described, .tick(silence: 9 * Self.second), .goodbye(reason: ""),
                .close(reason: ""), .fail(.closed),
            ] + PeerState.Link.allCases.map { .link($0) }
        let ends: [PeerState.Event] = [.goodbye(reason: "x"), .close(reason: "x"), .fail(.closed)]
        for end in ends {
            for begin in [[], Self.connected] {
                let (over, before) = run(begin + [(end, 2)])
                #expect(over.isOver && before.filter { $0 == .stop }.count == 1)
                for first in events {
                    for second in events {
                        let (state, effects) = run(begin + [(end, 2), (first, 3), (second, 30)])
                        #expect(state.phase == over.phase && effects == before)
                    }
                }
            }
        }
    }
}
