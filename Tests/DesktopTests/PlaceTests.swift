import Geometry
import Testing

@testable import Desktop

@Suite struct PlaceTests {
    private static let area = Rect(x: 0, y: 0, width: 1280, height: 800)
    private static let corner = Rect(x: 1008, y: 640, width: 256, height: 144)

    @Test("alone it goes where it wants to, even over the edge")
    func alone() {
        #expect(placeBeside(Self.corner, in: Self.area, gap: 16, others: []) == Self.corner)
        let outside = Self.corner.offset(by: 200, 0)
        let far = Rect(x: 0, y: 0, width: 100, height: 100)
        #expect(placeBeside(outside, in: Self.area, gap: 16, others: [far]) == outside)
    }

    @Test("beside along the edge, else in the row above, else where least is covered")
    func beside() {
        let left = Self.corner.offset(by: -272, 0)
        #expect(placeBeside(Self.corner, in: Self.area, gap: 16, others: [Self.corner]) == left)
        let narrow = Rect(x: 900, y: 0, width: 380, height: 800)
        let above = placeBeside(Self.corner, in: narrow, gap: 16, others: [Self.corner])
        #expect(above == Self.corner.offset(by: 0, -160))
        let tiny = Rect(x: 1000, y: 630, width: 280, height: 170)
        let covered = placeBeside(Self.corner, in: tiny, gap: 16, others: [Self.corner])
        #expect(tiny.contains(covered))
    }

    @Test("ten windows from every corner lie in the area and over none", arguments: Corner.allCases)
    func many(_ corner: Corner) {
        var others: [Rect] = []
        for index in 0..<10 {
            let size = index % 3 == 0 ? Size(144, 256) : Size(256, 144)
            let wanted = place(size, in: corner, of: Self.area, margin: 16)
            let rect = placeBeside(wanted, in: Self.area, gap: 16, others: others)
            #expect(rect.size == size)
            #expect(Self.area.contains(rect))
            #expect(!others.contains { $0.intersects(rect) }, "\(index): \(rect) over \(others)")
            others.append(rect)
        }
    }

    @Test("a gap between two windows that is large enough is found")
    func gap() {
        let others = [Rect(x: 700, y: 600, width: 580, height: 200), Rect(x: 0, y: 600, width: 400, height: 200)]
        let rect = placeBeside(Self.corner, in: Self.area, gap: 16, others: others)
        #expect(rect.y == 640)
        #expect(!others.contains { $0.intersects(rect) })
    }
}
