import CGStreamer
import Dispatch

/// The sound of a call that rings: two soft notes in turn, made by GStreamer, on the sound server.
///
/// Without a server, or with one that goes away, it is silent and nothing else happens. Any thread, nothing blocks.
public final class RingTone: @unchecked Sendable {
    private let queue = DispatchQueue(label: "porthole.ring")
    private let server: String?
    // Only on the queue:
    private var pipeline: UnsafeMutablePointer<GstElement>?

    /// A ring that is silent yet.
    ///
    /// - Parameter server: as in PULSE_SERVER; nil for the environment's.
    public init(server: String? = nil) { self.server = server }

    deinit { if let pipeline { Self.drop(pipeline) } }

    /// Rings until `stop`.
    public func start() {
        queue.async { [self] in
            guard pipeline == nil else { return }
            GStreamer.start
            // A tick is so many waves: 0.4 s of each note, every two seconds.
            let note = "wave=ticks is-live=true volume=0.2 apply-tick-ramp=true tick-interval=2000000000"
            let text = """
                audiomixer name=mix ! audioconvert ! audioresample ! pulsesink name=speaker client-name=Porthole
                  provide-clock=false
                audiotestsrc \(note) freq=660 sine-periods-per-tick=264 ! audio/x-raw,rate=48000,channels=1 ! mix.
                audiotestsrc \(note) freq=880 sine-periods-per-tick=352 timestamp-offset=450000000
                  ! audio/x-raw,rate=48000,channels=1 ! mix.
                """
            var error: UnsafeMutablePointer<GError>?
            let made = gst_parse_launch_full(text, nil, GST_PARSE_FLAG_FATAL_ERRORS, &error)
            g_clear_error(&error)
            guard let made else { return }
            gst_object_ref_sink(made)
            if let speaker = gst_bin_get_by_name(shim_bin(made), "speaker") {
                if let server { shim_set_string(speaker, "server", server) }
                gst_object_unref(speaker)
            }
            guard gst_element_set_state(made, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE else {
                return Self.drop(made)
            }
            pipeline = made
        }
    }

    /// Is silent again.
    public func stop() {
        queue.async { [self] in
            if let pipeline { Self.drop(pipeline) }
            pipeline = nil
        }
    }

    private static func drop(_ pipeline: UnsafeMutablePointer<GstElement>) {
        gst_element_set_state(pipeline, GST_STATE_NULL)
        gst_object_unref(pipeline)
    }
}
