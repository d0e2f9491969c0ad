import Testing

@testable import porthole

@Suite struct WatchMachineTests {
    private static let events: [WatchMachine.Event] = [
        .firstFrame, .floatPressed, .miniMapped(window: 7), .miniFailed("no"), .miniClosed, .restorePressed,
        .mainClosed, .mainFailed("no"), .streamEnded, .streamFailed("no", isMissing: false), .displayLost, .interrupted,
        .timeOver,
    ]

    private func changes(_ effects: [WatchMachine.Effect]) -> [SessionEvent.Change] {
        effects.compactMap { if case .tell(let change) = $0 { change } else { nil } }
    }

    @Test("every order of any four events: one stop or failure a start, one end, nothing after it, no window left over")
    func everyOrder() {
        for pip in [false, true] {
            for index in 0..<Self.events.count * Self.events.count * Self.events.count * Self.events.count {
                var (machine, rest, windows) = (WatchMachine(startsFloating: pip), index, 0)
                var told: [SessionEvent.Change] = []
                var leaves = 0
                for _ in 0..<4 {
                    let event = Self.events[rest % Self.events.count]
                    rest /= Self.events.count
                    let wasOver = machine.isOver
                    let effects = machine.reduce(event)
                    #expect(!wasOver || effects.isEmpty)
                    for effect in effects {
                        if effect == .openMini { windows += 1 }
                        if effect == .closeMini { windows -= 1 }
                        if case .leave = effect { leaves += 1 }
                        #expect(windows == 0 || windows == 1)
                    }
                    told += changes(effects)
                }
                let starts = told.count { $0 == .pipWillStart }
                let stops = told.count { if case .pipFailed = $0 { true } else { $0 == .pipDidStop } }
                let ends = told.count { if case .ended = $0 { true } else { false } }
                #expect(starts - stops == windows)
                #expect(ends == leaves && ends <= 1)
                #expect(!machine.isOver || windows == 0)
                if machine.isOver, let last = told.last, case .ended = last {} else { #expect(!machine.isOver) }
            }
        }
    }

    @Test("closing the mini window stops watching, once")
    func close() {
        var machine = WatchMachine(startsFloating: true)
        _ = machine.reduce(.firstFrame)
        _ = machine.reduce(.miniMapped(window: 7))
        #expect(
            machine.reduce(.miniClosed) == [
                .tell(.pipWillStop), .closeMini, .tell(.pipDidStop), .tell(.ended(.stopWatching)), .leave(.done),
            ])
        #expect(machine.reduce(.miniClosed).isEmpty)
    }

    @Test("restoring goes back to the main window and ends nothing")
    func restore() {
        var machine = WatchMachine(startsFloating: true)
        _ = machine.reduce(.firstFrame)
        _ = machine.reduce(.miniMapped(window: 7))
        #expect(
            machine.reduce(.restorePressed) == [
                .tell(.pipRestore), .presentMain, .tell(.pipWillStop), .closeMini, .tell(.pipDidStop),
            ])
        #expect(!machine.isOver)
        #expect(machine.reduce(.floatPressed) == [.tell(.pipWillStart), .openMini])
    }
}
