import Dispatch
import Testing

@testable import Media

/// Addresses of STUN and TURN servers, and what is asked of them. Issue E, 6.
@Suite("ICE servers") struct IceServerTests {
    @Test(
        "an address is read as it is meant, and told without its password",
        arguments: [
            ("stun:example.org", "stun:example.org:3478", "stun://example.org:3478"),
            ("STUN:[2001:db8::1]:99", "stun:[2001:db8::1]:99", "stun://[2001:db8::1]:99"),
            ("turn:ann:pw@10.0.0.1", "turn:10.0.0.1:3478", "turn://ann:pw@10.0.0.1:3478?transport=udp"),
            (
                "turn:ann:p%40w:x%2f@relay.example:80?transport=tcp", "turn:relay.example:80",
                "turn://ann:p%40w%3Ax%2F@relay.example:80?transport=tcp"
            ),
            ("turn://ann:a@b@h:1", "turn:h:1", "turn://ann:a%40b@h:1?transport=udp"),
            ("turns:ann:pw@relay.example", "turns:relay.example:5349", nil),
        ])
    func reading(_ text: String, _ told: String, _ forElement: String?) throws {
        let server = try IceServer(text)
        #expect(server.description == told)
        #expect(server.elementAddress == forElement)
        #expect(!server.description.contains(server.password) || server.password.isEmpty)
    }

    @Test(
        "an address that is none says what to write, and never the password",
        arguments: [
            "", "example.org", "http://example.org", "stun:", "stun:a b", "stun:host:0", "stun:host:70000",
            "stun:h:1:2",
            "stun:::1", "stun:[zz]", "stun:[::1]x", "stun:u:hunter2@host", "stun:h?transport=udp", "turn:host:3478",
            "turn:ann@host", "turn::hunter2@host", "turn:ann:@host", "turn:ann:hunter2@", "turn:ann:hunter2@h/x",
            "turn:ann:hunter2@h?transport=sctp", "turn:ann:hunter2%zz@h", "turn:ann:%00hunter2@h",
            "turn:ann:hunter2@h\" ! fakesink", "stun:" + String(repeating: "a", count: 5000),
        ])
    func refusing(_ text: String) throws {
        let problem = try #require(throws: IceServer.Problem.self) { _ = try IceServer(text) }
        #expect(problem.description.contains("write stun:") && !problem.description.contains("hunter2"))
    }

    @Test("several stand with space between them; one bad one is named") func list() throws {
        #expect(try IceServer.list(" stun:a \n turn:u:p@b:1 ").map(\.description) == ["stun:a:3478", "turn:b:1"])
        #expect(try IceServer.list("").isEmpty)
        #expect(throws: IceServer.Problem.self) { try IceServer.list("stun:a nonsense") }
    }

    @Test("a request is signed as RFC 5769, 2.4 has it") func vector() {
        let message = StunMessage(
            .binding, transaction: [0x78, 0xad, 0x34, 0x33, 0xc6, 0xad, 0x72, 0xc0, 0x29, 0xda, 0x41, 0x2e])
        let bytes = message.request(
            .init(
                user: "\u{30DE}\u{30C8}\u{30EA}\u{30C3}\u{30AF}\u{30B9}", password: "TheMatrIX", realm: "example.org",
                nonce: "f//499k954d6OL34oL9FSTvy64sA"))
        #expect(bytes.count == 116)
        #expect(
            bytes.suffix(20) == [
                0xf6, 0x70, 0x24, 0x65, 0x6d, 0xd6, 0x4a, 0x3e, 0x02, 0xb8, 0xe0, 0x71, 0x2e, 0x85, 0xc9, 0xa2, 0x8c,
                0xa8, 0x96, 0x66,
            ])
    }

    @Test("an answer that is cut off, of another question, or no answer at all, is none") func replies() {
        let message = StunMessage(.allocate, transaction: Array(1...12))
        let head: [UInt8] = [0x21, 0x12, 0xa4, 0x42] + Array(1...12)
        let refusal: [UInt8] = [0x01, 0x13, 0, 16] + head + [0, 9, 0, 4, 0, 0, 4, 1, 0, 0x14, 0, 2, 0x68, 0x69, 0, 0]
        #expect(message.reply(refusal) == .failure(code: 401, realm: "hi", nonce: ""))
        #expect(message.reply([0x01, 0x03, 0, 0] + head) == .success)
        for count in refusal.indices { #expect(message.reply(Array(refusal.prefix(count))) == nil) }
        #expect(StunMessage(.allocate, transaction: Array(2...13)).reply(refusal) == nil)
        #expect(StunMessage(.binding, transaction: Array(1...12)).reply([0x01, 0x03, 0, 0] + head) == nil)
        var long = refusal
        long[23] = 200
        #expect(message.reply(long) == nil)
    }

    @Test("a description for relays gives no other address away") func blanking() {
        let text =
            "v=0\r\na=candidate:1 1 UDP 9 192.168.1.5 5000 typ host\r\n"
            + "a=candidate:2 1 UDP 8 203.0.113.9 6000 typ relay raddr 192.168.1.5 rport 5000\r\na=mid:0\r\n"
        let blanked = SessionDescription.relayedOnly(text)
        #expect(!blanked.contains("192.168") && blanked.contains("203.0.113.9 6000 typ relay raddr 0.0.0.0 rport 0"))
        #expect(blanked.hasPrefix("v=0\r\n") && blanked.hasSuffix("a=mid:0\r\n"))
    }
}
