import CGStreamer
import Dispatch
import Geometry
import Glibc

/// The way to a PulseAudio server (PipeWire's counts): a `pulsesink` that is already connected.
///
/// `autoaudiosink` would silently fall back to a sink that plays nothing.
final class SoundServer: @unchecked Sendable {
    private let result = Lock<Result?>(nil)
    private let isReady = DispatchSemaphore(value: 0)

    private enum Result {
        case connected(Handle<GstElement>)
        case missing(String)
        case taken
    }

    /// Begins to connect, on a thread of its own: a server that hangs must not hold the picture.
    ///
    /// - Parameter address: as in PULSE_SERVER; nil for the environment's.
    init(_ address: String?) {
        DispatchQueue(label: "porthole.media.sound-server").async { [self] in
            let found = SoundServer.connect(address)
            result.withLock { $0 = found }
            isReady.signal()
        }
    }

    deinit {
        if case .connected(let sink) = result.withLock({ $0 }) { SoundServer.drop(sink.pointer) }
    }

    /// The sink, in state READY, with a reference of the caller's, or the warning to give. Waits up to 2 s.
    func take() -> (sink: Handle<GstElement>?, warning: String?) {
        _ = isReady.wait(timeout: .now() + 2)
        isReady.signal()
        return result.withLock { result in
            switch result {
            case .connected(let sink):
                result = .taken
                return (sink, nil)
            case .missing(let why): return (nil, why)
            case .taken: return (nil, nil)
            case nil: return (nil, SoundServer.warning("the sound server does not answer"))
            }
        }
    }

    /// True when there is a server. Waits up to 2 s.
    var isThere: Bool {
        _ = isReady.wait(timeout: .now() + 2)
        isReady.signal()
        return result.withLock { result in
            if case .connected = result { return true }
            return false
        }
    }

    static func warning(_ why: String) -> String {
        "no sound: \(why); start pulseaudio or pipewire-pulse, or set PULSE_SERVER"
    }

    private static func connect(_ address: String?) -> Result {
        guard let sink = gst_element_factory_make("pulsesink", nil) else {
            return .missing("no sound: GStreamer's pulsesink is missing; install gstreamer1.0-plugins-good")
        }
        gst_object_ref_sink(sink)
        shim_set_string(sink, "client-name", "Porthole")
        if let address { shim_set_string(sink, "server", address) }
        // The clock would stand still with the server: the picture keeps to the system's.
        shim_set_bool(sink, "provide-clock", 0)
        guard gst_element_set_state(sink, GST_STATE_READY) != GST_STATE_CHANGE_FAILURE else {
            drop(sink)
            return .missing(warning("no sound server answers"))
        }
        return .connected(Handle(pointer: sink))
    }

    private static func drop(_ sink: UnsafeMutablePointer<GstElement>) {
        gst_element_set_state(sink, GST_STATE_NULL)
        gst_object_unref(sink)
    }
}
