/// Why a call to another peer could not be made or can't go on, in words: what happened, why, and what to do.
public struct PeerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is. Open: later kinds may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The kind's name.
        public let rawValue: String

        /// A kind.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The other side's session description makes no sense (SDP, RFC 8866).
        public static let badDescription = Code(rawValue: "bad-description")
        /// It makes sense and has nothing that both sides can send or receive.
        public static let nothingInCommon = Code(rawValue: "nothing-in-common")
        /// A package is missing.
        public static let missingPlugin = Code(rawValue: "missing-plugin")
        /// This machine has no address to be reached at.
        public static let noCandidates = Code(rawValue: "no-candidates")
        /// The other side can't be reached, or the connection broke for good.
        public static let unreachable = Code(rawValue: "unreachable")
        /// It was connected, and nothing comes from the other side any more.
        public static let peerLost = Code(rawValue: "peer-lost")
        /// The peer was closed meanwhile, or asked for something in the wrong order.
        public static let closed = Code(rawValue: "closed")
        /// Anything else.
        public static let failed = Code(rawValue: "failed")
    }

    /// What kind of failure it is.
    public let code: Code
    /// What happened.
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
        "\(what): \(why)\(remedy.isEmpty ? "" : "; \(remedy)")".split(whereSeparator: \.isNewline)
            .joined(separator: " ")
    }

    static func badDescription(_ why: String) -> PeerError {
        PeerError(
            .badDescription, "can't connect the call", why: "the other side's description \(why)",
            remedy: "check that the other side is a WebRTC peer")
    }

    static func failed(_ why: String) -> PeerError { PeerError(.failed, "the call can't go on", why: why) }

    static let closed = PeerError(.closed, "the call was not connected", why: "it was ended first")
}
