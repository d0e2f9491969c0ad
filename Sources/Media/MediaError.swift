/// Why a source could not be played, in words: what happened, why, and what to do.
public struct MediaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is. Open: later kinds may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The kind's name.
        public let rawValue: String

        /// A kind.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The words of the command line are wrong.
        public static let usage = Code(rawValue: "usage")
        /// There is no such file or device.
        public static let noSuchFile = Code(rawValue: "no-such-file")
        /// The file or device may not be read.
        public static let permission = Code(rawValue: "permission")
        /// The file has no bytes.
        public static let empty = Code(rawValue: "empty")
        /// It is not video in any format that is known.
        public static let unknownFormat = Code(rawValue: "unknown-format")
        /// The format is known and the data is damaged or cut short.
        public static let damaged = Code(rawValue: "damaged")
        /// No decoder for the video is installed.
        public static let noDecoder = Code(rawValue: "no-decoder")
        /// There is sound and no video.
        public static let noVideo = Code(rawValue: "no-video")
        /// Nobody listens at the address.
        public static let refused = Code(rawValue: "refused")
        /// The host's name has no address, or there is no way there.
        public static let unknownHost = Code(rawValue: "unknown-host")
        /// The server has no such thing (HTTP 404, RTSP 404).
        public static let notFound = Code(rawValue: "not-found")
        /// The server wants a name and password, or refuses ours.
        public static let unauthorized = Code(rawValue: "unauthorized")
        /// The server answered with another error.
        public static let server = Code(rawValue: "server")
        /// The server's certificate is not trusted, or there is no common cipher.
        public static let tls = Code(rawValue: "tls")
        /// No data came for too long.
        public static let timedOut = Code(rawValue: "timed-out")
        /// A package is missing.
        public static let missingPlugin = Code(rawValue: "missing-plugin")
        /// The source is of a kind that cannot be played.
        public static let unsupported = Code(rawValue: "unsupported")
        /// Anything else.
        public static let failed = Code(rawValue: "failed")
    }

    /// What kind of failure it is.
    public let code: Code
    /// What happened, such as "can't play clip.mkv".
    public let what: String
    /// The cause.
    public let why: String
    /// What to do about it; empty when nothing is known to help.
    public let remedy: String

    /// A failure in words.
    public init(_ code: Code, _ what: String, why: String, remedy: String = "") {
        self.code = code
        self.what = what
        self.why = why
        self.remedy = remedy
    }

    /// One line: `what: why; remedy`.
    public var description: String {
        // A server's words may bring line ends along.
        "\(what): \(why)\(remedy.isEmpty ? "" : "; \(remedy)")".split(whereSeparator: \.isNewline).joined(
            separator: " ")
    }
}
