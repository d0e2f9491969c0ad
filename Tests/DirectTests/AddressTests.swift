import Testing

@testable import Calls

@Suite("Addresses of direct calls", .timeLimit(.minutes(10))) struct AddressTests {
    @Test(
        "where to listen",
        arguments: [
            ("127.0.0.1:8000", "127.0.0.1", 8000), ("localhost", "localhost", 8617), (":9000", "0.0.0.0", 9000),
            ("[::1]:9000", "::1", 9000), ("[::]", "::", 8617), ("example.org:1", "example.org", 1), ("a:0", "a", 0),
        ])
    func listen(text: String, host: String, port: Int) {
        #expect(ListenAddress(text) == ListenAddress(host: host, port: port))
    }

    @Test(
        "what is no address to listen at",
        arguments: [
            "", "a:b", "a:70000", "a:-1", "::1", "[::1", "[::1]9", "[x]:1", "a b:1", "a/b", "http://a:1", "a:1:2",
        ])
    func noListen(text: String) { #expect(ListenAddress(text) == nil) }

    @Test(
        "what stays on this machine",
        arguments: [
            ("127.0.0.1", true), ("127.8.9.1", true), ("localhost", true), ("::1", true), ("0.0.0.0", false),
            ("::", false), ("192.0.2.1", false), ("127.0.0.1.example.org", false),
        ])
    func loopback(host: String, isLoopback: Bool) {
        #expect(ListenAddress(host: host, port: 1).isLoopback == isLoopback)
    }

    @Test("an address brings its token and the fingerprint, and posts to /call")
    func direct() throws {
        let pin = String(repeating: "0aF", count: 21) + "b"
        let address = try DirectAddress("https://Example.org:9000/#token=ab-CD&sha256=\(pin)")
        #expect(address.endpoint == "https://Example.org:9000/call")
        #expect(address.token == "ab-CD" && address.pin == pin.lowercased() && address.localAddresses.isEmpty)
        #expect(address.title == "Example.org:9000")
        #expect(try DirectAddress("https://a/whip/x?y=1").endpoint == "https://a/whip/x?y=1")
        #expect(try DirectAddress("http://[::1]:9").localAddresses == ["::1"])
        #expect(try DirectAddress("http://localhost:9/").localAddresses == ["127.0.0.1", "::1"])
        #expect(
            try DirectAddress("https://a").endpoint(name: "Zoë & Co+1#")
                == "https://a/call?name=Zo%C3%AB%20%26%20Co%2B1%23")
        #expect(address.resource("/call/1") == "https://Example.org:9000/call/1")
        #expect(address.resource("https://elsewhere.org/call/1") == nil)
    }

    @Test("a token with + / = in it comes through the address as it is, to porthole and to browsers")
    func awkwardToken() throws {
        let pass = try #require(AnswerPass(token: "a+b/c==.~_-"))
        let invitation = Invitation(isSecure: true, host: "a", port: 9, pass: pass, fingerprint: nil)
        #expect(invitation.address == "https://a:9/#token=a%2Bb%2Fc%3D%3D.~_-")
        #expect(try DirectAddress(invitation.address).token == "a+b/c==.~_-")
        // As somebody types it.
        #expect(try DirectAddress("https://a:9/#token=a+b/c==.~_-").token == "a+b/c==.~_-")
        #expect(try DirectAddress("https://a/#token=50%2525%26x%3D1").token == "50%25&x=1")
    }

    @Test(
        "what can't be called says why in one line, without the token",
        arguments: [
            "http://example.org/", "http://192.0.2.1:8617", "https://", "https://u:p@a/", "https://a:0/",
            "https://a:99999/",
            "https://a/#sha256=12", "https:///call#token=secret", "https://a b/",
        ])
    func wrong(text: String) {
        do throws(DirectAddress.Problem) {
            let address = try DirectAddress(text)
            Issue.record("\(text) was taken as \(address)")
        } catch {
            #expect(error.description.hasPrefix("can't call ") && !error.description.contains("\n"))
            #expect(!error.description.contains("secret"))
        }
    }

    @Test("a token is shown by exactly itself; a code also in small letters and without its dash")
    func pass() throws {
        let token = try #require(AnswerPass(token: "Abcdefgh-1"))
        #expect(token.isShown(by: "Bearer Abcdefgh-1") && token.isShown(by: "bearer  Abcdefgh-1 "))
        for wrong in [
            nil, "", "Bearer", "Bearer ", "Bearer abcdefgh-1", "Bearer Abcdefgh-", "Bearer Abcdefgh-1Abcdefgh-1",
            "Basic Abcdefgh-1", "Abcdefgh-1",
        ] {
            #expect(!token.isShown(by: wrong), "\(wrong ?? "nil")")
        }
        let code = AnswerPass.code()
        #expect(code.text.count == 9 && code.text != AnswerPass.code().text)
        let bare = code.text.replacing("-", with: "").lowercased()
        #expect(code.isShown(by: "Bearer \(bare)") && code.isShown(by: "Bearer \(code.text)"))
        #expect(!code.isShown(by: "Bearer \(bare.dropLast())") && !code.isShown(by: "Bearer \(bare)\(bare)"))
        for good in ["b64+token/==", "========"] {
            #expect(AnswerPass(token: good) != nil, "\(good)")
        }
        for bad in [
            "short", "per%cent-", "amper&sand", "with space", "with\nbreak", "ümlaut-ümlaut",
            String(repeating: "a", count: 257),
        ] {
            #expect(AnswerPass(token: bad) == nil, "\(bad)")
        }
    }

    @Test("who guesses ten times within a minute has to wait, others do not")
    func guesses() {
        var budget = GuessBudget()
        for _ in 0..<10 {
            #expect(!budget.isSpent("a", at: 5))
            budget.note("a", at: 5)
        }
        #expect(budget.isSpent("a", at: 6) && !budget.isSpent("b", at: 6))
        #expect(!budget.isSpent("a", at: 60_000_000_006))
    }

    @Test("who has many addresses has no more guesses for it, and a minute later all is forgotten")
    func manyAddresses() {
        var budget = GuessBudget()
        for index in 0..<10 { budget.note("2001:db8:1:2::\(index)", at: 5) }
        #expect(budget.isSpent("2001:db8:1:2:ffff::1", at: 6) && !budget.isSpent("2001:db8:1:3::1", at: 6))
        for index in 0..<1100 { budget.note("10.0.\(index / 250).\(index % 250)", at: 7) }
        #expect(budget.isSpent("192.0.2.1", at: 8))
        #expect(!budget.isSpent("192.0.2.1", at: 60_000_000_008))
    }

    @Test(
        "a caller's name is one harmless line",
        arguments: [
            ("Ann", "Ann"), ("  Ann\n\tLee ", "Ann Lee"), ("a\u{202e}b\u{7}c", "abc"), ("\u{200b}", nil), ("", nil),
            ("名前 ", "名前"), ("e" + String(repeating: "\u{301}", count: 5000), "e\u{301}\u{301}\u{301}"),
            (String(repeating: "x", count: 100), String(repeating: "x", count: 48)),
        ] as [(String, String?)])
    func name(text: String, name: String?) { #expect(AnswerRoutes.name(text) == name) }

    @Test(
        "paths lead to what stands in the table, and nowhere else",
        arguments: [
            "/../etc/passwd", "//", "/.", "/index.html", "/call/", "/call/..", "/call/../join.js", "/CALL", "/join.js/",
            "/call/0123456789abcdef0123456789ABCDEF", "/call/0123456789abcdef0123456789abcde", "", "join.js", "/\u{0}",
            "/call/0123456789abcdef0123456789abcdef/", "/Web/join.js", "/%2e%2e/",
        ])
    func nowhere(path: String) { #expect(AnswerRoutes.place(path) == .nothing) }
}
