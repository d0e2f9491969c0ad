import CGStreamer
import Frames
import Geometry

/// The end of the video branch: an `appsink` whose samples become frames. Its state belongs to the streaming thread.
final class VideoSink: @unchecked Sendable {
    let element: UnsafeMutablePointer<GstElement>
    /// What has to live as long as a frame does; set before the pipeline starts.
    var memoryOwner: FrameMemoryOwner?
    private let push: @Sendable (VideoFrame) -> Void
    private let activity: Activity
    private let onEnd: @Sendable () -> Void

    private var caps: UnsafeMutablePointer<GstCaps>?
    private var info = GstVideoInfo()
    private var format = PixelFormat.i420
    private var color = ColorSpace(.bt709, .limited)
    private var streamOrientation: Orientation?
    private var globalOrientation: Orientation?
    private var lastTimestamp: Int64 = 0
    private var shown: UnsafeMutablePointer<GstBuffer>?

    /// - Parameters:
    ///   - paced: wait until a picture is due.
    ///   - onEnd: the stream has ended; on the streaming thread.
    init(
        paced: Bool, activity: Activity, push: @escaping @Sendable (VideoFrame) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) throws(MediaError) {
        element = try makeElement("appsink")
        self.push = push
        self.activity = activity
        self.onEnd = onEnd
        shim_set_bool(element, "sync", paced ? 1 : 0)
        // Late pictures are shown all the same; a decoder that can't keep up learns of it (see `isSlow`).
        shim_set_bool(element, "qos", paced ? 1 : 0)
        shim_set_bool(element, "enable-last-sample", 0)
        shim_set_bool(element, "wait-on-eos", 0)
        shim_set_int(element, "max-buffers", 1)
        if let caps = gst_caps_from_string(StreamFormat.caps) {
            gst_app_sink_set_caps(shim_appsink(element), caps)
            gst_caps_unref(caps)
        }
        let box = WeakBox(self)
        var callbacks = GstAppSinkCallbacks()
        callbacks.new_sample = { sink, data in WeakBox<VideoSink>.object(data)?.pull(sink) ?? GST_FLOW_EOS }
        callbacks.new_preroll = { sink, data in WeakBox<VideoSink>.object(data)?.preroll(sink) ?? GST_FLOW_EOS }
        callbacks.eos = { _, data in WeakBox<VideoSink>.object(data)?.onEnd() }
        gst_app_sink_set_callbacks(shim_appsink(element), &callbacks, box.retained(), releaseBox)
        addProbes(box)
    }

    deinit { if let caps { gst_caps_unref(caps) } }

    private func addProbes(_ box: WeakBox<VideoSink>) {
        guard let pad = gst_element_get_static_pad(element, "sink") else { return }
        // Decoders may then write rows and planes where they like, and need not repack them.
        gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM,
            { _, info, _ in
                guard let query = shim_probe_query(info), shim_query_type(query) == GST_QUERY_ALLOCATION else {
                    return GST_PAD_PROBE_OK
                }
                gst_query_add_allocation_meta(query, shim_video_meta_api(), nil)
                return GST_PAD_PROBE_HANDLED
            }, nil, nil)
        gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
            { _, info, data in
                if let event = shim_probe_event(info) { WeakBox<VideoSink>.object(data)?.note(event) }
                return GST_PAD_PROBE_OK
            }, box.retained(), releaseBox)
        gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM,
            { _, info, _ in
                guard let event = shim_probe_event(info), shim_event_type(event) == GST_EVENT_QOS else {
                    return GST_PAD_PROBE_OK
                }
                return VideoSink.isSlow(event) ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
            }, nil, nil)
        gst_object_unref(pad)
    }

    /// Whether a quality-of-service event tells of a decoder that is too slow, so that it may leave pictures out.
    ///
    /// A hiccup of the machine is no reason to, and seconds are a jump of the stream's time, not slowness.
    private static func isSlow(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
        var late: GstClockTimeDiff = 0
        gst_event_parse_qos(event, nil, nil, &late, nil)
        return (100_000_000...2_000_000_000).contains(late)
    }

    /// Tags come in line with the pictures that they are about.
    private func note(_ event: UnsafeMutablePointer<GstEvent>) {
        switch shim_event_type(event) {
        case GST_EVENT_STREAM_START: streamOrientation = nil
        case GST_EVENT_TAG:
            var tags: UnsafeMutablePointer<GstTagList>?
            gst_event_parse_tag(event, &tags)
            var text: UnsafeMutablePointer<CChar>?
            guard let tags, gst_tag_list_get_string(tags, "image-orientation", &text) != 0, let text else { return }
            let orientation = StreamFormat.orientation(String(cString: text))
            g_free(text)
            if gst_tag_list_get_scope(tags) == GST_TAG_SCOPE_GLOBAL {
                globalOrientation = orientation
            } else {
                streamOrientation = orientation
            }
        default: break
        }
    }

    /// A paused pipeline shows the first picture, and the one that it was sent to.
    private func preroll(_ sink: UnsafeMutablePointer<GstAppSink>?) -> GstFlowReturn {
        guard let sample = gst_app_sink_pull_preroll(sink) else { return GST_FLOW_EOS }
        defer { gst_sample_unref(sample) }
        return show(sample, isPreroll: true)
    }

    private func pull(_ sink: UnsafeMutablePointer<GstAppSink>?) -> GstFlowReturn {
        guard let sample = gst_app_sink_pull_sample(sink) else { return GST_FLOW_EOS }
        defer { gst_sample_unref(sample) }
        return show(sample, isPreroll: false)
    }

    private func show(_ sample: OpaquePointer, isPreroll: Bool) -> GstFlowReturn {
        guard let caps = gst_sample_get_caps(sample), let buffer = gst_sample_get_buffer(sample) else {
            return GST_FLOW_OK
        }
        activity.note()
        // The prerolled buffer comes again when the pipeline plays. The pointer is only compared.
        if !isPreroll, buffer == shown {
            shown = nil
            return GST_FLOW_OK
        }
        shown = isPreroll ? buffer : nil
        if caps != self.caps {
            guard gst_video_info_from_caps(&info, caps) != 0, let format = StreamFormat.pixelFormat(&info) else {
                return GST_FLOW_NOT_NEGOTIATED
            }
            if let old = self.caps { gst_caps_unref(old) }
            self.caps = gst_caps_ref(caps)
            self.format = format
            color = StreamFormat.color(info)
        }
        var timestamp = lastTimestamp
        let pts = buffer.pointee.pts
        if pts != .max {
            let time =
                gst_sample_get_segment(sample).map { gst_segment_to_stream_time($0, GST_FORMAT_TIME, pts) } ?? pts
            timestamp = Int64(clamping: time == .max ? pts : time)
        }
        let frame = GstFrame(
            buffer, info: &info, format: format, color: color,
            orientation: streamOrientation ?? globalOrientation ?? .upright, timestamp: timestamp,
            memoryOwner: memoryOwner)
        guard let frame else { return GST_FLOW_OK }
        lastTimestamp = timestamp
        push(frame)
        return GST_FLOW_OK
    }
}
