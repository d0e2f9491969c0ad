import CScale
import Geometry
import Glibc
import Testing

@testable import Frames

/// How close scaled pictures come to a reference in double precision, beside libyuv at its best.
@Suite(.timeLimit(.minutes(3))) struct ScalingTests {
    static let cases: [(from: Size, to: Size)] = [
        (Size(320, 180), Size(214, 120)), (Size(320, 180), Size(125, 70)), (Size(320, 180), Size(61, 35)),
        (Size(160, 90), Size(240, 135)), (Size(320, 180), Size(300, 171)), (Size(161, 91), Size(99, 57)),
    ]

    /// Waves of several lengths, as 8-bit samples: sharp enough that a wrong place shows.
    static func waves(_ size: Size) -> [UInt8] {
        (0..<size.area).map { index in
            let (x, y) = (Double(index % size.width), Double(index / size.width))
            let value = 128 + 60 * sin(x / 5 + y / 11) + 40 * sin(y / 4 - x / 23) + 20 * sin((x + y) / 2.5)
            return UInt8(min(235, max(16, value)))
        }
    }

    static func gray(_ size: Size) -> VideoFrame {
        let samples = waves(size)
        return MemoryFrame(size: size, format: .i420, color: ColorSpace(.bt601, .full)) { plane, base, stride, area in
            for row in 0..<area.height {
                for column in 0..<area.width {
                    base[row * stride + column] = plane == 0 ? samples[row * size.width + column] : 128
                }
            }
        }
    }

    @Test(arguments: cases.indices)
    func theOwnRowsAreAtLeastAsCloseAsLibyuv(_ index: Int) {
        let (from, to) = Self.cases[index]
        let frame = Self.gray(from)
        let plane = Reference.shrunk(Self.waves(from).map(Double.init), from, to: to)
        let reference = plane.flatMap { [$0, $0, $0] }
        func quality(_ scaling: FrameConverter.Scaling) -> Double {
            psnr(Picture.converted(frame, to: to, scaling: scaling).channels, reference)
        }
        let rows = quality(.rows), bilinear = quality(.bilinear), box = quality(.box)
        print("PSNR \(from) → \(to): rows \(rows), libyuv bilinear \(bilinear), box \(box)")
        #expect(rows >= bilinear - 0.1)
        #expect(rows > 30)
    }

    @Test(arguments: cases.indices)
    func portableRowsGiveTheSameBytes(_ index: Int) {
        let (from, to) = Self.cases[index]
        for format in PixelFormat.allCases {
            for orientation in [.upright, Orientation(mirrored: true), Orientation(.clockwise90)] {
                let frame = OrientationTests.quarters(from, format, orientation)
                let fast = Picture.converted(frame, to: to, scaling: .rows)
                let portable = Picture.converted(frame, to: to, scaling: .portableRows)
                #expect(fast.bytes == portable.bytes, "\(format) \(orientation) \(from) → \(to)")
            }
        }
    }

    /// Straight to the rows, with noise, at all sorts of widths and ratios.
    @Test func fastAndPortableRowsAgreeOnNoise() {
        var generator = SplitMix(state: 5)
        let layouts: [(cscale_layout, Int)] = [
            (cscale_bytes, 1), (cscale_every_other_byte, 2), (cscale_low_10_bits, 2), (cscale_high_bits, 2),
            (cscale_every_other_high_bits, 4), (cscale_pixels, 4),
        ]
        for round in 0..<600 {
            let (layout, bytes) = layouts[round % layouts.count]
            let from = Size(Int.random(in: 1...300, using: &generator), Int.random(in: 1...40, using: &generator))
            let to = Size(Int.random(in: 1...200, using: &generator), Int.random(in: 1...30, using: &generator))
            let source = GuardedMemory(from.area * bytes - (layout == cscale_every_other_byte ? 1 : 0), at: .end)
            for byte in 0..<from.area * bytes - (layout == cscale_every_other_byte ? 1 : 0) {
                source.base[byte] = UInt8.random(in: 0...255, using: &generator)
            }
            func scaled(_ isPortable: Bool) -> [UInt8] {
                var plane = cscale_plane(
                    base: source.base, stride: from.width * bytes, width: Int32(from.width),
                    height: Int32(from.height), layout: layout)
                let need = cscale_memory_size(&plane, Int32(to.width), Int32(to.height))
                let memory = UnsafeMutableRawPointer.allocate(byteCount: need, alignment: 64)
                defer { memory.deallocate() }
                let row = cscale_row_size(Int32(to.width), layout)
                var out = [UInt8](repeating: 0, count: row * to.height)
                let scaler = cscale_begin(memory, &plane, Int32(to.width), Int32(to.height), round % 2 == 0, isPortable)
                cscale_rows(scaler, 0, Int32(to.height), &out, row)
                return out
            }
            #expect(scaled(false) == scaled(true), "\(layout) \(from) → \(to)")
        }
    }

    @Test("a picture in 8 bits and in 10 looks the same at any size")
    func formatsAgree() {
        for to in [Size(50, 30), Size(33, 21), Size(70, 41)] {
            let frames = ColorTests.planar.map { OrientationTests.quarters(Size(60, 34), $0, .upright) }
            let pictures = frames.map { Picture.converted($0, to: to).channels }
            for other in pictures.dropFirst() {
                let worst = zip(pictures[0], other).map { abs(Int($0) - Int($1)) }.max() ?? 0
                #expect(worst <= 6)
            }
        }
    }

    @Test("white stays white when it is scaled, and black black")
    func extremesStay() {
        for format in PixelFormat.allCases {
            for rgb: UInt32 in [0xffffff, 0] {
                for to in [Size(50, 30), Size(80, 45), Size(200, 113), Size(320, 180), Size(39, 22)] {
                    let frame = MemoryFrame(solid: rgb, size: Size(160, 90), format: format)
                    let picture = Picture.converted(frame, to: to)
                    let worst = picture.channels.map { abs(Int($0) - Int(rgb & 255)) }.max() ?? 0
                    #expect(worst == 0, "\(format) → \(to): off by \(worst)")
                }
            }
        }
    }
}
