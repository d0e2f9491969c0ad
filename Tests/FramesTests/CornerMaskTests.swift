import Frames
import Geometry
import Testing

@Suite(.timeLimit(.minutes(10))) struct CornerMaskTests {
    @Test("the coverage is the area of a quarter of a disc", arguments: [(12.0, 1.0), (12, 2), (10, 1.25), (3.3, 1)])
    func area(_ radius: Double, _ scale: Double) {
        let mask = CornerMask(radius: radius, scale: scale)
        let pixels = radius * scale
        #expect(mask.side == Int(pixels.rounded(.up)))
        #expect(mask.coverage.allSatisfy { $0.count == mask.side })
        let covered = mask.coverage.joined().reduce(0.0) { $0 + Double($1) / 255 }
        let side = Double(mask.side)
        let wanted = side * side - (1 - Double.pi / 4) * pixels * pixels
        #expect(abs(covered - wanted) < 0.01 * wanted)
        #expect(mask.coverage[mask.side - 1][mask.side - 1] == 255)
    }

    @Test("a corner looks the same from both of its sides, and rises inwards")
    func symmetry() {
        let mask = CornerMask(radius: 12, scale: 2)
        #expect(mask.coverage[0][0] == 0)
        for y in 0..<mask.side {
            for x in 0..<mask.side {
                #expect(abs(Int(mask.coverage[y][x]) - Int(mask.coverage[x][y])) <= 3)
                if x > 0 { #expect(mask.coverage[y][x] >= mask.coverage[y][x - 1]) }
            }
        }
    }

    @Test(
        "spans are exactly the pixels that are at least half inside, none twice",
        arguments: [Size(40, 30), Size(24, 24), Size(25, 60), Size(7, 5), Size(1, 1), Size(13, 100)])
    func spans(_ size: Size) {
        for scale in [0.5, 1, 1.5, 2] {
            let mask = CornerMask(radius: 12, scale: scale)
            let spans = mask.spans(size: size)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let point = Point(x, y)
                    let count = spans.count { $0.contains(point) }
                    #expect(count == (mask.coverage(at: point, in: size) >= 128 ? 1 : 0), "\(point) of \(size)")
                }
            }
            #expect(spans.allSatisfy { Rect(size: size).contains($0) && !$0.isEmpty })
        }
    }

    @Test("a large window takes few rectangles")
    func few() {
        let spans = CornerMask(radius: 12, scale: 2).spans(size: Size(3840, 2160))
        #expect(spans.count <= 2 * 24 + 1)
        #expect(spans.contains { $0.x == 0 && $0.width == 3840 && $0.height >= 2160 - 48 })
    }

    @Test("no radius is a whole window, no window is nothing")
    func odd() {
        let size = Size(30, 20)
        for radius in [0, -4, Double.nan] {
            #expect(CornerMask(radius: radius).spans(size: size) == [Rect(size: size)])
        }
        #expect(CornerMask(radius: 12).spans(size: .zero).isEmpty)
        #expect(CornerMask(radius: 12).coverage(at: Point(-1, 0), in: size) == 0)
        #expect(CornerMask(radius: 12).coverage(at: Point(15, 10), in: size) == 255)
        #expect(!CornerMask(radius: .infinity).spans(size: size).isEmpty)
    }
}
