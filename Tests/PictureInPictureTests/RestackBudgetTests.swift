import Geometry
import PictureInPicture
import Testing

private let over = Rect(x: 900, y: 500, width: 300, height: 250)
private let client = WindowFindings(hasClient: true)

@Suite("The budget of restacks", .timeLimit(.minutes(10))) struct RestackBudgetTests {
    @Test("a duel stays under five restacks in every second, under twenty in twenty, and is told once")
    func duel() {
        var desk = Desk()
        desk.rival = { desk, rival in desk.raise(rival) }
        desk.appear(7, over, false, client)
        desk.advance(20)
        #expect(desk.restacks <= 20)
        #expect(desk.restacks >= 8, "it goes on trying")
        for time in desk.restackTimes {
            let second = desk.restackTimes.filter { $0 >= time && $0 < time + 1 }
            #expect(second.count < 5, "\(second)")
        }
        #expect(desk.effects.filter { $0 == .contested(100, by: 7) }.count == 1)
        desk.advance(300)
        let gaps = zip(desk.restackTimes.dropFirst(), desk.restackTimes).map { $0 - $1 }
        #expect((gaps.last ?? 0) >= RestackBudget.longestWait - 0.001)
    }

    @Test("when the rival gives up, the window is on top, and after the quiet everything is as before")
    func quiet() {
        var desk = Desk()
        desk.rival = { desk, rival in desk.raise(rival) }
        desk.appear(7, over, false, client)
        desk.advance(10)
        desk.rival = nil
        desk.advance(RestackBudget.longWait)
        #expect(desk.order == [7, 100])
        desk.advance(RestackBudget.quietTime + 8)
        let before = desk.restacks
        desk.raise(7)
        desk.run()
        #expect(desk.order == [7, 100] && desk.restacks == before + 1)
        desk.rival = { desk, rival in desk.raise(rival) }
        desk.raise(7)
        desk.advance(1)
        #expect(desk.effects.filter { $0 == .contested(100, by: 7) }.count == 2)
    }

    @Test("a window raised fifty times by its user, once a second or slower, is below at once each time")
    func fiftyRaises() {
        var desk = Desk()
        desk.appear(7, over, false, client)
        desk.run()
        for _ in 0..<50 {
            desk.advance(1)
            desk.raise(7)
            desk.run()
            #expect(desk.order == [7, 100])
        }
        #expect(!desk.effects.contains(.contested(100, by: 7)))
    }

    @Test("however fast it is raised, it is below again within two seconds each time")
    func fastRaises() {
        for pace in [0.001, 0.02, 0.1, 0.24, 0.3] {
            var desk = Desk()
            desk.appear(7, over, false, client)
            desk.run()
            for _ in 0..<50 {
                desk.advance(pace)
                desk.raise(7)
                var waited = 0.0
                desk.run()
                while desk.order != [7, 100], waited < 5 {
                    desk.advance(0.01)
                    waited += 0.01
                }
                #expect(waited < 1.6, "raised after \(pace) s")
            }
        }
    }

    @Test("eight windows that open at once are dealt with at once; a storm is not followed blow by blow")
    func storm() {
        var desk = Desk()
        for id in 1...8 as ClosedRange<UInt> {
            desk.appear(id, over, false, client)
            desk.run()
            #expect(desk.order.last == 100)
        }
        desk.advance(30)
        let (before, asked) = (desk.restacks, desk.inspections)
        for id in 1000..<1500 as Range<UInt> {
            desk.appear(id, over, false, client)
            desk.advance(0.01)
            desk.vanish(id)
            desk.advance(0.01)
        }
        #expect(desk.restacks - before <= 20)
        // Nobody is asked about what can't be answered for a while.
        #expect(desk.inspections - asked <= 60, "\(desk.inspections - asked)")
        desk.advance(2)
        #expect(desk.order.last == 100)
    }

    @Test("an alarm that comes late or too early does no harm")
    func alarms() {
        var budget = RestackBudget()
        #expect(budget.due(above: [1], at: 5) == 5)
        budget.spend(above: [1], at: 5)
        #expect(budget.due(above: [1], at: 5.01) == 5.01, "managers often restack twice")
        budget.spend(above: [1], at: 5.01)
        #expect(budget.due(above: [1], at: 5.02) == 5.06)
        #expect(budget.isContested)
        #expect(budget.due(above: [1], at: 5.05) == 5.06)
        #expect(budget.due(above: [1], at: 7) == 7)
    }
}
