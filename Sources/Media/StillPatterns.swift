import Frames
import Geometry
import Glibc

/// One colour, exactly: in BGRX, because YUV has no place for every colour.
final class SolidPattern: PatternGenerator, @unchecked Sendable {
    private let block: CanvasPool.Block

    override init(_ pattern: TestPattern) {
        block = CanvasPool.Block(pattern.size.area * 4)
        let pixel = UInt32(0xff00_0000 | pattern.color).littleEndian
        UnsafeMutableRawPointer(block.base).bindMemory(to: UInt32.self, capacity: pattern.size.area)
            .update(repeating: pixel, count: pattern.size.area)
        super.init(pattern)
    }

    override func picture(_ index: Int64, timestamp: Int64, duration: Int64) -> VideoFrame {
        StillFrame(block, layout: layout, format: .bgrx, timestamp: timestamp, duration: duration)
    }
}

/// Eight upright bars at 75 %: white, yellow, cyan, green, magenta, red, blue, black (EIA-189-A without its lower part).
final class BarsPattern: PatternGenerator, @unchecked Sendable {
    private let block: CanvasPool.Block

    override init(_ pattern: TestPattern) {
        let layout = I420Layout(pattern.size)
        block = CanvasPool.Block(layout.bytes)
        super.init(pattern)
        let canvas = I420Canvas(layout: layout, base: block.base)
        let colors: [UInt32] = [0xbfbfbf, 0xbfbf00, 0x00bfbf, 0x00bf00, 0xbf00bf, 0xbf0000, 0x0000bf, 0x000000]
        for (index, color) in colors.enumerated() {
            let left = pattern.size.width * index / 8
            let right = pattern.size.width * (index + 1) / 8
            canvas.fill(Rect(x: left, y: 0, width: right - left, height: pattern.size.height), yuv(color))
        }
    }

    override func picture(_ index: Int64, timestamp: Int64, duration: Int64) -> VideoFrame {
        StillFrame(block, layout: layout, format: .i420, timestamp: timestamp, duration: duration)
    }
}

/// Noise without colour: each picture is another part of one long piece of random bytes.
final class NoisePattern: PatternGenerator, @unchecked Sendable {
    private static let extra = 1 << 16
    private let block: CanvasPool.Block

    override init(_ pattern: TestPattern) {
        let layout = I420Layout(pattern.size)
        let luma = layout.strides.y * pattern.size.height + Self.extra
        // Chroma lies behind everything that luma can begin in.
        block = CanvasPool.Block(layout.bytes + Self.extra)
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        let words = UnsafeMutableRawPointer(block.base).bindMemory(to: UInt64.self, capacity: luma / 8)
        for index in 0..<luma / 8 {
            // Marsaglia's xorshift64; the upper bit of each byte keeps it within the limited range.
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            words[index] = (state & 0x7f7f_7f7f_7f7f_7f7f) + 0x2020_2020_2020_2020
        }
        memset(block.base + luma, 128, layout.bytes + Self.extra - luma)
        super.init(pattern)
    }

    override func picture(_ index: Int64, timestamp: Int64, duration: Int64) -> VideoFrame {
        let hash = UInt64(bitPattern: index &+ 1) &* 0x9e37_79b9_7f4a_7c15
        let offset = Int(hash >> 32) & (Self.extra - 64) & ~63
        return NoiseFrame(
            block, layout: layout, luma: offset, chroma: layout.strides.y * layout.size.height + Self.extra,
            timestamp: timestamp, duration: duration)
    }
}

/// A frame whose luma begins anywhere in shared memory and whose chroma is grey.
private final class NoiseFrame: VideoFrame, @unchecked Sendable {
    private let block: CanvasPool.Block

    init(
        _ block: CanvasPool.Block, layout: I420Layout, luma: Int, chroma: Int, timestamp: Int64, duration: Int64
    ) {
        self.block = block
        let grey = Plane(base: UnsafePointer(block.base + chroma), stride: layout.strides.c)
        super.init(
            size: layout.size, format: .i420,
            planes: (Plane(base: UnsafePointer(block.base + luma), stride: layout.strides.y), grey, grey),
            timestamp: timestamp, duration: duration)
    }
}
