import CGStreamer
import Frames
import Geometry

/// Hands the frames of a track to an encoder, without copying a pixel: each buffer holds its frame.
final class VideoFeed: VideoRenderer, @unchecked Sendable {
    private struct State {
        var isOn = false
        var isStopped = false
        /// The time between two pictures, in nanoseconds; 0: all go.
        var interval: Int64 = 0
        /// When the next one may go.
        var due: Int64 = 0
        var size = Size.zero
    }
    private let source: UnsafeMutablePointer<GstElement>
    private let state = Lock(State())
    // Only on the track's media thread:
    private var shape: Shape?

    private struct Shape: Hashable {
        var size: Size
        var format: PixelFormat
        var aspect: Ratio
    }

    /// - Parameter source: an `appsrc`.
    init(_ source: UnsafeMutablePointer<GstElement>) {
        self.source = source
        gst_object_ref(source)
    }

    deinit { gst_object_unref(source) }

    /// Lets frames through, or not.
    func set(_ isOn: Bool) { state.withLock { $0.isOn = isOn } }

    /// Lets so many through a second, at most; 0: all.
    func set(frameRate: Int) {
        state.withLock { $0.interval = frameRate > 0 ? 1_000_000_000 / Int64(frameRate) : 0 }
    }

    /// The size of the last picture.
    var size: Size { state.withLock { $0.size } }

    /// Lets none through any more.
    func stop() { state.withLock { $0.isStopped = true } }

    func render(_ frame: VideoFrame) {
        let now = Pacer.now()
        let isWanted = state.withLock { state in
            state.size = frame.size
            guard state.isOn, !state.isStopped else { return false }
            guard state.interval > 0 else { return true }
            // Pictures come a little early and a little late; on average they are as many as there may be.
            guard now >= state.due - state.interval / 3 else { return false }
            state.due = max(state.due + state.interval, now - state.interval)
            return true
        }
        guard isWanted, stampsTime(source) else { return }
        let shape = Shape(size: frame.size, format: frame.format, aspect: frame.pixelAspect)
        if shape != self.shape {
            let text =
                "video/x-raw,format=\(frame.format.inGStreamer),width=\(frame.size.width),height=\(frame.size.height),"
                + "framerate=0/1,pixel-aspect-ratio=\(frame.pixelAspect.numerator)/\(frame.pixelAspect.denominator)"
            guard let caps = gst_caps_from_string(text) else { return }
            gst_app_src_set_caps(shim_appsrc(source), caps)
            gst_caps_unref(caps)
            self.shape = shape
        }
        guard let buffer = makeBuffer(frame) else { return }
        // The buffer is theirs now, whatever the answer.
        _ = gst_app_src_push_buffer(shim_appsrc(source), buffer)
    }

    private func makeBuffer(_ frame: VideoFrame) -> UnsafeMutablePointer<GstBuffer>? {
        guard let buffer = gst_buffer_new() else { return nil }
        var offsets: [gsize] = [0, 0, 0, 0]
        var strides: [gint] = [0, 0, 0, 0]
        var offset = 0
        let planes = [frame.planes.0, frame.planes.1, frame.planes.2].prefix(frame.format.planeCount)
        for (index, plane) in planes.enumerated() {
            guard let plane else { break }
            let rows = index == 0 ? frame.size.height : (frame.size.height + 1) / 2
            // The last row may end where the memory does.
            let length =
                plane.stride * (rows - 1) + frame.format.bytesOfRow(of: index, width: frame.size.width)
            offsets[index] = gsize(offset)
            strides[index] = gint(plane.stride)
            offset += length
            let memory = gst_memory_new_wrapped(
                GST_MEMORY_FLAG_READONLY, UnsafeMutableRawPointer(mutating: plane.base), gsize(length), 0,
                gsize(length), Unmanaged.passRetained(frame).toOpaque(), releaseBox)
            gst_buffer_append_memory(buffer, memory)
        }
        gst_buffer_add_video_meta_full(
            buffer, GST_VIDEO_FRAME_FLAG_NONE, frame.format.gstFormat, guint(frame.size.width),
            guint(frame.size.height), guint(planes.count), &offsets, &strides)
        return buffer
    }
}

/// Whether a source that stamps what it is given can count from the start of its pipeline yet. Before that it counts from
/// the start of the machine, and whoever waits for that time downstream never sends another buffer.
func stampsTime(_ source: UnsafeMutablePointer<GstElement>) -> Bool { gst_element_get_base_time(source) > 0 }

extension PixelFormat {
    fileprivate func bytesOfRow(of plane: Int, width: Int) -> Int {
        let half = (width + 1) / 2
        return switch self {
        case .i420: plane == 0 ? width : half
        case .nv12: plane == 0 ? width : 2 * half
        case .bgrx, .bgra: 4 * width
        case .i420p10: 2 * (plane == 0 ? width : half)
        case .p010: plane == 0 ? 2 * width : 4 * half
        }
    }

    fileprivate var inGStreamer: String {
        switch self {
        case .i420: "I420"
        case .nv12: "NV12"
        // Premultiplied over black is what it is without its alpha.
        case .bgrx, .bgra: "BGRx"
        case .i420p10: "I420_10LE"
        case .p010: "P010_10LE"
        }
    }

    fileprivate var gstFormat: GstVideoFormat {
        switch self {
        case .i420: GST_VIDEO_FORMAT_I420
        case .nv12: GST_VIDEO_FORMAT_NV12
        case .bgrx, .bgra: GST_VIDEO_FORMAT_BGRx
        case .i420p10: GST_VIDEO_FORMAT_I420_10LE
        case .p010: GST_VIDEO_FORMAT_P010_10LE
        }
    }
}
