import Frames
import Geometry
import Testing

/// A frame in memory that a test fills sample by sample.
final class TestFrame: VideoFrame, @unchecked Sendable {
    private let storage: UnsafeMutableRawPointer

    /// - Parameters:
    ///   - padding: bytes after each row that nobody may take for pixels.
    ///   - sample: plane (0 Y, 1 U, 2 V; for RGB: 0), column and row to an 8-bit value, or for RGB to 0xAARRGGBB.
    init(
        _ size: Size, _ format: PixelFormat, color: ColorSpace = ColorSpace(.bt709, .limited),
        orientation: Orientation = .upright, padding: Int = 0, sample: (Int, Int, Int) -> UInt32
    ) {
        let chroma = Size((size.width + 1) / 2, (size.height + 1) / 2)
        let wide = format == .i420p10 || format == .p010 ? 2 : 1
        let isRGB = format == .bgrx || format == .bgra
        let strideY = isRGB ? (size.width + padding) * 4 : size.width * wide + padding * 2
        let isSemi = format == .nv12 || format == .p010
        let strideC = chroma.width * wide * (isSemi ? 2 : 1) + padding * 2
        let (bytesY, bytesC) = (strideY * size.height, strideC * chroma.height)
        let storage = UnsafeMutableRawPointer.allocate(byteCount: bytesY + 2 * bytesC + 64, alignment: 64)
        storage.initializeMemory(as: UInt8.self, repeating: 0xee, count: bytesY + 2 * bytesC + 64)
        self.storage = storage
        func put(_ offset: Int, _ value: UInt32) {
            switch format {
            case .bgrx, .bgra: storage.storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt32.self)
            case .i420p10: storage.storeBytes(of: UInt16(value) << 2, toByteOffset: offset, as: UInt16.self)
            case .p010: storage.storeBytes(of: UInt16(value) << 8, toByteOffset: offset, as: UInt16.self)
            default: storage.storeBytes(of: UInt8(value), toByteOffset: offset, as: UInt8.self)
            }
        }
        for y in 0..<size.height {
            for x in 0..<size.width { put(y * strideY + x * (isRGB ? 4 : wide), sample(0, x, y)) }
        }
        if !isRGB {
            for y in 0..<chroma.height {
                for x in 0..<chroma.width {
                    let row = bytesY + y * strideC
                    if isSemi {
                        put(row + 2 * x * wide, sample(1, x, y))
                        put(row + (2 * x + 1) * wide, sample(2, x, y))
                    } else {
                        put(row + x * wide, sample(1, x, y))
                        put(row + bytesC + x * wide, sample(2, x, y))
                    }
                }
            }
        }
        let bytes = UnsafePointer(storage.assumingMemoryBound(to: UInt8.self))
        let first = Plane(base: bytes, stride: strideY)
        let second = isRGB ? nil : Plane(base: bytes + bytesY, stride: strideC)
        let third = isRGB || isSemi ? nil : Plane(base: bytes + bytesY + bytesC, stride: strideC)
        super.init(
            size: size, format: format, planes: (first, second, third), color: color, orientation: orientation)
    }

    deinit { storage.deallocate() }
}

/// Memory for a picture with guard bytes around every row.
final class GuardedTarget {
    let size: Size
    private let stride: Int
    private let storage: UnsafeMutablePointer<UInt8>
    private let count: Int
    private static let guardBytes = 64

    init(_ size: Size) {
        self.size = size
        stride = size.width * 4 + 2 * Self.guardBytes
        count = stride * size.height + 2 * Self.guardBytes
        storage = .allocate(capacity: count)
        storage.initialize(repeating: 0xa5, count: count)
    }

    deinit { storage.deallocate() }

    var target: PixelTarget { PixelTarget(base: storage + Self.guardBytes, stride: stride, size: size) }

    /// 0xRRGGBB at a place.
    func pixel(_ x: Int, _ y: Int) -> UInt32 {
        let p = storage + Self.guardBytes + y * stride + x * 4
        return UInt32(p[2]) << 16 | UInt32(p[1]) << 8 | UInt32(p[0])
    }

    /// Nothing outside the rows was written.
    var isIntact: Bool {
        for offset in 0..<count {
            let inRow = offset - Self.guardBytes
            let isPixel = inRow >= 0 && inRow / stride < size.height && inRow % stride < size.width * 4
            if !isPixel, storage[offset] != 0xa5 { return false }
        }
        return true
    }
}

/// ITU-T H.273 in double precision: what a sample means.
func reference(_ y: Double, _ u: Double, _ v: Double, _ color: ColorSpace) -> (r: Double, g: Double, b: Double) {
    let (kr, kb): (Double, Double) =
        switch color.matrix {
        case .bt601: (0.299, 0.114)
        case .bt709: (0.2126, 0.0722)
        case .bt2020: (0.2627, 0.0593)
        }
    let isFull = color.range == .full
    let luma = isFull ? y / 255 : (y - 16) / 219
    let cb = isFull ? (u - 128) / 255 : (u - 128) / 224
    let cr = isFull ? (v - 128) / 255 : (v - 128) / 224
    let r = luma + 2 * (1 - kr) * cr
    let b = luma + 2 * (1 - kb) * cb
    let g = (luma - kr * r - kb * b) / (1 - kr - kb)
    func level(_ value: Double) -> Double { min(255, max(0, value * 255)) }
    return (level(r), level(g), level(b))
}

/// The largest difference of a channel between two colours as 0xRRGGBB.
func difference(_ one: UInt32, _ other: UInt32) -> Int {
    [0, 8, 16].map { abs(Int(one >> $0 & 0xff) - Int(other >> $0 & 0xff)) }.max() ?? 0
}
