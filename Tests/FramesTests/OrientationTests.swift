import Geometry
import Testing

@testable import Frames

/// Pictures whose corners tell where they came from.
@Suite(.timeLimit(.minutes(10))) struct OrientationTests {
    static let corners: [UInt32] = [0xe02020, 0x20c030, 0x3050f0, 0xf0f0f0]
    static let orientations = Orientation.Rotation.allCases.flatMap {
        [Orientation($0), Orientation($0, mirrored: true)]
    }

    /// The corners upper left, upper right, lower left, lower right of the upright picture.
    static func expected(_ orientation: Orientation) -> [UInt32] {
        let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
        let turned: [UInt32] =
            switch orientation.rotation {
            case .none: [a, b, c, d]
            case .clockwise90: [c, a, d, b]
            case .half: [d, c, b, a]
            case .clockwise270: [b, d, a, c]
            }
        return orientation.isMirrored ? [turned[1], turned[0], turned[3], turned[2]] : turned
    }

    /// A frame whose four quarters have the colours of the corners.
    static func quarters(_ size: Size, _ format: PixelFormat, _ orientation: Orientation) -> VideoFrame {
        let color = ColorSpace(.bt709, .full)
        let solid = corners.map { MemoryFrame(solid: $0, size: size, format: format, color: color) }
        return MemoryFrame(size: size, format: format, color: color, orientation: orientation) {
            index, base, stride, area in
            let bytes = format.rowBytes(of: index, width: size.width) / area.width
            let samples = solid.map { frame in
                let plane = [frame.planes.0, frame.planes.1, frame.planes.2][index]
                return (0..<bytes).map { plane?.base[$0] ?? 0 }
            }
            // The chroma of the quarters meets where their pixels do.
            let (middle, center) =
                index == 0 ? (size.height / 2, size.width / 2) : ((size.height + 2) / 4, (size.width + 2) / 4)
            for row in 0..<area.height {
                for column in 0..<area.width {
                    let sample = samples[(row < middle ? 0 : 2) + (column < center ? 0 : 1)]
                    for byte in 0..<bytes { base[row * stride + column * bytes + byte] = sample[byte] }
                }
            }
        }
    }

    static func seen(_ picture: Picture) -> [UInt32] {
        let (right, bottom) = (picture.size.width - 1, picture.size.height - 1)
        return [picture[0, 0], picture[right, 0], picture[0, bottom], picture[right, bottom]]
    }

    @Test(arguments: PixelFormat.allCases, FrameConverter.Scaling.allCases)
    func cornersComeOutWhereTheyBelong(_ format: PixelFormat, _ scaling: FrameConverter.Scaling) {
        for orientation in Self.orientations {
            for stored in [Size(16, 8), Size(17, 9), Size(40, 24)] {
                let frame = Self.quarters(stored, format, orientation)
                let upright = orientation.isTransposed ? stored.transposed : stored
                #expect(frame.displaySize == upright)
                for size in [
                    upright, Size(11, 7), Size(13, 31), Size(64, 41), Size(upright.width * 2, upright.height * 2),
                ] {
                    let picture = Picture.converted(frame, to: size, scaling: scaling)
                    let expected = Self.expected(orientation)
                    let worst = zip(Self.seen(picture), expected).map(distance).max() ?? 255
                    #expect(
                        worst <= scaling.tolerance,
                        "\(format) \(orientation) \(stored) → \(size) by \(scaling): off by \(worst)")
                    #expect(picture.isMarginIntact)
                }
            }
        }
    }

    /// Pixel by pixel, at the sizes where a chroma sample does not fall on a chroma sample when reversed.
    @Test(arguments: PixelFormat.allCases)
    func turningAtItsOwnSizeMovesPixelsAndChangesNone(_ format: PixelFormat) {
        for size in [Size(1, 1), Size(1, 7), Size(3, 5), Size(17, 9), Size(16, 9), Size(9, 16), Size(64, 34)] {
            let color = ColorSpace(.bt601, .full)
            let stored = Self.noise(size, format, color, .upright)
            let reference = Picture.converted(stored, to: size)
            for orientation in Self.orientations {
                let frame = Self.noise(size, format, color, orientation)
                let upright = orientation.isTransposed ? size.transposed : size
                let picture = Picture.converted(frame, to: upright)
                var worst = 0
                for y in 0..<upright.height {
                    for x in 0..<upright.width {
                        let column = orientation.isMirrored ? upright.width - 1 - x : x
                        let source =
                            switch orientation.rotation {
                            case .none: (column, y)
                            case .clockwise90: (y, size.height - 1 - column)
                            case .half: (size.width - 1 - column, size.height - 1 - y)
                            case .clockwise270: (size.width - 1 - y, column)
                            }
                        worst = max(worst, distance(picture[x, y], reference[source.0, source.1]))
                    }
                }
                // 10 bits become 8 before planes are turned: a level of luma and two of chroma.
                #expect(worst <= (format.isTenBit ? 4 : 0), "\(format) \(size) \(orientation): off by \(worst)")
                #expect(picture.isMarginIntact)
            }
        }
    }

    private static func noise(
        _ size: Size, _ format: PixelFormat, _ color: ColorSpace, _ orientation: Orientation
    ) -> VideoFrame {
        var generator = SplitMix(state: 3)
        let mask: UInt8 = format == .i420p10 ? 3 : 255
        return MemoryFrame(size: size, format: format, color: color, orientation: orientation) {
            _, base, stride, area in
            for row in 0..<area.height {
                for column in 0..<stride {
                    let byte = UInt8.random(in: 0...255, using: &generator)
                    base[row * stride + column] = format.isTenBit && column % 2 == 1 ? byte & mask : byte
                }
                if format == .bgra {
                    for column in 0..<area.width { base[row * stride + column * 4 + 3] = 255 }
                }
            }
        }
    }

    @Test func pixelAspectAndTurnShapeTheDisplay() {
        func shown(_ size: Size, _ aspect: Ratio, _ orientation: Orientation = .upright) -> Size {
            MemoryFrame(solid: 0, size: size, pixelAspect: aspect, orientation: orientation).displaySize
        }
        #expect(shown(Size(720, 576), Ratio(16, 15)) == Size(768, 576))
        #expect(shown(Size(720, 480), Ratio(8, 9)) == Size(720, 540))
        #expect(shown(Size(720, 576), Ratio(64, 45)) == Size(1024, 576))
        #expect(shown(Size(720, 576), Ratio(16, 15), Orientation(.clockwise90)) == Size(576, 768))
        #expect(shown(Size(1280, 720), Ratio(0, 1)) == Size(1280, 720))
        #expect(shown(Size(1, 1), Ratio(1, 100)) == Size(1, 100))
        #expect(shown(Size(640, 480), .one, Orientation(.clockwise270, mirrored: true)) == Size(480, 640))
    }
}
