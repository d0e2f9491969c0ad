/// What this side wants to know of the other side's session description (SDP, RFC 8866; JSEP, RFC 8829), checked before
/// GStreamer sees it: what others send may be cut short, huge or no description at all. Pure.
struct SessionDescription: Sendable, Hashable {
    /// More is no description of a call.
    static let limit = 64 * 1024

    /// One kind of what is sent.
    struct Media: Sendable, Hashable {
        /// `audio`, `video` or `application`.
        var kind: String
        /// The numbers of its formats by their names, in upper case: `VP8`, `OPUS`.
        var formats: [String: Int] = [:]
        /// The other side does not want it (RFC 3264, 6): a port of 0, without a bundle that has another one.
        var isRefused = false
        /// Whether addresses stand in it.
        var candidates = 0
        /// The numbers under which its packets come (SSRC, RFC 5576), as far as it says.
        var sources: Set<UInt32> = []
    }

    /// The text that was read.
    let text: String
    private(set) var media: [Media] = []

    /// Reads and checks a description.
    ///
    /// - Throws: a `PeerError` of kind `badDescription`, or `nothingInCommon`.
    init(_ text: String) throws(PeerError) {
        self.text = text
        guard text.utf8.count <= Self.limit else {
            throw .badDescription("is longer than \(Self.limit / 1024) KiB")
        }
        guard !text.utf8.contains(0) else { throw .badDescription("has a zero byte in it") }
        let lines = text.split(whereSeparator: \.isNewline)
        guard !lines.isEmpty else { throw .badDescription("is empty") }
        guard lines[0] == "v=0" else { throw .badDescription("does not begin with v=0") }
        var seen: Set<String> = []
        for line in lines {
            guard line.utf8.count > 2, line.utf8.dropFirst().first == UInt8(ascii: "=") else {
                throw .badDescription("has a line that is none: \(line.prefix(20))")
            }
            try read(line, &seen)
        }
        guard !media.isEmpty else { throw .badDescription("offers neither sound nor pictures") }
        guard media.count <= 32 else { throw .badDescription("offers more than 32 streams") }
        for name in ["ice-ufrag", "ice-pwd", "fingerprint"] where !seen.contains(name) {
            throw .badDescription("is cut short: it has no \(name)")
        }
    }

    private mutating func read(_ line: Substring, _ seen: inout Set<String>) throws(PeerError) {
        let value = line.dropFirst(2)
        if line.hasPrefix("m=") {
            let words = value.split(separator: " ")
            guard words.count >= 4, UInt16(words[1]) != nil else {
                throw .badDescription("has a stream without a port: \(line.prefix(40))")
            }
            media.append(Media(kind: String(words[0])))
            media[media.count - 1].isRefused = UInt16(words[1]) == 0
        } else if line.hasPrefix("a=") {
            let name = String(value.prefix { $0 != ":" })
            seen.insert(name)
            guard !media.isEmpty else { return }
            if name == "bundle-only" { media[media.count - 1].isRefused = false }
            if name == "candidate" { media[media.count - 1].candidates += 1 }
            if name == "ssrc", let number = UInt32(value.dropFirst("ssrc:".count).prefix { $0.isNumber }) {
                media[media.count - 1].sources.insert(number)
            }
            if name == "rtpmap" { readFormat(value.dropFirst("rtpmap:".count)) }
        }
    }

    /// `96 VP8/90000`. The first format of a name counts.
    private mutating func readFormat(_ text: Substring) {
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let number = Int(words[0]), (0...127).contains(number) else { return }
        let name = words[1].prefix { $0 != "/" }.uppercased()
        if media[media.count - 1].formats[name] == nil { media[media.count - 1].formats[name] = number }
    }

    /// The number of a format in the first stream of a kind.
    func format(_ name: String, of kind: String) -> Int? { media.first { $0.kind == kind }?.formats[name] }

    /// An offer of ours as servers are given it.
    ///
    /// - This side begins the handshake (RFC 9725, 4.3.1): GStreamer's keys are RSA, which some that begin it do not take.
    /// - Whole pictures are asked for by PLI.
    /// - Attributes of header extensions are left out: nobody needs them, and some can't read them.
    static func forServers(_ text: String) -> String {
        withoutFIR(text).split(whereSeparator: \.isNewline).map { line in
            if line == "a=setup:actpass" { return "a=setup:active" }
            guard line.hasPrefix("a=extmap:") else { return String(line) }
            return line.split(separator: " ").prefix(2).joined(separator: " ")
        }.joined(separator: "\r\n") + "\r\n"
    }

    /// A description without one of the two ways to ask for a whole picture (RFC 5104, FIR). GStreamer 1.22 prefers it, and
    /// servers do not hear it: Janus takes it for one about the sound, aiortc knows the other one only (RFC 4585, PLI).
    static func withoutFIR(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).filter { !($0.hasPrefix("a=rtcp-fb:") && $0.hasSuffix(" ccm fir")) }
            .joined(separator: "\r\n") + "\r\n"
    }

    /// Whether something of it can be sent or received.
    ///
    /// - Throws: a `PeerError` of kind `nothingInCommon`.
    func check(_ direction: PeerDirection) throws(PeerError) {
        if direction != .both, let refused = media.first(where: { $0.isRefused && $0.kind != "application" }) {
            throw PeerError(
                .nothingInCommon, "can't connect the call",
                why: "the other side takes no \(refused.kind == "audio" ? "sound" : "pictures") of this kind",
                remedy: "allow VP8 and Opus there")
        }
        let hasSound = format("OPUS", of: "audio") != nil
        let hasVP8 = format("VP8", of: "video") != nil
        switch direction {
        case .both: _ = try payloads()
        case .send where !hasVP8:
            throw PeerError(
                .nothingInCommon, "can't connect the call", why: "the other side does not take VP8",
                remedy: "allow VP8 there")
        case .receive where !hasSound && !hasVP8 && format("H264", of: "video") == nil:
            throw PeerError(
                .nothingInCommon, "can't receive from the other side", why: "it sends neither VP8, H.264 nor Opus",
                remedy: "have it send one of them")
        case .send, .receive: break
        }
    }

    /// The numbers under which its sound comes.
    var soundSources: Set<UInt32> { Set(media.filter { $0.kind == "audio" }.flatMap(\.sources)) }

    /// True when an address stands in it.
    var hasCandidates: Bool { media.contains { $0.candidates > 0 } }

    /// The numbers under which both sides send VP8 and Opus.
    func payloads() throws(PeerError) -> (video: Int, audio: Int) {
        guard let video = format("VP8", of: "video"), let audio = format("OPUS", of: "audio") else {
            throw PeerError(
                .nothingInCommon, "can't connect the call",
                why: "the other side does not speak both VP8 and Opus", remedy: "use another program there")
        }
        return (video, audio)
    }
}
