import Testing

@testable import Media

/// ICE servers in `Link` fields (RFC 9725, 4.6).
@Suite("ICE servers of Link fields") struct IceServerLinkTests {
    @Test(
        "a server is read in every form that a field may have",
        arguments: [
            "<turn:r.example?transport=tcp>; rel=\"ice-server\"; username=\"ann\"; credential=\"secret\"",
            "<turn:r.example?transport=tcp>;rel=ice-server;username=ann;credential=secret;credential-type=password",
            " ,, <turn:r.example?transport=tcp> ;\tREL = \"x ICE-Server\" ; UserName=\"ann\" ; credential=\"se\\cret\" ,",
            "<turn:r.example?transport=tcp>; x; rel=ice-server; username=ann; username=b; credential=secret; y=\",<b>;\"",
        ])
    func reading(_ field: String) throws {
        let expected = try IceServer("turn:ann:secret@r.example?transport=tcp")
        #expect(IceServer.linked(field) == [expected])
    }

    @Test("several in one field, with commas and quotes in passwords, other links between them, each once")
    func several() throws {
        let field = """
            <https://example.org/a,b>; rel="next"; title="a, <turn:x>", <stun:stun.example>; rel=ice-server, \
            <turn:r.example>; rel="ice-server"; username="1700:a,n;n"; \
            credential="p\\"w, \\\\x"; credential-type="password", \
            <stun:stun.example:3478>; rel="ice-server", <turns:r.example>; rel="ice-server"; username=a; credential=b
            """
        let servers = IceServer.linked(field)
        #expect(
            servers.map(\.description) == ["stun:stun.example:3478", "turn:r.example:3478", "turns:r.example:5349"])
        #expect(servers.map(\.user) == ["", "1700:a,n;n", "a"])
        #expect(servers.map(\.password) == ["", "p\"w, \\x", "b"])
    }

    @Test(
        "what is none is left out, and what stands behind it is still read",
        arguments: [
            "", "<>", "<>;", "turn:x", "<turn:h>", "<turn:h>; rel=ice-server", "<turn:h>; rel=ice-servers",
            "<turn:h>; rel=ice-server; username=a", "<turn:u:p@h>; rel=ice-server",
            "<turn:u:p@h>; rel=ice-server; username=a; credential=b",
            "<turn:h>; rel=ice-server; username=a; credential=b; credential-type=oauth",
            "<http://h>; rel=ice-server; username=a; credential=b", "<stun:h:99999>; rel=ice-server",
            "<stun:h\" ! fakesink>; rel=ice-server", "<turn:h>; rel=ice-server; username=\"a\u{0}\"; credential=b",
            "<stun:h> rel=ice-server", "<stun:h>; rel=\"a\" \"ice-server\"", "<stun:h>; rel==ice-server",
        ])
    func refusing(_ field: String) {
        #expect(IceServer.linked(field).isEmpty)
        #expect(IceServer.linked(field + ", <stun:good.example>; rel=ice-server").map(\.host) == ["good.example"])
    }

    @Test("a field without an end, of noise, or far too long brings nothing and takes no time") func hostile() {
        #expect(IceServer.linked("<stun:h>; rel=\"ice-server").isEmpty)
        #expect(IceServer.linked("<stun:h>; rel=ice-server; x=\"\\").isEmpty)
        for sign in ["<", ">", ";", ",", "=", "\"", "\\", "<>;=", "<a>;\"", "é", "\u{0}"] {
            #expect(IceServer.linked(String(repeating: sign, count: 8000 / sign.utf8.count)).isEmpty)
        }
        #expect(IceServer.linked(String(repeating: " ", count: 17_000) + "<stun:h>; rel=ice-server").isEmpty)
        let many = (0..<300).map { "<stun:h\($0)>; rel=ice-server" }.joined(separator: ", ")
        #expect(IceServer.linked(many).map(\.host) == (0..<8).map { "h\($0)" })
    }

    @Test(
        "what is written is read back; what would be a field of its own is not written",
        arguments: [
            "stun:example.org", "turn:ann:secret@h:1?transport=tcp", "turns:a%22b:c%5C%2C%3B%20d@[2001:db8::1]:9",
        ])
    func writing(_ text: String) throws {
        let server = try IceServer(text)
        #expect(IceServer.linked(try #require(server.link)) == [server])
        #expect(try IceServer("turn:ann:a%0D%0AX: y@h".replacing(" ", with: "%20")).link == nil)
        #expect(try IceServer("turn:%C3%A9:a@h").link == nil)
    }
}
