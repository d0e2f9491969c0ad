import CGStreamer
import Geometry

/// A pointer of GStreamer's that may go to another thread: its functions lock.
struct Handle<Pointee>: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<Pointee>
}

/// Starts GStreamer once a process, without signal handlers or output of its own.
enum GStreamer {
    static let start: Void = {
        gst_init(nil, nil)
        gst_pb_utils_init()
    }()
}

/// A new element with a floating reference.
///
/// - Parameter what: what can't be done without it.
/// - Throws: `MediaError` of kind `.missingPlugin` with the package it comes from.
func makeElement(
    _ factory: String, or what: String = "can't play"
) throws(MediaError) -> UnsafeMutablePointer<GstElement> {
    if let element = gst_element_factory_make(factory, nil) { return element }
    throw MediaError(
        .missingPlugin, what, why: "GStreamer's \(factory) is missing",
        remedy: "install \(Packages.package(ofElement: factory))")
}

/// Which Debian 12 package holds what.
enum Packages {
    static func package(ofElement name: String) -> String {
        switch name {
        case "appsink", "appsrc", "uridecodebin3", "decodebin", "videoconvert", "audioconvert", "audioresample",
            "audiotestsrc", "opusenc", "opusdec":
            "gstreamer1.0-plugins-base"
        case "rtspsrc", "souphttpsrc", "v4l2src", "ximagesrc", "pulsesink", "vp8enc", "vp8dec", "rtpvp8pay",
            "rtpvp8depay", "rtpopuspay", "rtpopusdepay", "webmmux", "mp4mux":
            "gstreamer1.0-plugins-good"
        case "nicesrc": "gstreamer1.0-nice"
        case "queue", "capsfilter", "filesrc", "filesink", "fakesink": "libgstreamer1.0-0"
        default: "gstreamer1.0-plugins-bad"
        }
    }

    static func package(ofScheme scheme: String) -> String {
        switch scheme {
        case "http", "https", "rtsp", "rtsps": "gstreamer1.0-plugins-good"
        default: "gstreamer1.0-plugins-bad"
        }
    }

    /// - Parameter caps: such as `video/x-h265, …`.
    static func package(ofDecoderFor caps: String) -> String {
        let name = caps.prefix { $0 != "," && $0 != " " }
        return switch name {
        case "video/x-vp8", "video/x-vp9", "image/jpeg", "video/x-dv": "gstreamer1.0-plugins-good"
        case "video/x-av1", "application/x-hls", "application/dash+xml", "video/mpegts": "gstreamer1.0-plugins-bad"
        case "video/x-theora": "gstreamer1.0-plugins-base"
        default: "gstreamer1.0-libav"
        }
    }
}

/// What a signal handler or probe of GStreamer's holds of a Swift object: a weak reference.
final class WeakBox<Object: AnyObject & Sendable>: @unchecked Sendable {
    private weak var object: Object?

    init(_ object: Object) { self.object = object }

    /// The object behind a callback's user data, while it lives.
    static func object(_ data: gpointer?) -> Object? {
        data.flatMap { Unmanaged<WeakBox<Object>>.fromOpaque($0).takeUnretainedValue().object }
    }

    /// For a callback's user data; `WeakReference.release` gives it back.
    func retained() -> gpointer { Unmanaged.passRetained(self).toOpaque() }
}

/// Gives back what `WeakBox.retained()` took.
let releaseBox: GDestroyNotify = { data in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

/// The same for signal handlers.
let releaseClosure: GClosureNotify = { data, _ in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}
