import CGStreamer

/// One thing that GStreamer can or can't do here, for reports.
public struct MediaCapability: Sendable, Hashable {
    /// What it is called.
    public let name: String
    /// What it is for.
    public let use: String
    /// The Debian package that brings it.
    public let package: String
    /// Without it nothing plays.
    public let isNeeded: Bool
    /// It is installed.
    public let isPresent: Bool

    private init(_ name: String, _ elements: [String], _ use: String, _ package: String, isNeeded: Bool = false) {
        self.name = name
        self.use = use
        self.package = package
        self.isNeeded = isNeeded
        isPresent = elements.contains { element in
            guard let factory = gst_element_factory_find(element) else { return false }
            gst_object_unref(gpointer(factory))
            return true
        }
    }

    /// What is looked for. Loads GStreamer's registry at the first call, which may take a second.
    public static var all: [MediaCapability] {
        gst_init(nil, nil)
        let (good, bad, libav) = ("gstreamer1.0-plugins-good", "gstreamer1.0-plugins-bad", "gstreamer1.0-libav")
        return [
            MediaCapability(
                "playback", ["uridecodebin3"], "files and streams", "gstreamer1.0-plugins-base", isNeeded: true),
            MediaCapability("MP4", ["qtdemux"], "MP4 and MOV files", good),
            MediaCapability("Matroska, WebM", ["matroskademux"], "MKV and WebM files", good),
            MediaCapability("H.264", ["avdec_h264", "openh264dec", "vah264dec"], "most videos", libav),
            MediaCapability("HEVC", ["avdec_h265", "libde265dec", "vah265dec"], "newer videos", libav),
            MediaCapability("VP8, VP9", ["vp9dec", "avdec_vp9"], "WebM and WebRTC", good),
            MediaCapability("AV1", ["dav1ddec", "av1dec", "avdec_av1"], "the newest videos", bad),
            MediaCapability("HTTP", ["souphttpsrc", "curlhttpsrc"], "http and https", good),
            MediaCapability("HLS", ["hlsdemux2", "hlsdemux"], "HLS streams", bad),
            MediaCapability("RTSP", ["rtspsrc"], "RTSP cameras", good),
            MediaCapability("RTMP", ["rtmp2src"], "RTMP streams", bad),
            MediaCapability("SRT", ["srtsrc"], "SRT streams", bad),
            MediaCapability("WebRTC", ["webrtcbin"], "calls", bad),
            MediaCapability("ICE", ["nicesrc"], "calls", "gstreamer1.0-nice"),
            MediaCapability("VP8 encoder", ["vp8enc"], "calls", good),
            MediaCapability("Opus", ["opusenc"], "calls", "gstreamer1.0-plugins-base"),
            MediaCapability("camera", ["v4l2src"], "camera:", good),
            MediaCapability("screen", ["ximagesrc"], "screen:", good),
        ]
    }
}
