import Testing

@testable import Media

@Suite("What the other side describes") struct SessionDescriptionTests {
    @Test("formats are found by their names, addresses are counted") func good() throws {
        let description = try SessionDescription(goodDescription)
        #expect(description.media.map(\.kind) == ["video", "audio"])
        #expect(try description.payloads() == (96, 111))
        #expect(description.hasCandidates)
        #expect(description.format("VP8", of: "audio") == nil)
    }

    @Test("what is none is refused with a reason", arguments: brokenDescriptions)
    func bad(_ name: String, _ text: String, _ word: String) {
        let error = #expect(throws: PeerError.self) { try SessionDescription(text) }
        #expect(error?.code == .badDescription)
        #expect(error?.description.contains(word) == true, "\(String(describing: error))")
    }

    @Test("without VP8 or Opus there is nothing in common") func nothingInCommon() throws {
        for name in ["VP8", "opus"] {
            let description = try SessionDescription(goodDescription.replacing("\(name)/", with: "X/"))
            let error = #expect(throws: PeerError.self) { try description.payloads() }
            #expect(error?.code == .nothingInCommon)
        }
    }

    @Test("cut at any byte it is read or refused, and never a crash") func anyCut() {
        let bytes = Array(goodDescription.utf8)
        for count in bytes.indices {
            _ = try? SessionDescription(String(decoding: bytes[..<count], as: UTF8.self)).payloads()
        }
    }

    @Test("messages come out as they went in; what makes no sense is none") func messages() {
        for message: PeerMessage in [
            .alive(time: 5), .heard(time: -1), .sending(microphone: false, camera: true),
            .sending(microphone: true, camera: true, screen: true), .goodbye(reason: "a \"b\""),
        ] {
            #expect(PeerMessage(message.text) == message)
        }
        for text in [
            "", "{}", "[]", "{\"type\":\"alive\"}", "{\"type\":7}", "\u{0}",
            "{\"type\":\"goodbye\",\"reason\":\"" + String(repeating: "x", count: 2000) + "\"}",
        ] { #expect(PeerMessage(text) == nil) }
    }

    @Test("a ring holds back its delay, gives silence when it is empty, and never falls far behind") func ring() {
        let ring = SoundRing(delay: 4)
        func read(_ count: Int) -> [Int16] {
            var out = [Int16](repeating: 9, count: count)
            out.withUnsafeMutableBufferPointer { ring.read(into: $0) }
            return out
        }
        func write(_ samples: [Int16]) { samples.withUnsafeBufferPointer { ring.write($0) } }
        write([1, 2])
        #expect(read(2) == [0, 0])
        write([3, 4, 5])
        #expect(read(3) == [1, 2, 3])
        #expect(read(4) == [4, 5, 0, 0])
        write([6])
        #expect(read(1) == [0])
        write((0..<20_000).map { Int16($0 % 30_000) })
        #expect(read(4) == [19_996, 19_997, 19_998, 19_999])
    }

    @Test("an offer with a way of its own for each stream is answered: the bundle takes that of the first")
    func bundle() throws {
        func section(_ kind: String, _ mid: Int, _ format: String) -> String {
            "m=\(kind) 9 UDP/TLS/RTP/SAVPF 96\r\na=mid:\(mid)\r\na=ice-ufrag:u\(mid)\r\na=ice-pwd:p\(mid)\r\n"
                + "a=fingerprint:sha-256 A\(mid)\r\na=setup:actpass\r\na=candidate:\(mid) 1 UDP 1 127.0.0.1 9 typ host\r\n"
                + "a=rtpmap:96 \(format)\r\n"
        }
        let head = "v=0\r\na=group:BUNDLE 0 1\r\n"
        let text =
            head + section("audio", 0, "OPUS/48000/2") + section("video", 1, "VP8/90000") + section("audio", 2, "X/1")
        let lines = try SessionDescription(text).bundled().text.split(separator: "\r\n")
        #expect(
            lines.filter { $0.hasPrefix("a=ice-ufrag:") } == ["a=ice-ufrag:u0", "a=ice-ufrag:u0", "a=ice-ufrag:u2"])
        #expect(lines.filter { $0.hasPrefix("a=ice-pwd:") } == ["a=ice-pwd:p0", "a=ice-pwd:p0", "a=ice-pwd:p2"])
        #expect(lines.filter { $0.hasPrefix("a=candidate:") }.count == 2 && lines.contains("a=rtpmap:96 VP8/90000"))
        for other in [text.replacing("a=group:BUNDLE 0 1\r\n", with: ""), text.replacing("u1", with: "u0")] {
            #expect(try SessionDescription(other).bundled().text == other)
        }
    }
}

