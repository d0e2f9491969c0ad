import Geometry
import PictureInPicture
import Testing

/// Whatever other programs do, in whatever order: what must hold at the end.
@Suite("Stacking, in every order", .timeLimit(.minutes(4))) struct StackingStormTests {
    static let screen = Rect(x: 0, y: 0, width: 1280, height: 800)
    static let over = Rect(x: 900, y: 500, width: 300, height: 250)

    /// What another program may do.
    enum Deed: CaseIterable, Sendable {
        case clientAppears, clientGoes, clientRaised, oursLowered, menuAppears, menuGoes, lockerAppears, lockerGoes
        case signal, signalEnds, oursMoves, frameHides, frameShows

        func happen(on desk: inout Desk) {
            switch self {
            case .clientAppears: desk.appear(1, over, false, WindowFindings(hasClient: true))
            case .clientGoes: desk.vanish(1)
            case .clientRaised: desk.raise(1)
            case .oursLowered: desk.lower(100)
            case .menuAppears: desk.appear(2, over, true, WindowFindings(types: .menu))
            case .menuGoes: desk.vanish(2)
            case .lockerAppears: desk.appear(3, screen, true, WindowFindings(identity: .locker))
            case .lockerGoes: desk.vanish(3)
            case .signal: desk.send(.locked(.session, true))
            case .signalEnds: desk.send(.locked(.session, false))
            case .oursMoves: desk.move(100, to: Rect(x: 20, y: 20, width: 256, height: 144))
            case .frameHides: desk.unmap(1)
            case .frameShows: desk.map(1)
            }
        }
    }

    @Test("every order of any four deeds, dealt with one by one or all at once")
    func orders() {
        var count = 0
        for first in Deed.allCases {
            for second in Deed.allCases {
                for third in Deed.allCases {
                    for fourth in Deed.allCases {
                        count += 1
                        for isSlow in [false, true] {
                            var desk = Desk()
                            for deed in [first, second, third, fourth] {
                                deed.happen(on: &desk)
                                if isSlow { desk.run() }
                            }
                            let isSignalled = [first, second, third, fourth].last { $0 == .signal || $0 == .signalEnds }
                            desk.advance(5)
                            if let wrong = Self.problem(desk, isSignalled: isSignalled == .signal) {
                                Issue.record("\([first, second, third, fourth]) \(isSlow): \(wrong) \(desk.order)")
                            }
                        }
                    }
                }
            }
        }
        #expect(count == 13 * 13 * 13 * 13)
    }

    @Test("ten thousand random deeds on thirty windows keep the list in step with the server", arguments: [1, 2, 3])
    func random(seed: UInt64) {
        var dice = Dice(seed: seed)
        var desk = Desk()
        for step in 0..<10_000 {
            let id = UInt(1 + dice.below(30))
            switch dice.below(9) {
            case 0, 1: desk.appear(id, dice.rect(in: 1200), id % 3 == 0, WindowFindings(hasClient: id % 3 != 0))
            case 2: desk.vanish(id)
            case 3: desk.raise(id)
            case 4: desk.lower(id)
            case 5: desk.move(id, to: dice.rect(in: 1200))
            case 6: desk.unmap(id)
            case 7: desk.map(id)
            default: desk.raise([id, 100][dice.below(2)])
            }
            if dice.below(4) == 0 { desk.advance(Double(dice.below(100)) / 1000) }
            guard step % 500 == 499 else { continue }
            desk.advance(10)
            #expect(desk.isInStep)
            if let wrong = Self.problem(desk, isSignalled: false) { Issue.record("step \(step): \(wrong)") }
        }
    }

    /// What is wrong on a desk that has come to rest; nil when all is well.
    static func problem(_ desk: Desk, isSignalled: Bool) -> String? {
        if !desk.isInStep { return "the lists differ" }
        guard let place = desk.order.firstIndex(of: 100), let ours = desk.item(100) else { return "ours is gone" }
        let isLocked = isSignalled || desk.isMapped(3) && desk.findings[3]?.identity == .locker
        if isLocked == desk.isMapped(100) { return isLocked ? "shown over a lock" : "hidden without a lock" }
        guard !isLocked else { return nil }
        for id in desk.order[(place + 1)...] where desk.isMapped(id) {
            guard let item = desk.item(id), item.rect.intersects(ours.rect), let findings = desk.findings[id] else {
                continue
            }
            if findings.hasClient, findings.types.isEmpty { return "\(id) is above ours" }
        }
        return nil
    }
}
