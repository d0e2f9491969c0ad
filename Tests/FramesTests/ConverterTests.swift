import Glibc
import Geometry
import Testing

@testable import Frames

@Suite(.timeLimit(.minutes(5))) struct ConverterTests {
    static let yuv: [PixelFormat] = [.i420, .nv12, .i420p10, .p010]
    static let colors = ColorSpace.Matrix.allCases.flatMap { matrix in
        ColorSpace.Range.allCases.map { ColorSpace(matrix, $0) }
    }

    @Test("every matrix, range and format gives the colours of H.273 to a few levels", arguments: yuv, colors)
    func colours(_ format: PixelFormat, _ color: ColorSpace) {
        var worst = 0.0
        for (y, u, v) in [
            (16, 128, 128), (235, 128, 128), (81, 90, 240), (145, 54, 34), (41, 240, 110), (128, 128, 128),
            (180, 100, 150), (60, 140, 120), (255, 128, 128), (0, 128, 128),
        ] {
            let frame = TestFrame(Size(32, 8), format, color: color) { plane, _, _ in UInt32([y, u, v][plane]) }
            let target = GuardedTarget(Size(32, 8))
            FrameConverter().convert(frame, into: target.target)
            let expected = reference(Double(y), Double(u), Double(v), color)
            let seen = target.pixel(17, 5)
            for (value, wanted) in [
                (seen >> 16 & 0xff, expected.r), (seen >> 8 & 0xff, expected.g), (seen & 0xff, expected.b),
            ] { worst = max(worst, abs(Double(value) - wanted)) }
        }
        // libyuv holds its coefficients in 8 bits with 6 behind the point: the blue one of these two does not fit.
        let isCramped = color.range == .limited && color.matrix != .bt601
        #expect(worst <= (isCramped ? 4.1 : 2.5), "\(format) \(color): off by \(worst)")
    }

    @Test("no size down to 1×1, in or out, touches a byte outside", arguments: PixelFormat.allCases)
    func guards(_ format: PixelFormat) {
        let converter = FrameConverter()
        let sizes = [Size(1, 1), Size(1, 7), Size(3, 5), Size(2, 2), Size(17, 9), Size(64, 36), Size(33, 65)]
        for from in sizes {
            for to in sizes {
                for rotation in Orientation.Rotation.allCases {
                    for isMirrored in [false, true] {
                        let orientation = Orientation(rotation, mirrored: isMirrored)
                        let frame = TestFrame(from, format, orientation: orientation, padding: 3) { plane, _, _ in
                            format.planeCount == 1 ? 0xff80_8080 : plane == 0 ? 126 : 128
                        }
                        let target = GuardedTarget(to)
                        converter.convert(frame, into: target.target)
                        #expect(target.isIntact, "\(format) \(from) to \(to) \(orientation)")
                        // A grey picture is grey to the last pixel: no padding was taken for a sample.
                        // libyuv's RGB scaler has weights of 7 bits and rounds down, each way, in each step.
                        let isRGB = format.planeCount == 1
                        let enlarges = to.area > from.area
                        let stored = orientation.isTransposed ? to.transposed : to
                        let steps = isRGB ? ScaleStep.steps(from: from, to: stored).count : enlarges ? 1 : 0
                        for (x, y) in [(0, 0), (to.width - 1, 0), (0, to.height - 1), (to.width - 1, to.height - 1)] {
                            #expect(
                                difference(target.pixel(x, y), 0x808080) <= 1 + 2 * steps,
                                "\(format) \(from) to \(to) \(orientation): \(String(target.pixel(x, y), radix: 16))")
                        }
                    }
                }
            }
        }
    }

    /// Where a marked corner of the stored picture is seen: turned clockwise first, then mirrored.
    private func corner(_ orientation: Orientation) -> (right: Bool, low: Bool) {
        // The mark is stored at the upper left.
        var (right, low) =
            switch orientation.rotation {
            case .none: (false, false)
            case .clockwise90: (true, false)
            case .half: (true, true)
            case .clockwise270: (false, true)
            }
        if orientation.isMirrored { right.toggle() }
        return (right, low)
    }

    @Test(
        "a turned or mirrored picture stands upright, at its own size, smaller and larger",
        arguments: PixelFormat.allCases, Orientation.Rotation.allCases)
    func orientation(_ format: PixelFormat, _ rotation: Orientation.Rotation) {
        for isMirrored in [false, true] {
            let orientation = Orientation(rotation, mirrored: isMirrored)
            let from = Size(48, 32)
            let frame = TestFrame(from, format, orientation: orientation) { plane, x, y in
                let isMark = plane == 0 ? x < 16 && y < 12 : x < 8 && y < 6
                if format.planeCount == 1 { return isMark ? 0xffff_ffff : 0xff00_0000 }
                return plane == 0 ? (isMark ? 235 : 16) : 128
            }
            let upright = orientation.isTransposed ? from.transposed : from
            for size in [
                upright, Size(upright.width / 2, upright.height / 2), Size(upright.width * 2, upright.height * 2),
            ] {
                let target = GuardedTarget(size)
                FrameConverter().convert(frame, into: target.target)
                let mark = corner(orientation)
                for (right, low) in [(false, false), (true, false), (false, true), (true, true)] {
                    let pixel = target.pixel(right ? size.width - 3 : 2, low ? size.height - 3 : 2)
                    let isMark = right == mark.right && low == mark.low
                    #expect(
                        difference(pixel, isMark ? 0xffffff : 0) <= 4,
                        "\(format) \(orientation) at \(size): \(right) \(low) is \(String(pixel, radix: 16))")
                }
            }
        }
    }

    @Test("a BGRA frame shows the background through what is clear")
    func translucent() {
        let frame = TestFrame(Size(8, 8), .bgra) { _, x, _ in x < 4 ? 0 : 0x8040_0000 }
        let target = GuardedTarget(Size(8, 8))
        FrameConverter().convert(frame, into: target.target, background: 0x336699)
        #expect(target.pixel(1, 1) == 0x336699)
        // Premultiplied: 0x40 red over half of the background.
        #expect(difference(target.pixel(6, 6), 0x59_33_4c) <= 2)
    }

    @Test("a scaled picture keeps its detail: no worse than 30 dB against an area average")
    func quality() {
        func luma(_ x: Double, _ y: Double) -> Double { 126 + 60 * (x * 0.05).sine + 40 * (y * 0.07).sine }
        let from = Size(640, 360)
        let frame = TestFrame(from, .i420) { plane, x, y in
            plane == 0 ? UInt32(luma(Double(x) + 0.5, Double(y) + 0.5)) : 128
        }
        for size in [Size(480, 270), Size(320, 180), Size(240, 135), Size(250, 141), Size(157, 89), Size(960, 540)] {
            let target = GuardedTarget(size)
            FrameConverter().convert(frame, into: target.target)
            var error = 0.0
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let fx = (Double(x) + 0.5) * Double(from.width) / Double(size.width)
                    let fy = (Double(y) + 0.5) * Double(from.height) / Double(size.height)
                    let wanted = reference(luma(fx, fy), 128, 128, ColorSpace(.bt709, .limited)).g
                    let seen = Double(target.pixel(x, y) >> 8 & 0xff)
                    error += (seen - wanted) * (seen - wanted)
                }
            }
            let psnr = 10 * (255.0 * 255.0 / max(1e-9, error / Double(size.area))).decimalLogarithm
            #expect(psnr > 30, "\(size): \(psnr) dB")
        }
    }

    @Test("scratch memory grows to the largest picture and stays")
    func scratch() {
        let converter = FrameConverter()
        let frame = TestFrame(Size(64, 36), .p010, orientation: Orientation(.clockwise90, mirrored: true)) { _, _, _ in
            128
        }
        let (large, small) = (GuardedTarget(Size(72, 128)), GuardedTarget(Size(18, 32)))
        converter.convert(frame, into: large.target)
        converter.convert(frame, into: small.target)
        let capacity = converter.scratchCapacity
        #expect(capacity > 0)
        for _ in 0..<100 {
            converter.convert(frame, into: large.target)
            converter.convert(frame, into: small.target)
        }
        #expect(converter.scratchCapacity == capacity)
    }

    @Test("an overlay is blended where it is, faded, and cut at the window's edge")
    func overlay() {
        let bitmap = Bitmap(size: Size(10, 10)) { target in
            target.fill(Rect(x: 2, y: 2, width: 6, height: 6), with: 0xff0000)
        }
        let converter = FrameConverter()
        for origin in [Point(0, 0), Point(-5, -5), Point(15, 15), Point(-30, 0), Point(100, 100), Point(3, 18)] {
            let target = GuardedTarget(Size(20, 20))
            target.target.fill(Rect(size: target.size), with: 0x0000ff)
            converter.blend(Overlay(bitmap: bitmap, origin: origin), into: target.target)
            #expect(target.isIntact)
            let red = Rect(x: origin.x + 2, y: origin.y + 2, width: 6, height: 6)
            for y in 0..<20 {
                for x in 0..<20 {
                    #expect(target.pixel(x, y) == (red.contains(Point(x, y)) ? 0xff0000 : 0x0000ff))
                }
            }
        }
        let target = GuardedTarget(Size(20, 20))
        target.target.fill(Rect(size: target.size), with: 0x0000ff)
        converter.blend(Overlay(bitmap: bitmap, alpha: 128), into: target.target)
        #expect(difference(target.pixel(4, 4), 0x80007f) <= 2)
        converter.blend(Overlay(bitmap: bitmap, alpha: 0), into: target.target)
        #expect(difference(target.pixel(4, 4), 0x80007f) <= 2)
    }

    @Test("the fast ratios take one box, the others quarter or halve and finish with bilinear")
    func steps() {
        func sizes(_ from: Size, _ to: Size) -> [Size] { ScaleStep.steps(from: from, to: to).map(\.size) }
        #expect(sizes(Size(1280, 720), Size(1280, 720)).isEmpty)
        #expect(sizes(Size(1280, 720), Size(480, 270)) == [Size(480, 270)])
        #expect(sizes(Size(3840, 2160), Size(640, 360)) == [Size(960, 540), Size(640, 360)])
        #expect(sizes(Size(1280, 720), Size(500, 281)) == [Size(640, 360), Size(500, 281)])
        #expect(sizes(Size(1280, 720), Size(1000, 562)) == [Size(1000, 562)])
        #expect(sizes(Size(1279, 719), Size(500, 281)) == [Size(640, 360), Size(500, 281)])
        #expect(sizes(Size(640, 360), Size(1280, 720)) == [Size(1280, 720)])
        #expect(sizes(Size(7, 5000), Size(90, 1)).last == Size(90, 1))
    }
}

extension Double {
    fileprivate var sine: Double { Glibc.sin(self) }
    fileprivate var decimalLogarithm: Double { Glibc.log10(self) }
}
