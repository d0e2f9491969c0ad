public import Geometry

/// A frame that owns plain memory: drawn views, test patterns, pictures made in tests.
///
/// The memory is written once, in `init`, and given back in `deinit`.
public final class MemoryFrame: VideoFrame, @unchecked Sendable {
    private let memory: FrameMemory
    private let giveBack: @Sendable (FrameMemory) -> Void

    /// A frame over `memory`, which is handed to `giveBack` when the frame goes.
    init(
        _ memory: FrameMemory, color: ColorSpace?, pixelAspect: Ratio, orientation: Orientation, timestamp: Int64,
        duration: Int64?, giveBack: @escaping @Sendable (FrameMemory) -> Void
    ) {
        self.memory = memory
        self.giveBack = giveBack
        super.init(
            size: memory.size, format: memory.format, planes: memory.planes, color: color, pixelAspect: pixelAspect,
            orientation: orientation, timestamp: timestamp, duration: duration)
    }

    deinit { giveBack(memory) }

    /// A frame of any format whose planes `fill` writes.
    ///
    /// - Parameter fill: gets the first byte, the stride in bytes and the size in samples of each plane, in the
    ///   format's order; an interleaved plane counts pairs as one sample. All bytes are zero before.
    public convenience init(
        size: Size, format: PixelFormat, color: ColorSpace? = nil, pixelAspect: Ratio = .one,
        orientation: Orientation = .upright, timestamp: Int64 = 0, duration: Int64? = nil,
        fill: (_ plane: Int, _ base: UnsafeMutablePointer<UInt8>, _ stride: Int, _ size: Size) throws -> Void
    ) rethrows {
        let memory = FrameMemory(size: size, format: format)
        try memory.fill(fill)
        self.init(
            memory, color: color, pixelAspect: pixelAspect, orientation: orientation, timestamp: timestamp,
            duration: duration, giveBack: { _ in })
    }

    /// A BGRX or BGRA frame that `draw` fills. All bytes are zero before.
    ///
    /// - Parameter isOpaque: false for premultiplied pixels over a background.
    public convenience init(
        size: Size, isOpaque: Bool = true, pixelAspect: Ratio = .one, orientation: Orientation = .upright,
        timestamp: Int64 = 0, duration: Int64? = nil, draw: (PixelTarget) throws -> Void
    ) rethrows {
        try self.init(
            size: size, format: isOpaque ? .bgrx : .bgra, pixelAspect: pixelAspect, orientation: orientation,
            timestamp: timestamp, duration: duration
        ) { _, base, stride, size in
            try draw(PixelTarget(base: base, stride: stride, size: size))
        }
    }

    /// A frame of one colour, in any format.
    ///
    /// - Parameters:
    ///   - solid: 0xRRGGBB; in YUV formats the nearest value of the colour space (ITU-T H.273).
    ///   - color: the colour space of YUV formats.
    public convenience init(
        solid: UInt32, size: Size, format: PixelFormat = .i420, color: ColorSpace? = nil, pixelAspect: Ratio = .one,
        orientation: Orientation = .upright, timestamp: Int64 = 0, duration: Int64? = nil
    ) {
        let space = color ?? .unspecified(for: size)
        let depth = format.isTenBit ? 10 : 8
        let yuv = space.samples(of: solid, depth: depth)
        self.init(
            size: size, format: format, color: color, pixelAspect: pixelAspect, orientation: orientation,
            timestamp: timestamp, duration: duration
        ) { plane, base, stride, size in
            let pattern: [UInt8]
            switch format {
            case .bgrx, .bgra:
                pattern = [UInt8(solid & 255), UInt8(solid >> 8 & 255), UInt8(solid >> 16 & 255), 255]
            case .i420: pattern = [UInt8([yuv.y, yuv.u, yuv.v][plane])]
            case .nv12: pattern = plane == 0 ? [UInt8(yuv.y)] : [UInt8(yuv.u), UInt8(yuv.v)]
            case .i420p10: pattern = Self.bytes([yuv.y, yuv.u, yuv.v][plane])
            case .p010:
                pattern = plane == 0 ? Self.bytes(yuv.y << 6) : Self.bytes(yuv.u << 6) + Self.bytes(yuv.v << 6)
            }
            for byte in 0..<size.width * pattern.count { base[byte] = pattern[byte % pattern.count] }
            for row in 1..<max(1, size.height) {
                (base + row * stride).update(from: base, count: size.width * pattern.count)
            }
        }
    }

    private static func bytes(_ word: Int) -> [UInt8] { [UInt8(word & 255), UInt8(word >> 8)] }
}
