import Frames
import Geometry

/// Picture memory that is used again when the last one has let go of a frame.
///
/// It grows to the most frames that are ever held at once, and stays there.
final class CanvasPool: Sendable {
    /// The memory of one picture.
    final class Block: @unchecked Sendable {
        let base: UnsafeMutablePointer<UInt8>
        /// What was drawn over the background, for whoever draws next.
        var drawn: [Rect] = []
        /// False until somebody has filled it.
        var isFilled = false

        init(_ bytes: Int) {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: max(64, bytes), alignment: 64)
            base = memory.assumingMemoryBound(to: UInt8.self)
        }

        deinit { base.deallocate() }
    }

    /// Free blocks beyond this number go back to the system.
    private static let keep = 8
    private let bytes: Int
    private let free = Lock<[Block]>([])

    init(bytes: Int) { self.bytes = bytes }

    func take() -> Block { free.withLock { $0.popLast() } ?? Block(bytes) }

    func give(_ block: Block) {
        free.withLock { blocks in
            if blocks.count < CanvasPool.keep { blocks.append(block) }
        }
    }
}

/// A frame in pooled memory: gives it back at its end.
final class PooledFrame: VideoFrame, @unchecked Sendable {
    private let block: CanvasPool.Block
    private let pool: CanvasPool

    init(
        _ block: CanvasPool.Block, of pool: CanvasPool, layout: I420Layout, format: PixelFormat = .i420,
        color: ColorSpace? = nil, pixelAspect: Ratio = .one, timestamp: Int64, duration: Int64
    ) {
        self.block = block
        self.pool = pool
        super.init(
            size: layout.size, format: format, planes: layout.planes(at: block.base), color: color,
            pixelAspect: pixelAspect, timestamp: timestamp, duration: duration)
    }

    deinit { pool.give(block) }
}
