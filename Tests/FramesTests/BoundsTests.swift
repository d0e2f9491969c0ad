import Geometry
import Testing

@testable import Frames

/// Nothing outside the planes is read, nothing outside the target is written: guard pages on either side of both.
@Suite(.timeLimit(.minutes(10))) struct BoundsTests {
    static let sides = [1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 97, 128, 130]

    @Test(arguments: PixelFormat.allCases, FrameConverter.Scaling.allCases)
    func conversionsOfAllSizesStayInside(_ format: PixelFormat, _ scaling: FrameConverter.Scaling) {
        var generator = SplitMix(state: 11)
        let converter = FrameConverter(scaling: scaling)
        for round in 0..<60 {
            func side() -> Int { Self.sides.randomElement(using: &generator) ?? 1 }
            let stored = Size(side(), side()), size = round % 4 == 0 ? stored : Size(side(), side())
            let orientation = OrientationTests.orientations.randomElement(using: &generator) ?? .upright
            for end in GuardedMemory.End.allCases {
                let frame = GuardedFrame(
                    MemoryFrame(solid: 0x4080c0, size: stored, format: format, orientation: orientation), at: end,
                    padding: round % 3)
                let padding = round % 2 * 12
                let stride = size.width * 4 + padding
                let memory = GuardedMemory(stride * size.height - padding, at: end)
                converter.convert(frame, into: PixelTarget(base: memory.base, stride: stride, size: size))
                var worst = 0
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let pixel = memory.base + y * stride + x * 4
                        let rgb = UInt32(pixel[2]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[0])
                        worst = max(worst, distance(rgb, 0x4080c0))
                        if pixel[3] != 255 { worst = 255 }
                    }
                    guard y < size.height - 1 else { continue }
                    for byte in size.width * 4..<stride where memory.base[y * stride + byte] != 0 { worst = 256 }
                }
                #expect(
                    worst <= scaling.tolerance, "\(format) \(stored) \(orientation) → \(size) by \(scaling): \(worst)")
            }
        }
    }

    @Test func anEmptyTargetIsLeftAlone() {
        let memory = GuardedMemory(4, at: .end)
        let frame = MemoryFrame(solid: 0xffffff, size: Size(8, 8))
        for size in [Size(0, 0), Size(4, 0), Size(0, 4)] {
            FrameConverter().convert(frame, into: PixelTarget(base: memory.base, stride: 16, size: size))
        }
        #expect((0..<4).allSatisfy { memory.base[$0] == 0 })
    }

    @Test("scratch memory stays as it is once all sizes were seen")
    func scratchStays() {
        let converter = FrameConverter()
        let frames = PixelFormat.allCases.flatMap { format in
            OrientationTests.orientations.map {
                MemoryFrame(solid: 0x123456, size: Size(160, 90), format: format, orientation: $0)
            }
        }
        let sizes = [Size(160, 90), Size(60, 34), Size(80, 45), Size(200, 113), Size(90, 160), Size(320, 180)]
        let pictures = sizes.map { Picture($0) }
        func all() {
            for frame in frames {
                for picture in pictures { picture.draw { converter.convert(frame, into: $0) } }
            }
        }
        all()
        let capacity = converter.scratchCapacity
        #expect(capacity > 0)
        for _ in 0..<5 { all() }
        #expect(converter.scratchCapacity == capacity)
    }

    @Test("a storm of sizes keeps every picture whole")
    func resizeStorm() {
        let converter = FrameConverter()
        let frame = MemoryFrame(solid: 0xff8000, size: Size(128, 72), color: ColorSpace(.bt709, .limited))
        for width in 1...150 {
            let size = Size(width, max(1, (width * 9 + 8) / 16))
            let picture = Picture(size)
            picture.draw { converter.convert(frame, into: $0) }
            #expect(picture.isMarginIntact)
            #expect(distance(picture[width - 1, size.height - 1], 0xff8000) <= 4)
        }
    }
}

extension FrameConverter.Scaling {
    /// How many levels a solid picture may be off: libyuv's box filter alone is off by a dozen at uneven ratios.
    var tolerance: Int {
        switch self {
        case .automatic, .rows, .portableRows: 4
        case .libyuv, .bilinear, .box: 16
        }
    }
}
