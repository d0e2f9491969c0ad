import Frames
import Geometry

/// A frame in memory that never changes and that many frames share.
final class StillFrame: VideoFrame, @unchecked Sendable {
    private let block: CanvasPool.Block

    /// - Parameter offset: bytes from the start of the block to the picture.
    init(
        _ block: CanvasPool.Block, layout: I420Layout, format: PixelFormat, offset: Int = 0, timestamp: Int64,
        duration: Int64
    ) {
        self.block = block
        let base = block.base + offset
        let planes: (Plane, Plane?, Plane?) =
            format == .i420
            ? layout.planes(at: base)
            : (Plane(base: UnsafePointer(base), stride: layout.size.width * 4), nil, nil)
        super.init(
            size: layout.size, format: format, planes: planes, timestamp: timestamp, duration: duration)
    }
}
