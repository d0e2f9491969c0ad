import Testing

@testable import Calls

@Suite("Who is at the door", .timeLimit(.minutes(10))) struct DoorStateTests {
    private func run(_ events: [DoorState.Event]) -> (DoorState, [DoorState.Effect]) {
        var state = DoorState(patience: 100)
        var all: [DoorState.Effect] = []
        for event in events {
            let (next, effects) = DoorState.reduce(state, event)
            state = next
            all += effects
        }
        return (state, all)
    }

    @Test("who rings is let in, or not, or nobody answers")
    func answers() {
        let knock = DoorState.Event.knock("a", at: 5)
        var (state, effects) = run([knock, .time(104), .accept("a")])
        #expect(state.taken == ["a"] && effects == [.ring("a"), .stopRinging("a", nil)])
        (state, effects) = run([knock, .decline("a"), .accept("a")])
        #expect(state.ringing == nil && state.taken.isEmpty)
        #expect(effects == [.ring("a"), .stopRinging("a", .declined), .refuse("a", .declined)])
        (state, effects) = run([knock, .time(105), .accept("a")])
        #expect(effects == [.ring("a"), .stopRinging("a", .missed), .refuse("a", .missed)])
    }

    @Test("a second caller is told busy while it rings; a second call may run, a third not (spec S8)")
    func busy() {
        #expect(run([.knock("a", at: 0), .knock("b", at: 1)]).1 == [.ring("a"), .refuse("b", .busy)])
        let one: [DoorState.Event] = [.knock("a", at: 0), .accept("a")]
        #expect(run(one + [.knock("b", at: 1)]).1.last == .ring("b"))
        let two = one + [.knock("b", at: 1), .accept("b")]
        #expect(run(two + [.knock("c", at: 2)]).1.last == .refuse("c", .busy))
        #expect(run(two + [.over("a"), .knock("c", at: 2)]).1.last == .ring("c"))
        #expect(run(one + [.others(1), .knock("b", at: 1)]).1.last == .refuse("b", .busy))
        #expect(run([.others(1), .knock("b", at: 1)]).1 == [.ring("b")])
        #expect(run([.others(2), .knock("b", at: 1)]).1 == [.refuse("b", .busy)])
        // Begun while it rings: there is room for one more, not for two.
        #expect(run([.knock("a", at: 0), .others(1)]).1 == [.ring("a")])
        #expect(run([.knock("a", at: 0), .others(2)]).1.last == .refuse("a", .busy))
    }

    @Test("one who goes away stops the ringing, or ends the call that was about to begin; strangers end nothing")
    func leaving() {
        #expect(
            run([.knock("a", at: 0), .left("a")]).1
                == [.ring("a"), .stopRinging("a", .missed), .refuse("a", .missed)])
        #expect(run([.knock("a", at: 0), .accept("a"), .left("a")]).1.last == .lose("a"))
        let (state, effects) = run([.knock("a", at: 0), .left("b"), .over("b"), .accept("b"), .decline("b")])
        #expect(state.ringing == DoorState.Ringing(id: "a", since: 0) && effects == [.ring("a")])
    }

    @Test("after the end nobody is let in, and who rings is told so")
    func closed() {
        let (state, effects) = run([.knock("a", at: 0), .close, .knock("b", at: 1)])
        #expect(state.ringing == nil)
        #expect(
            effects == [.ring("a"), .stopRinging("a", .ending), .refuse("a", .ending), .refuse("b", .ending)])
    }

    @Test("in every order of six events there is one answer a caller at most, and a ring has an end")
    func everyOrder() {
        let events: [DoorState.Event] = [
            .knock("a", at: 0), .knock("b", at: 1), .accept("a"), .decline("a"), .time(500), .left("a"), .over("a"),
            .others(2), .close,
        ]
        for a in events {
            for b in events {
                for c in events {
                    for d in events {
                        let (state, effects) = run([a, b, c, d, .close])
                        for id in ["a", "b"] {
                            let rings = effects.filter { $0 == .ring(id) }.count
                            let stops = effects.filter { if case .stopRinging(id, _) = $0 { true } else { false } }
                            #expect(rings == stops.count, "\([a, b, c, d]): \(effects)")
                        }
                        if state.ringing != nil { Issue.record("still rings: \([a, b, c, d])") }
                    }
                }
            }
        }
    }
}
