import Frames
import Geometry
import Testing

@Suite(.timeLimit(.minutes(10))) struct RoundFrameTests {
    private final class Picture {
        let target: PixelTarget
        init(_ size: Size, _ color: UInt32) {
            let base = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, size.area * 4))
            target = PixelTarget(base: base, stride: size.width * 4, size: size)
            target.fill(Rect(size: size), with: color)
        }
        deinit { target.base.deallocate() }

        subscript(x: Int, y: Int) -> UInt32 {
            let pixel = target.base + y * target.stride + x * 4
            return (0..<4).reduce(0) { $0 | UInt32(pixel[$1]) << (8 * UInt32($1)) }
        }
    }

    @Test(
        "corners are multiplied once by the mask, alpha too, at every size",
        arguments: [Size(256, 144), Size(60, 40), Size(24, 24), Size(17, 9), Size(5, 300), Size(2, 1), Size(1, 1)])
    func cut(size: Size) {
        let mask = CornerMask(radius: 12)
        let picture = Picture(size, 0xffffff)
        RoundFrame(mask: mask).cut(picture.target)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let share = UInt32(mask.coverage(at: Point(x, y), in: size))
                #expect(picture[x, y] == share * 0x0101_0101, "\(x), \(y)")
            }
        }
    }

    @Test("the line is dark, as wide as asked, leaves the inside alone, and drawing it again changes no straight pixel")
    func line() {
        for (size, width) in [
            (Size(256, 144), 1), (Size(100, 80), 2), (Size(3, 3), 1), (Size(2, 2), 1), (Size(1, 1), 2),
        ] {
            let picture = Picture(size, 0xffffff)
            let frame = RoundFrame(mask: CornerMask(radius: 12), line: width)
            frame.drawLine(into: picture.target, color: 0x0a0c0f)
            frame.drawLine(into: picture.target, color: 0x0a0c0f)
            #expect(picture[size.width / 2, 0] == 0xff0a_0c0f)
            #expect(picture[0, size.height - 1] == 0xff0a_0c0f)
            guard size.width > 40 else { continue }
            #expect(picture[size.width / 2, width - 1] == 0xff0a_0c0f)
            #expect(picture[size.width / 2, width] == 0xffff_ffff)
            #expect(picture[size.width - 1, size.height / 2] == 0xff0a_0c0f)
            #expect(picture[size.width - 1 - width, size.height / 2] == 0xffff_ffff)
            #expect(picture[8, 8] == 0xffff_ffff)
        }
    }

    @Test(
        "a shadow is clear under its window, dark at its edge, darker below, and nothing at its own edge",
        arguments: [1.0, 1.5, 2])
    func shadow(scale: Double) {
        let mask = CornerMask(radius: 12, scale: scale)
        let shadow = DropShadow(mask: mask, scale: scale)
        let (pixels, size, corner) = shadow.picture()
        #expect(pixels.count == size.area && size.width == 2 * corner + 1 && size.height == size.width)
        let window = Rect(x: 1000, y: 1000, width: 400, height: 300)
        let place = shadow.place(around: window)
        let (left, top) = (window.x - place.x, window.y - place.y)
        #expect(place.maxX - window.maxX == left && place.maxY - window.maxY > top && top > 0)
        func alpha(_ x: Int, _ y: Int) -> UInt32 { pixels[y * size.width + x] >> 24 }
        #expect(pixels.allSatisfy { $0 & 0xffffff == 0 })
        #expect(alpha(corner, corner) == 0 && alpha(corner, top) == 0 && alpha(left, corner) == 0)
        #expect(alpha(left - 1, corner) > 60 && alpha(corner, top - 1) > 40)
        #expect(alpha(corner, size.height - place.maxY + window.maxY) > alpha(corner, top - 1))
        for x in 1..<left { #expect(alpha(x, corner) >= alpha(x - 1, corner)) }
        for place in 0..<size.width {
            #expect(alpha(place, 0) <= 2 && alpha(0, place) <= 2 && alpha(place, size.height - 1) <= 2)
            #expect(alpha(place, top - 1) == alpha(size.width - 1 - place, top - 1))
        }
    }
}
