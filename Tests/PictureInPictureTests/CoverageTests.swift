import Geometry
import PictureInPicture
import Testing

@Suite("What is covered", .timeLimit(.minutes(10))) struct CoverageTests {
    static let target = Rect(x: 100, y: 100, width: 200, height: 100)
    static let left = Rect(x: 50, y: 50, width: 150, height: 200)
    static let right = Rect(x: 200, y: 100, width: 100, height: 100)
    static let all = Rect(x: 0, y: 0, width: 400, height: 400)

    static func above(_ rect: Rect, _ findings: WindowFindings? = WindowFindings(), isMapped: Bool = true)
        -> StackedWindow
    { StackedWindow(9, rect, isMapped: isMapped, findings: findings) }

    @Test(
        "by what is above",
        arguments: [
            ([], .none),
            ([above(all)], .whole),
            ([above(target)], .whole),
            ([above(left)], .partial),
            ([above(left), above(right)], .whole),
            ([above(left), above(right.inset(by: 1))], .partial),
            ([above(Rect(x: 0, y: 0, width: 50, height: 50))], .none),
            ([above(all, isMapped: false)], .none),
            ([above(all, nil)], .none),
            ([above(all, WindowFindings(hasPixels: false))], .none),
            ([above(all, WindowFindings(isOpaque: false))], .none),
            ([above(all, .nothing)], .none),
        ] as [([StackedWindow], Coverage)])
    func table(_ windows: [StackedWindow], _ expected: Coverage) {
        let below = StackedWindow(2, Self.all, findings: WindowFindings())
        let list = [below, StackedWindow(1, Self.target)] + windows
        #expect(coverage(of: 1, in: list) == expected)
        #expect(coverage(of: 77, in: list) == .none)
    }

    @Test("what is off the screen can't be seen anyway")
    func offScreen() {
        let list = [StackedWindow(1, Self.target), Self.above(Self.left)]
        #expect(coverage(of: 1, in: list, screen: Rect(x: 0, y: 0, width: 180, height: 400)) == .whole)
        #expect(coverage(of: 1, in: list, screen: Rect(x: 0, y: 0, width: 400, height: 400)) == .partial)
    }

    @Test("the same as counting pixels, for a thousand heaps of windows")
    func pixels() {
        var random = Dice(seed: 7)
        for _ in 0..<1000 {
            let target = random.rect(in: 12)
            let windows = (0..<random.below(8)).map { _ in Self.above(random.rect(in: 12)) }
            var open = 0
            for y in target.y..<target.maxY {
                for x in target.x..<target.maxX where !windows.contains(where: { $0.rect.contains(Point(x, y)) }) {
                    open += 1
                }
            }
            let expected: Coverage = open == 0 ? .whole : open == target.size.area ? .none : .partial
            #expect(coverage(of: 1, in: [StackedWindow(1, target)] + windows) == expected)
        }
    }

    @Test("watched windows tell when they are covered and when not any more")
    func told() {
        var desk = Desk()
        desk.appear(5, Self.target, false, WindowFindings(hasClient: true))
        desk.send(.coverageWatched(5))
        desk.run()
        #expect(!desk.effects.contains(.coverage(5, isCovered: true)))
        desk.appear(6, Self.all, false, WindowFindings(hasClient: true))
        desk.run()
        #expect(desk.effects.last == .coverage(5, isCovered: true))
        desk.findings[6]?.isOpaque = false
        desk.send(.opacityChanged(6))
        desk.run()
        #expect(desk.effects.last == .coverage(5, isCovered: false))
        desk.appear(7, Self.all, true, WindowFindings())
        desk.run()
        #expect(desk.effects.last == .coverage(5, isCovered: true))
        desk.vanish(7)
        desk.run()
        #expect(desk.effects.last == .coverage(5, isCovered: false))
    }
}
