import Geometry
import Glibc

@testable import Frames

/// Pixels that a test draws into and looks at, with a margin that must not change.
final class Picture {
    static let margin = 8
    static let untouched: UInt8 = 0xa5

    let size: Size
    let stride: Int
    private(set) var bytes: [UInt8]

    init(_ size: Size, padding: Int = 16) {
        self.size = size
        stride = size.width * 4 + padding
        bytes = Array(repeating: Self.untouched, count: 2 * Self.margin * stride + size.height * stride)
    }

    /// Lets `body` draw.
    func draw(_ body: (PixelTarget) -> Void) {
        bytes.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            body(PixelTarget(base: base + Self.margin * stride, stride: stride, size: size))
        }
    }

    /// The colour of a pixel, as 0xRRGGBB.
    subscript(_ x: Int, _ y: Int) -> UInt32 {
        let at = (y + Self.margin) * stride + x * 4
        return UInt32(bytes[at + 2]) << 16 | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at])
    }

    /// The fourth byte of a pixel.
    func fourth(_ x: Int, _ y: Int) -> UInt8 { bytes[(y + Self.margin) * stride + x * 4 + 3] }

    /// True when nothing but the pixels was written.
    var isMarginIntact: Bool {
        let start = Self.margin * stride
        func isUntouched(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy { $0 == Self.untouched } }
        return isUntouched(0..<start) && isUntouched(start + size.height * stride..<bytes.count)
            && (0..<size.height).allSatisfy { row in
                isUntouched(start + row * stride + size.width * 4..<start + (row + 1) * stride)
            }
    }

    /// The channels of all pixels, B, G, R, one after the other.
    var channels: [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(size.area * 3)
        for y in 0..<size.height {
            let row = (y + Self.margin) * stride
            for x in 0..<size.width { all.append(contentsOf: bytes[row + 4 * x..<row + 4 * x + 3]) }
        }
        return all
    }

    /// What `converter` makes of `frame` at `size`.
    static func converted(
        _ frame: VideoFrame, to size: Size, scaling: FrameConverter.Scaling = .automatic, background: UInt32 = 0
    ) -> Picture {
        let picture = Picture(size)
        picture.draw { FrameConverter(scaling: scaling).convert(frame, into: $0, background: background) }
        return picture
    }
}

/// The largest difference of two channels.
func distance(_ a: UInt32, _ b: UInt32) -> Int {
    let blue = abs(Int(a & 255) - Int(b & 255))
    let green = abs(Int(a >> 8 & 255) - Int(b >> 8 & 255))
    let red = abs(Int(a >> 16 & 255) - Int(b >> 16 & 255))
    return max(blue, max(green, red))
}

/// Peak signal to noise ratio in dB, of 8-bit values.
func psnr(_ a: [UInt8], _ b: [Double]) -> Double {
    precondition(a.count == b.count, "pictures of two sizes can't be compared")
    var sum = 0.0
    for index in a.indices {
        let error = Double(a[index]) - b[index]
        sum += error * error
    }
    let mean = sum / Double(a.count)
    return mean == 0 ? .infinity : -10 * log10(mean / (255 * 255))
}