private let goodDescription = """
    v=0\r
    o=- 1 0 IN IP4 0.0.0.0\r
    s=-\r
    t=0 0\r
    a=group:BUNDLE video0 audio1\r
    m=video 9 UDP/TLS/RTP/SAVPF 102 96\r
    c=IN IP4 0.0.0.0\r
    a=ice-ufrag:abcd\r
    a=ice-pwd:abcdabcdabcdabcdabcdabcd\r
    a=fingerprint:sha-256 00:11\r
    a=rtpmap:102 H264/90000\r
    a=rtpmap:96 VP8/90000\r
    a=candidate:1 1 UDP 2015363327 127.0.0.1 5000 typ host\r
    m=audio 9 UDP/TLS/RTP/SAVPF 111\r
    c=IN IP4 0.0.0.0\r
    a=rtpmap:111 opus/48000/2\r

    """

/// Descriptions that are none, by name, with a word of what is said of each.
private let brokenDescriptions: [(name: String, text: String, word: String)] = [
    ("empty", "", "empty"), ("blank", "\r\n\r\n", "empty"), ("garbage", "\u{1}\u{2}garbage", "v=0"),
    ("HTML", "<html><body>404</body></html>", "v=0"), ("zero byte", "v=0\r\n\0", "zero byte"),
    ("no stream", "v=0\r\no=- 1 0 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\n", "neither"),
    ("no line", "v=0\r\nhello\r\n", "line"), ("port", "v=0\r\nm=audio 99999 X 0\r\n", "port"),
    ("cut short", String(goodDescription.prefix(150)), "cut short"),
    ("huge", goodDescription + String(repeating: "a=x:0123456789\r\n", count: 10_000), "KiB"),
    ("many", goodDescription + String(repeating: "m=audio 9 UDP/TLS/RTP/SAVPF 0\r\n", count: 200), "32"),
]

@Suite struct ServerOfferTests {
    @Test("an offer for a server begins the handshake and has no attributes behind header extensions")
    func offer() {
        let text =
            "v=0\r\na=setup:actpass\r\na=extmap:1 urn:x vad=on\r\na=extmap:2/sendonly urn:y\r\na=mid:0\r\na=setup:passive\r\n"
        #expect(
            SessionDescription.forServers(text)
                == "v=0\r\na=setup:active\r\na=extmap:1 urn:x\r\na=extmap:2/sendonly urn:y\r\na=mid:0\r\na=setup:passive\r\n"
        )
    }

    @Test("a server that takes no sound is told so, in words; a stream that only comes in the bundle is none refused")
    func refused() throws {
        let sound = "m=audio 0 UDP/TLS/RTP/SAVPF 111\r\na=rtpmap:111 opus/48000/2\r\n"
        let refusal = try SessionDescription(goodDescription + sound + "a=inactive\r\n")
        let error = #expect(throws: PeerError.self) { try refusal.check(.send) }
        #expect(error?.code == .nothingInCommon && error?.why == "the other side takes no sound of this kind")
        try SessionDescription(goodDescription + sound + "a=bundle-only\r\n").check(.send)
    }

    @Test("servers are asked for whole pictures in the way that they hear") func pictures() {
        let text = "v=0\r\na=rtcp-fb:96 nack pli\r\na=rtcp-fb:96 ccm fir\r\na=rtcp-fb:* ccm fir\r\na=mid:0\r\n"
        #expect(SessionDescription.withoutFIR(text) == "v=0\r\na=rtcp-fb:96 nack pli\r\na=mid:0\r\n")
        #expect(!SessionDescription.forServers(text).contains("fir"))
    }

    @Test("loudness is counted in decibels below the loudest, and silence is the quietest, not the loudest")
    func loudness() {
        func loudness(_ samples: [Int16]) -> UInt8 { samples.withUnsafeBufferPointer(PeerSoundDesk.loudness) }
        #expect(loudness([0, 0, 0, 0]) == 127 && loudness([]) == 127)
        #expect(loudness([.min, .min]) == 0 && loudness([3277, -3277]) == 20 && loudness([1, -1]) == 90)
    }

    @Test("a mixer adds its inputs up without a wrap, and one that is taken away is silent") func mixer() {
        let mixer = SoundMixer()
        let (one, other) = (mixer.add(), mixer.add())
        func write(_ ring: SoundRing, _ value: Int16) {
            [Int16](repeating: value, count: 960).withUnsafeBufferPointer { ring.write($0) }
        }
        var mixed = [Int16](repeating: 7, count: 480)
        write(one, 1000)
        write(other, 500)
        mixed.withUnsafeMutableBufferPointer { mixer.mix(into: $0) }
        #expect(mixed == [Int16](repeating: 1500, count: 480))
        write(one, 30_000)
        write(other, 30_000)
        for _ in 0..<2 { mixed.withUnsafeMutableBufferPointer { mixer.mix(into: $0) } }
        #expect(mixed.last == .max)
        mixer.remove(one)
        mixer.remove(other)
        mixed.withUnsafeMutableBufferPointer { mixer.mix(into: $0) }
        #expect(mixed.allSatisfy { $0 == 0 })
    }
}
