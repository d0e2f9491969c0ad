import Geometry
import Testing

@Suite("Magnet, throw and trail", .timeLimit(.minutes(1))) struct MagnetTests {
    private let area = Rect(x: 0, y: 30, width: 1000, height: 700)
    private let magnet = Magnet()

    @Test(
        "M5: a window near an edge or a corner rests at it, from both sides; elsewhere it stays",
        arguments: [
            (Point(25, 300), Point(16, 300)), (Point(1, 300), Point(16, 300)), (Point(0, 300), Point(16, 300)),
            (Point(33, 300), Point(33, 300)), (Point(400, 40), Point(400, 46)), (Point(400, 63), Point(400, 63)),
            (Point(790, 600), Point(784, 600)), (Point(790, 610), Point(784, 624)), (Point(30, 60), Point(16, 46)),
            (Point(400, 300), Point(400, 300)),
        ])
    func draws(_ from: Point, _ to: Point) {
        let rect = Rect(origin: from, size: Size(200, 90))
        #expect(magnet.drawn(rect, in: area).origin == to)
    }

    @Test("M5: what is dropped beyond an edge lies wholly inside and rests at it")
    func settles() {
        for x in stride(from: -300, through: 1200, by: 37) {
            for y in stride(from: -300, through: 1000, by: 41) {
                let rect = magnet.settled(Rect(x: x, y: y, width: 200, height: 90), in: area)
                #expect(area.contains(rect))
                #expect(rect.x == 16 || rect.maxX == 984 || (x > 0 && x < 800))
                #expect(rect.y == 46 || rect.maxY == 714 || (y > 30 && y < 640))
            }
        }
        let tooLarge = magnet.settled(Rect(x: 5, y: 5, width: 2000, height: 2000), in: area)
        #expect(tooLarge.origin == area.origin)
    }

    @Test("M5: above 800 pixels a second it is thrown to the corner it flies to; below, it is not")
    func throwing() {
        let middle = Rect(x: 300, y: 500, width: 200, height: 90)
        func origin(_ dx: Double, _ dy: Double) -> Point? { magnet.thrown(middle, by: (dx, dy), in: area)?.origin }
        #expect(origin(600, 500) == nil)
        #expect(origin(0, 0) == nil)
        #expect(origin(800, 0) == nil)
        #expect(origin(700, -700) == Point(784, 46))
        #expect(origin(-900, 0) == Point(16, 624))
        #expect(origin(0, -2000) == Point(16, 46))
        #expect(origin(100, 2000) == Point(16, 624))
        #expect(origin(.nan, 900) == nil)
        #expect(origin(.infinity, 900) == nil)
    }

    @Test("a larger scale rests further away and draws from further")
    func scaled() {
        let rect = Rect(x: 60, y: 300, width: 200, height: 90)
        #expect(Magnet(scale: 2).drawn(rect, in: area).x == 32)
        #expect(magnet.drawn(rect, in: area).x == 60)
    }

    @Test("a hand that stops before it lets go does not throw")
    func trail() {
        var trail = PointerTrail()
        #expect(trail.velocity(at: 0) == (0, 0))
        for step in 0...10 { trail.add(Point(100 + 20 * step, 50), time: UInt(1000 + 10 * step)) }
        let fast = trail.velocity(at: 1100)
        #expect(fast.dx == 2000 && fast.dy == 0)
        #expect(trail.velocity(at: 1300) == (0, 0))
        trail.add(Point(300, 50), time: 1400)
        #expect(trail.velocity(at: 1400) == (0, 0))
        // The server's clock begins again.
        trail.add(Point(0, 0), time: 5)
        trail.add(Point(0, 30), time: 35)
        #expect(trail.velocity(at: 35).dy == 1000)
    }

    @Test("a resize keeps the corner it is nearest to, wholly inside")
    func corners() {
        let low = Rect(x: 700, y: 600, width: 200, height: 90)
        #expect(resizedInCorner(low, to: Size(400, 180), in: area) == Rect(x: 500, y: 510, width: 400, height: 180))
        let high = Rect(x: 10, y: 40, width: 200, height: 90)
        #expect(resizedInCorner(high, to: Size(400, 180), in: area).origin == Point(10, 40))
        #expect(area.contains(resizedInCorner(low, to: Size(990, 690), in: area)))
    }
}
