import CGStreamer
import Frames
import Geometry

/// A decoded picture, mapped where the decoder wrote it. One object a frame; no pixel is copied.
final class GstFrame: VideoFrame, @unchecked Sendable {
    private var mapped: GstVideoFrame
    /// Goes after the memory.
    private let memoryOwner: FrameMemoryOwner?

    /// Nil when the memory can't be read.
    ///
    /// - Parameters:
    ///   - info: of the caps that came with `buffer`.
    ///   - timestamp: in nanoseconds of the stream.
    ///   - memoryOwner: what has to live as long as the memory.
    init?(
        _ buffer: UnsafeMutablePointer<GstBuffer>, info: inout GstVideoInfo, format: PixelFormat, color: ColorSpace,
        orientation: Orientation, timestamp: Int64, memoryOwner: FrameMemoryOwner? = nil
    ) {
        var mapped = GstVideoFrame()
        guard gst_video_frame_map(&mapped, &info, buffer, GST_MAP_READ) != 0 else { return nil }
        func plane(_ data: gpointer?, _ stride: gint) -> Plane? {
            data.map { Plane(base: UnsafePointer($0.assumingMemoryBound(to: UInt8.self)), stride: Int(stride)) }
        }
        let (data, stride) = (mapped.data, mapped.info.stride)
        guard let first = plane(data.0, stride.0) else {
            gst_video_frame_unmap(&mapped)
            return nil
        }
        var second = format.planeCount > 1 ? plane(data.1, stride.1) : nil
        var third = format.planeCount > 2 ? plane(data.2, stride.2) : nil
        if shim_video_format(&info) == GST_VIDEO_FORMAT_YV12 { swap(&second, &third) }
        let length = buffer.pointee.duration
        let duration: Int64? =
            if length != .max {
                Int64(clamping: length)
            } else if info.fps_n > 0 {
                Int64(info.fps_d) * 1_000_000_000 / Int64(info.fps_n)
            } else {
                nil
            }
        self.mapped = mapped
        self.memoryOwner = memoryOwner
        super.init(
            size: Size(Int(info.width), Int(info.height)), format: format, planes: (first, second, third), color: color,
            pixelAspect: Ratio(Int(info.par_n), Int(info.par_d)), orientation: orientation, timestamp: timestamp,
            duration: duration)
    }

    deinit { gst_video_frame_unmap(&mapped) }
}

/// An element that must not go before the memory of its frames.
///
/// GStreamer 1.22's `ximagesrc` is given back by the last of its buffers, while that holds a lock of the element: the
/// program ends. That happens when a window that is shared gets another size and sharing ends before the frame is gone.
final class FrameMemoryOwner: @unchecked Sendable {
    private let element: UnsafeMutablePointer<GstElement>

    init(_ element: UnsafeMutablePointer<GstElement>) {
        self.element = element
        gst_object_ref(element)
    }

    deinit { gst_object_unref(element) }
}
