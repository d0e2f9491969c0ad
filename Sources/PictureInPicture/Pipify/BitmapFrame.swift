public import Frames

/// A drawn picture as a video frame: how anything that is no video gets into a display layer (spec B1).
public final class BitmapFrame: VideoFrame, @unchecked Sendable {
    private let bitmap: Bitmap

    /// A frame of `bitmap`'s own pixels, without a copy.
    ///
    /// - Parameters:
    ///   - bitmap: at least 1×1.
    ///   - timestamp: when it is due, in nanoseconds.
    public init(_ bitmap: Bitmap, timestamp: Int64 = 0) {
        self.bitmap = bitmap
        super.init(
            size: bitmap.size, format: .bgra, planes: (Plane(base: bitmap.base, stride: bitmap.stride), nil, nil),
            timestamp: timestamp)
    }
}
