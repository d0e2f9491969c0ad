import Foundation

/// What to play: the SOURCE word of the command line, understood.
///
/// A file (a path, relative or absolute, or a `file:` URL), `http:`, `https:`, `rtsp:`, `rtsps:`, `rtmp:`, `rtmps:` and
/// `srt:` URLs, `camera:[DEVICE]`, `screen:[WxH+X+Y|WINDOW][?fps=N]`, and `test:[PATTERN][?size=WxH&fps=N&color=RRGGBB&frames=N]`.
public struct MediaSource: Sendable, Hashable {
    /// The kinds of sources.
    enum Kind: Sendable, Hashable {
        case file(path: String)
        case network(scheme: String, url: String)
        case camera(device: String)
        case screen(ScreenArea, rate: Int)
        case test(TestPattern)
    }

    /// The word it was read from.
    public let text: String
    let kind: Kind

    /// Understands `text`. Nothing is opened yet.
    ///
    /// - Throws: `MediaError` of kind `.usage` that names the nearest valid word.
    public init(_ text: String) throws(MediaError) {
        self.text = text
        kind = try MediaSource.parse(text)
    }

    /// A part of the screen, or a window.
    ///
    /// - Parameter rate: pictures a second, 1 to 60.
    public init(screen area: ScreenArea, rate: Int = 30) {
        let rate = min(60, max(1, rate))
        text = "screen:\(area.text)?fps=\(rate)"
        kind = .screen(area, rate: rate)
    }

    /// For window titles: the file's name, the host, "Camera", "Screen", "Test: clock".
    public var title: String {
        switch kind {
        case .file(let path): (path as NSString).lastPathComponent
        case .network(_, let url): Endpoint(url: url)?.host ?? url
        case .camera: "Camera"
        case .screen(.whole, _): "Screen"
        case .screen(.region, _): "Part of the screen"
        case .screen(.window, _): "A window"
        case .test(let pattern): "Test: \(pattern.kind.rawValue)"
        }
    }

    /// True for what has no beginning and end of its own and can't wait: cameras, screens, RTSP, RTMP, SRT, and test
    /// patterns without a number of frames. HTTP is not: only its content tells.
    public var isLive: Bool {
        switch kind {
        case .file: false
        case .network(let scheme, _): !scheme.hasPrefix("http")
        case .camera, .screen: true
        case .test(let pattern): pattern.frameLimit == nil
        }
    }
}
