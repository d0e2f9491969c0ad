import CGStreamer

/// What a file of recorded video is written as; its ending says so.
public enum VideoFileForm: String, Sendable, Hashable, CaseIterable {
    /// VP8 in WebM: what every browser plays, and a file that was cut off plays up to there.
    case webm
    /// H.264 in MP4.
    case mp4

    /// The form that a file's name asks for.
    ///
    /// - Throws: `.unsupported` for any other ending.
    public init(path: String) throws(MediaError) {
        let ending = path.split(separator: "/").last?.split(separator: ".").dropFirst().last.map(String.init) ?? ""
        guard let form = VideoFileForm(rawValue: ending.lowercased()) else {
            throw MediaError(
                .unsupported, "can't record \(path)",
                why: ending.isEmpty ? "its name has no ending" : "nothing here writes .\(ending) files",
                remedy: "name it .webm or .mp4")
        }
        self = form
    }

    /// Finds out whether all that writes it is installed. Loads GStreamer's registry at the first call.
    ///
    /// - Parameter isThere: whether there is an element of that name; for tests.
    /// - Throws: `.missingPlugin` with the package to install.
    public func check(isThere: (String) -> Bool = VideoFileForm.hasElement) throws(MediaError) {
        _ = try chosenEncoder(isThere)
        guard isThere(muxer) else { throw missing(muxer) }
    }

    /// GStreamer has an element of that name here.
    public static func hasElement(_ name: String) -> Bool {
        GStreamer.start
        guard let factory = gst_element_factory_find(name) else { return false }
        gst_object_unref(gpointer(factory))
        return true
    }

    /// The first of its encoders that is here.
    func chosenEncoder(_ isThere: (String) -> Bool = VideoFileForm.hasElement) throws(MediaError) -> Encoder {
        if let encoder = encoders.first(where: { isThere($0.element) }) { return encoder }
        throw missing(encoders[0].element)
    }

    private func missing(_ element: String) -> MediaError {
        MediaError(
            .missingPlugin, "can't record .\(rawValue) files", why: "GStreamer's \(element) is missing",
            remedy: "install \(Packages.package(ofElement: element)), or record a .\(other.rawValue) file")
    }

    private var other: VideoFileForm { self == .webm ? .mp4 : .webm }

    /// An encoder, and how it is set: as fast as a screen is recorded, and sharp enough for text.
    struct Encoder: Sendable {
        let element: String
        let settings: [(String, String)]
        /// What has to come between it and the muxer.
        var parser: String?
    }

    /// The best first. MPEG-4 part 2, which libav has, is none: no browser plays it.
    private var encoders: [Encoder] {
        switch self {
        case .webm:
            [
                Encoder(
                    element: "vp8enc",
                    settings: [
                        // One thread: more of them wait for each other busily where cores are short.
                        ("deadline", "1"), ("cpu-used", "16"), ("threads", "1"), ("end-usage", "vbr"),
                        ("target-bitrate", "4000000"), ("max-quantizer", "36"), ("static-threshold", "100"),
                        ("keyframe-max-dist", "120"),
                    ])
            ]
        case .mp4:
            [
                Encoder(
                    element: "openh264enc",
                    settings: [
                        ("complexity", "low"), ("rate-control", "quality"), ("bitrate", "5000000"),
                        ("gop-size", "120"),
                    ], parser: "h264parse"),
                Encoder(
                    element: "x264enc",
                    settings: [
                        ("speed-preset", "veryfast"), ("tune", "zerolatency"), ("bitrate", "5000"),
                        ("key-int-max", "120"),
                    ], parser: "h264parse"),
            ]
        }
    }

    /// What puts the pictures into a file.
    var muxer: String { self == .webm ? "webmmux" : "mp4mux" }

    /// How that is set.
    var muxerSettings: [(String, String)] {
        switch self {
        case .webm: []
        // In pieces while it is recorded, so that a file that was cut off plays; whole once it is finished.
        case .mp4: [("fragment-duration", "1000"), ("fragment-mode", "first-moov-then-finalise")]
        }
    }
}
