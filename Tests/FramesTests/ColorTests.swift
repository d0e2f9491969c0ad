import Geometry
import Testing

@testable import Frames

@Suite(.timeLimit(.minutes(10))) struct ColorTests {
    static let spaces = ColorSpace.Matrix.allCases.flatMap { matrix in
        ColorSpace.Range.allCases.map { ColorSpace(matrix, $0) }
    }
    static let planar: [PixelFormat] = [.i420, .nv12, .i420p10, .p010]

    /// A frame whose 2×2 blocks have random samples of the legal range.
    static func random(_ size: Size, _ format: PixelFormat, _ color: ColorSpace, seed: UInt64) -> (
        frame: VideoFrame, samples: (Int, Int) -> (y: Int, u: Int, v: Int)
    ) {
        var generator = SplitMix(state: seed)
        let unit = format.isTenBit ? 4 : 1
        let (low, high, chroma) =
            color.range == .limited ? (16 * unit, 235 * unit, 240 * unit) : (0, 256 * unit - 1, 256 * unit - 1)
        let half = size.halved
        let y = (0..<size.area).map { _ in Int.random(in: low...high, using: &generator) }
        let u = (0..<half.area).map { _ in Int.random(in: low...chroma, using: &generator) }
        let v = (0..<half.area).map { _ in Int.random(in: low...chroma, using: &generator) }
        let frame = MemoryFrame(size: size, format: format, color: color) { plane, base, stride, area in
            for row in 0..<area.height {
                for column in 0..<area.width {
                    let index = row * area.width + column
                    let values: [Int] =
                        format.planeCount == 2 && plane == 1 ? [u[index], v[index]] : [[y, u, v][plane][index]]
                    let line = base + row * stride
                    for (offset, value) in values.enumerated() {
                        let place = column * values.count + offset
                        if format.isTenBit {
                            let word = format == .p010 ? value << 6 : value
                            line[2 * place] = UInt8(word & 255)
                            line[2 * place + 1] = UInt8(word >> 8)
                        } else {
                            line[place] = UInt8(value)
                        }
                    }
                }
            }
        }
        return (
            frame,
            { column, row in
                let chroma = row / 2 * half.width + column / 2
                return (y[row * size.width + column], u[chroma], v[chroma])
            }
        )
    }

    /// libyuv computes with 6 fractional bits: 0.8 to 1.3 levels, but 2.2 for full-range BT.2020, where the factors of
    /// green round the same way. Of 10 bits of chroma it drops two.
    @Test(arguments: spaces, planar)
    func everySampleBecomesTheColourOfTheStandard(_ color: ColorSpace, _ format: PixelFormat) {
        let size = Size(97, 61)
        let (frame, samples) = Self.random(size, format, color, seed: 7)
        let picture = Picture.converted(frame, to: size)
        var worst = 0.0
        for row in 0..<size.height {
            for column in 0..<size.width {
                let (y, u, v) = samples(column, row)
                let (r, g, b) = Reference.rgb(y, u, v, color, depth: format.isTenBit ? 10 : 8)
                let got = picture[column, row]
                for (level, shift) in [(r, 16), (g, 8), (b, 0)] {
                    worst = max(worst, abs(level - Double(got >> UInt32(shift) & 255)))
                }
            }
        }
        #expect(worst <= (format.isTenBit ? 3.3 : 2.2), "largest error \(worst) levels")
        #expect(picture.isMarginIntact)
    }

    @Test(arguments: PixelFormat.allCases, spaces)
    func aSolidFrameHasItsColour(_ format: PixelFormat, _ color: ColorSpace) {
        for rgb: UInt32 in [0x000000, 0xffffff, 0xff0000, 0x00ff00, 0x0000ff, 0x3478f6, 0x808080] {
            let frame = MemoryFrame(solid: rgb, size: Size(33, 19), format: format, color: color)
            let exact = format.planeCount == 1
            for size in [Size(33, 19), Size(20, 11), Size(50, 29), Size(1, 1), Size(4, 2)] {
                let picture = Picture.converted(frame, to: size)
                let worst = (0..<size.area).map { distance(picture[$0 % size.width, $0 / size.width], rgb) }.max() ?? 0
                #expect(worst <= (exact ? 0 : 3), "\(rgb) as \(format) \(color) at \(size) is off by \(worst)")
            }
        }
    }

    @Test func aStreamThatSaysNothingIsTakenForWhatItsSizeSuggests() {
        #expect(ColorSpace.unspecified(for: Size(720, 576)) == ColorSpace(.bt601, .limited))
        #expect(ColorSpace.unspecified(for: Size(1280, 720)) == ColorSpace(.bt709, .limited))
    }

    @Test("samples of the primaries are those of the standards' tables")
    func samplesOfThePrimaries() {
        let red = ColorSpace(.bt601, .limited).samples(of: 0xff0000)
        #expect(red == (81, 90, 240))
        let blue = ColorSpace(.bt709, .limited).samples(of: 0x0000ff)
        #expect(blue == (32, 240, 118))
        let white = ColorSpace(.bt2020, .limited).samples(of: 0xffffff, depth: 10)
        #expect(white == (940, 512, 512))
    }
}

/// Random numbers that are the same in every run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
        return z ^ z >> 31
    }
}
