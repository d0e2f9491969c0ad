import CGStreamer

/// The end of a pipeline for sound: `queue ! audioconvert ! audioresample ! volume ! pulsesink`.
final class AudioBranch: @unchecked Sendable {
    let bin: UnsafeMutablePointer<GstElement>
    private let volume: UnsafeMutablePointer<GstElement>

    /// Nil when there is no sound server that takes us. `autoaudiosink` would silently play into nothing.
    init?() {
        guard let sink = gst_element_factory_make("pulsesink", nil) else { return nil }
        // Connects to the server; PipeWire speaks the same protocol.
        guard gst_element_set_state(sink, GST_STATE_READY) != GST_STATE_CHANGE_FAILURE else {
            gst_element_set_state(sink, GST_STATE_NULL)
            gst_object_unref(sink)
            return nil
        }
        let names = ["queue", "audioconvert", "audioresample", "volume"]
        let elements = names.compactMap { gst_element_factory_make($0, nil) }
        guard elements.count == names.count, let bin = gst_bin_new("sound") else {
            gst_element_set_state(sink, GST_STATE_NULL)
            gst_object_unref(sink)
            return nil
        }
        shim_set_string(sink, "client-name", "Porthole")
        for element in elements + [sink] { gst_bin_add(shim_bin(bin), element) }
        for (from, to) in zip(elements, elements.dropFirst() + [sink]) { gst_element_link(from, to) }
        if let pad = gst_element_get_static_pad(elements[0], "sink") {
            gst_element_add_pad(bin, gst_ghost_pad_new("sink", pad))
            gst_object_unref(pad)
        }
        self.bin = bin
        volume = elements[3]
    }

    /// Sets the loudness.
    func set(_ level: Volume) {
        shim_set_double(volume, "volume", level.level * level.level * level.level)
        shim_set_bool(volume, "mute", level.isMuted ? 1 : 0)
    }
}
