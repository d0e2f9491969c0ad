import CGStreamer
import Frames
import Geometry

/// The end of a pipeline for pictures: `videoconvert ! appsink`, and what the media thread does with each sample.
///
/// The converter passes through whatever `GstFrame` takes; only rarer formats cost a conversion.
final class VideoBranch: @unchecked Sendable {
    let convert: UnsafeMutablePointer<GstElement>
    let sink: UnsafeMutablePointer<GstElement>
    private let push: @Sendable (VideoFrame) -> Void
    /// When the last sample came, by CLOCK_MONOTONIC; 0 before the first.
    private let lastArrival = Lock<Int64>(0)

    // Only on the media thread:
    private var info = GstVideoInfo()
    private var caps: UnsafeMutablePointer<GstCaps>?
    private var orientation = Orientation.upright

    /// When the last sample came.
    var arrival: Int64 { lastArrival.withLock { $0 } }

    init?(paced: Bool, push: @escaping @Sendable (VideoFrame) -> Void) {
        guard let convert = gst_element_factory_make("videoconvert", nil),
            let sink = gst_element_factory_make("appsink", nil)
        else { return nil }
        self.convert = convert
        self.sink = sink
        self.push = push
        let caps = gst_caps_from_string("video/x-raw,format=(string)\(GstFrame.formats)")
        gst_app_sink_set_caps(shim_appsink(sink), caps)
        gst_caps_unref(caps)
        shim_set_bool(sink, "sync", paced ? 1 : 0)
        shim_set_bool(sink, "drop", paced ? 1 : 0)
        shim_set_int(sink, "max-buffers", 2)
        shim_set_bool(sink, "enable-last-sample", 0)
        shim_set_bool(sink, "qos", paced ? 1 : 0)
        var callbacks = GstAppSinkCallbacks()
        callbacks.new_sample = { appsink, data in
            guard let data else { return GST_FLOW_ERROR }
            return Unmanaged<VideoBranch>.fromOpaque(data).takeUnretainedValue().pull(appsink)
        }
        gst_app_sink_set_callbacks(
            shim_appsink(sink), &callbacks, Unmanaged.passRetained(self).toOpaque(),
            { data in if let data { Unmanaged<VideoBranch>.fromOpaque(data).release() } })
        probe()
    }

    /// Lets the callbacks, which hold this object, go. Once the pipeline is at rest.
    func release() {
        var none = GstAppSinkCallbacks()
        gst_app_sink_set_callbacks(shim_appsink(sink), &none, nil, nil)
        if let caps { gst_caps_unref(caps) }
        caps = nil
    }

    private func probe() {
        guard let pad = gst_element_get_static_pad(sink, "sink") else { return }
        defer { gst_object_unref(pad) }
        // Decoders may leave strides and offsets as they are: no repacking copy.
        gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM,
            { _, info, _ in
                guard let info, shim_is_allocation(info) != 0 else { return GST_PAD_PROBE_OK }
                gst_query_add_allocation_meta(shim_probe_query(info), shim_video_meta_api(), nil)
                return GST_PAD_PROBE_HANDLED
            }, nil, nil)
        // Tags travel with the pictures: an orientation that changes takes effect at the right one.
        gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
            { _, info, data in
                guard let info, let data, let event = shim_probe_event(info), shim_event_type(event) == GST_EVENT_TAG
                else { return GST_PAD_PROBE_OK }
                Unmanaged<VideoBranch>.fromOpaque(data).takeUnretainedValue().take(event)
                return GST_PAD_PROBE_OK
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    private func take(_ event: UnsafeMutablePointer<GstEvent>) {
        var tags: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &tags)
        var text: UnsafeMutablePointer<CChar>?
        guard let tags, gst_tag_list_get_string(tags, GST_TAG_IMAGE_ORIENTATION, &text) != 0, let text else { return }
        orientation = Orientation(tag: String(cString: text))
        g_free(text)
    }

    private func pull(_ appsink: UnsafeMutablePointer<GstAppSink>?) -> GstFlowReturn {
        guard let sample = gst_app_sink_pull_sample(appsink) else { return GST_FLOW_EOS }
        defer { gst_sample_unref(sample) }
        lastArrival.withLock { $0 = Pacer.now() }
        let caps = gst_sample_get_caps(sample)
        if caps != self.caps {
            guard gst_video_info_from_caps(&info, caps) != 0 else { return GST_FLOW_NOT_NEGOTIATED }
            if let old = self.caps { gst_caps_unref(old) }
            // Held, so that another object can't come to have the same address.
            if let caps { gst_caps_ref(caps) }
            self.caps = caps
        }
        guard let buffer = gst_sample_get_buffer(sample),
            let frame = GstFrame(buffer: buffer, info: &info, orientation: orientation)
        else { return GST_FLOW_OK }
        push(frame)
        return GST_FLOW_OK
    }
}
