import CScale
import Geometry
import Testing

@testable import Frames

/// Premultiplied source-over, with and without SIMD, against the formula in double precision.
@Suite(.timeLimit(.minutes(10))) struct BlendTests {
    static let under: UInt32 = 0x204060

    static func bitmap(_ size: Size, _ pixel: (Int, Int) -> (b: UInt8, g: UInt8, r: UInt8, a: UInt8)) -> Bitmap {
        Bitmap(size: size) { target in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (b, g, r, a) = pixel(x, y)
                    let at = target.base + y * target.stride + x * 4
                    (at[0], at[1], at[2], at[3]) = (b, g, r, a)
                }
            }
        }
    }

    static func target(_ size: Size) -> Picture {
        Picture.converted(MemoryFrame(solid: under, size: size, format: .bgrx), to: size)
    }

    /// What source-over gives for one channel, not rounded.
    static func over(_ source: UInt8, _ alpha: UInt8, _ under: UInt8, fade: UInt8) -> Double {
        let f = Double(fade) / 255
        return min(255, Double(source) * f + Double(under) * (1 - Double(alpha) / 255 * f))
    }

    @Test(arguments: [FrameConverter.Scaling.automatic, .portableRows], [UInt8(255), 254, 128, 77, 1])
    func everyAlphaIsWithinALevelOfTheFormula(_ scaling: FrameConverter.Scaling, _ fade: UInt8) {
        let size = Size(256, 9)
        let bitmap = Self.bitmap(size) { x, y in
            let a = UInt8(x)
            return (UInt8(Int(a) * y / 8), a, UInt8(Int(a) * (8 - y) / 8), a)
        }
        let picture = Self.target(size)
        picture.draw { FrameConverter(scaling: scaling).blend(Overlay(bitmap: bitmap, alpha: fade), into: $0) }
        var worst = 0.0
        for y in 0..<size.height {
            for x in 0..<size.width {
                let pixel = bitmap.base + y * bitmap.stride + x * 4
                for (channel, shift) in [(0, UInt32(0)), (1, 8), (2, 16)] {
                    let below = UInt8(Self.under >> shift & 255)
                    let exact = Self.over(pixel[channel], pixel[3], below, fade: fade)
                    worst = max(worst, abs(exact - Double(picture[x, y] >> shift & 255)))
                }
            }
        }
        // Three roundings: of the faded source, of its alpha, and of what shows through.
        #expect(worst <= 1.25, "off by \(worst)")
        #expect(picture.isMarginIntact)
    }

    @Test("SIMD and portable code give the same bytes, for nonsense too")
    func fastAndPortableAgree() {
        var generator = SplitMix(state: 9)
        let bitmap = Self.bitmap(Size(61, 20)) { _, _ in
            func byte() -> UInt8 { UInt8.random(in: 0...255, using: &generator) }
            return generator.next() % 4 == 0 ? (0, 0, 0, 0) : (byte(), byte(), byte(), byte())
        }
        for fade: UInt8 in [0, 1, 100, 200, 255] {
            let pictures = [FrameConverter.Scaling.automatic, .portableRows].map { scaling in
                let picture = Self.target(Size(70, 25))
                let overlay = Overlay(bitmap: bitmap, origin: Point(3, -2), alpha: fade)
                picture.draw { FrameConverter(scaling: scaling).blend(overlay, into: $0) }
                return picture.bytes
            }
            #expect(pictures[0] == pictures[1])
        }
    }

    @Test func clearLeavesAndOpaqueReplacesExactly() {
        let bitmap = Self.bitmap(Size(37, 4)) { x, _ in x % 2 == 0 ? (0, 0, 0, 0) : (1, 2, 3, 255) }
        let picture = Self.target(Size(37, 4))
        picture.draw { FrameConverter().blend(Overlay(bitmap: bitmap), into: $0) }
        for x in 0..<37 { #expect(picture[x, 2] == (x % 2 == 0 ? Self.under : 0x030201)) }
        let faded = Self.target(Size(37, 4))
        faded.draw { FrameConverter().blend(Overlay(bitmap: bitmap, alpha: 0), into: $0) }
        #expect(faded.bytes == Self.target(Size(37, 4)).bytes)
    }

    @Test(
        "what lies outside is cut off",
        arguments: [
            Point(-5, -3), Point(15, 10), Point(-5, 10), Point(15, -3), Point(-100, 0), Point(0, 100), Point(20, 0),
            Point(Int.min, Int.max), Point(Int.max, 0), Point(-9, -6), Point(-10, -7),
        ])
    func outsideIsCutOff(_ origin: Point) {
        let bitmap = Self.bitmap(Size(10, 7)) { x, y in (UInt8(x), UInt8(y), 200, 255) }
        let picture = Self.target(Size(20, 12))
        picture.draw { FrameConverter().blend(Overlay(bitmap: bitmap, origin: origin), into: $0) }
        for y in 0..<12 {
            for x in 0..<20 {
                let (column, row) = (x.subtractingReportingOverflow(origin.x), y.subtractingReportingOverflow(origin.y))
                let isInside =
                    !column.overflow && !row.overflow && (0..<10).contains(column.partialValue)
                    && (0..<7).contains(row.partialValue)
                let expected =
                    isInside ? 0xc80000 | UInt32(row.partialValue) << 8 | UInt32(column.partialValue) : Self.under
                #expect(picture[x, y] == expected)
            }
        }
        #expect(picture.isMarginIntact)
    }

    @Test func anEmptyBitmapIsNothing() {
        let picture = Self.target(Size(4, 4))
        let bitmap = Bitmap(size: .zero) { _ in }
        picture.draw { FrameConverter().blend(Overlay(bitmap: bitmap), into: $0) }
        #expect(picture.bytes == Self.target(Size(4, 4)).bytes)
    }

    @Test(
        "a translucent frame shows the background, exactly",
        arguments: [FrameConverter.Scaling.automatic, .portableRows])
    func overTheBackground(_ scaling: FrameConverter.Scaling) {
        let frame = MemoryFrame(size: Size(256, 2), isOpaque: false) { target in
            for x in 0..<256 {
                for y in 0..<2 {
                    let pixel = target.base + y * target.stride + x * 4
                    (pixel[0], pixel[1], pixel[2], pixel[3]) = (UInt8(x), 0, UInt8(x / 2), UInt8(x))
                }
            }
        }
        let picture = Picture.converted(frame, to: Size(256, 2), scaling: scaling, background: 0x3366cc)
        for x in 0..<256 {
            func over(_ source: Int, _ under: Int) -> UInt32 {
                UInt32(min(255, source + Int((Double(under * (255 - x)) / 255).rounded())))
            }
            #expect(picture[x, 1] == over(x / 2, 0x33) << 16 | over(0, 0x66) << 8 | over(x, 0xcc))
            #expect(picture.fourth(x, 1) == 255)
        }
    }

    @Test func opaquePixelsAreCopiedExactly() {
        var generator = SplitMix(state: 1)
        var pixels: [UInt32] = []
        let frame = MemoryFrame(size: Size(33, 5)) { target in
            for index in 0..<33 * 5 {
                let rgb = UInt32.random(in: 0...0xffffff, using: &generator)
                pixels.append(rgb)
                let pixel = target.base + index / 33 * target.stride + index % 33 * 4
                (pixel[0], pixel[1], pixel[2]) = (UInt8(rgb & 255), UInt8(rgb >> 8 & 255), UInt8(rgb >> 16))
            }
        }
        let picture = Picture.converted(frame, to: Size(33, 5), background: 0xff00ff)
        for index in 0..<33 * 5 {
            #expect(picture[index % 33, index / 33] == pixels[index])
            #expect(picture.fourth(index % 33, index / 33) == 255)
        }
    }
}
