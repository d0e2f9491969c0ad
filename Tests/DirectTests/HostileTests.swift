import Foundation
import Geometry
import TestSupport
import Testing

@testable import Calls

/// What strangers may send to the answering side: each ends in a stated time, and nothing stays.
@Suite("Strangers at the answering side", .timeLimit(.minutes(10)), .serialized) struct HostileTests {
    private func server(
        _ limits: HTTPServer.Limits, _ body: (HTTPServer, Int) async throws -> Void
    ) async throws {
        let socket = try ListenSocket(ListenAddress(host: "127.0.0.1", port: 0))
        let server = try HTTPServer(
            socket, identity: nil, limits: limits,
            judge: { AnswerRoutes.judge($0, limit: limits.body) { true } }, handler: { $0.answer(HTTPResponse(400)) })
        do {
            try await body(server, socket.address.port)
        } catch {
            server.stop()
            throw error
        }
        server.stop()
    }

    @Test("slow-loris: a byte now and then does not hold a connection beyond its limit")
    func slow() async throws {
        var limits = HTTPServer.Limits()
        limits.request = 2
        try await server(limits) { server, port in
            let connection = try RawConnection(port: port)
            connection.send("POST /call HTTP/1.1\r\nHost: a\r\n")
            var isClosed = false
            for number in 0..<200 where !isClosed {
                connection.send("X-\(number): 1\r\n")
                try await Task.sleep(for: .milliseconds(50))
                isClosed = connection.take() == nil
            }
            #expect(isClosed)
            // A body that never comes is no better.
            let other = try RawConnection(port: port)
            other.send(
                "POST /call HTTP/1.1\r\nHost: a\r\nContent-Type: application/sdp\r\nContent-Length: 100\r\n\r\nv=0")
            #expect(await other.rest(10).isClosed)
            #expect(await settle(10) { server.connections == 0 })
        }
    }

    @Test("more connections than allowed from one address are closed, and the others go on")
    func many() async throws {
        try await Door.with { door in
            let held = try (0..<40).map { _ in try RawConnection(port: door.port) }
            for connection in held { connection.send("GET / HTTP/1.1\r\nHost: a\r\n") }
            #expect(await settle(10) { held.filter { $0.take() == nil }.count >= 24 })
            withExtendedLifetime(held) {}
        }
    }

    @Test("bytes that are no HTTP, heads without end, tricks with paths and lengths: an error or a closed connection")
    func nonsense() async throws {
        try await Door.with { door in
            let auth = "Authorization: Bearer a-test-token\r\nContent-Type: application/sdp\r\n"
            let cases: [(String, [String])] = [
                ("\r\n\r\n\r\n", []), ("\u{0}\u{1}\u{2}\u{3}\r\n\r\n", ["400"]), ("GET\r\n\r\n", ["400"]),
                ("GET / HTTP/9.9\r\n\r\n", ["505", "400", "200"]),
                ("GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", ["404"]),
                ("GET /%00 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", ["404", "200"]),
                ("GET //join.js HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", ["404"]),
                ("GET http://elsewhere/join.js HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", ["404"]),
                ("BREW /call HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", ["405"]),
                ("POST /call HTTP/1.1\r\nHost: a\r\n\(auth)Content-Length: 99999999999\r\n\r\n", ["413"]),
                ("POST /call HTTP/1.1\r\nHost: a\r\n\(auth)Content-Length: -1\r\n\r\n", ["400"]),
                ("POST /call HTTP/1.1\r\nHost: a\r\n\(auth)Content-Length: x\r\n\r\n", ["400"]),
                ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 60_000))\r\n\r\n", ["431", "413"]),
                ("GET /\(String(repeating: "a", count: 60_000)) HTTP/1.1\r\nHost: a\r\n\r\n", ["414", "431"]),
            ]
            for (text, codes) in cases {
                let connection = try RawConnection(port: door.port)
                connection.send(text)
                if codes.isEmpty { continue }
                let (answer, _) = await connection.rest(3)
                let isRight = answer.isEmpty || codes.contains { answer.hasPrefix("HTTP/1.1 \($0)") }
                #expect(isRight, "\(text.prefix(60)): \(answer.prefix(60))")
            }
            #expect(door.events.isEmpty)
            // It is as well as before.
            #expect(try await door.ask("GET", "/").status == 200)
        }
    }

    @Test("a body without end is ended, and one that is sent in pieces beyond the limit is told so")
    func endless() async throws {
        try await Door.with { door in
            let head =
                "POST /call HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a-test-token\r\nContent-Type: application/sdp\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n"
            let piece = "8000\r\n" + String(repeating: "a", count: 0x8000) + "\r\n"
            let connection = try RawConnection(port: door.port)
            connection.send(head)
            for _ in 0..<4 { connection.send(piece) }
            connection.send("0\r\n\r\n")
            #expect(await connection.rest(3).text.hasPrefix("HTTP/1.1 413"))
            let endless = try RawConnection(port: door.port)
            endless.send(head)
            #expect(await settle(20) { !endless.send(piece) })
            #expect(door.events.isEmpty)
        }
    }

    @Test("offers that are cut anywhere, or have noise in them, never ring and never harm")
    func brokenOffers() async throws {
        try await Door.with { door in
            let lines = paperOffer.split(separator: "\r\n").map(String.init)
            // Cut before the last stream, the second format is missing.
            for count in 0..<15 {
                let cut = lines.prefix(count).joined(separator: "\r\n")
                let status = try await door.post(cut).status
                #expect(status == 400 || status == 422, "\(count): \(status)")
            }
            for text in [
                "\u{0}", "v=0\r\n\u{0}", "<html>", String(repeating: "m=audio 9 X 0\r\n", count: 4000), "v=1\r\n",
            ] {
                #expect(try await door.post(text).status == 400)
            }
            #expect(door.events.isEmpty)
        }
    }

    @Test("wrong tokens: after ten from an address it has to wait")
    func guesses() async throws {
        try await Door.with { door in
            for _ in 0..<10 {
                let wrong = try await door.post(paperOffer, token: "wrong-token")
                #expect(wrong.status == 401)
            }
            #expect(try await door.post(paperOffer).status == 429)
            #expect(door.events.isEmpty)
        }
    }

    @Test("ten thousand requests, many at a time: each is answered, and no thread and no descriptor stays")
    func leaksOfManyRequests() async throws {
        try await Door.with { door in
            let before = holdings()
            let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
                for lane in 0..<10 {
                    group.addTask {
                        var found: [Int] = []
                        for number in 0..<1000 {
                            let path = number % 3 == 0 ? "/" : number % 3 == 1 ? "/call" : "/nothing\(lane)"
                            found.append(try await door.ask(number % 3 == 1 ? "POST" : "GET", path).status)
                        }
                        return found
                    }
                }
                return try await group.reduce(into: [Int]()) { $0 += $1 }
            }
            #expect(statuses.count == 10_000)
            #expect(Set(statuses) == [200, 401, 404])
            #expect(
                await settle(20) {
                    holdings().descriptors <= before.descriptors + 2 && holdings().threads <= before.threads + 2
                },
                "\(before) \(holdings())")
        }
    }

    @Test("servers that come and go leave nothing, whatever is connected to them")
    func leaksOfServers() async throws {
        try await Door.with { _ in }
        let before = holdings()
        for _ in 0..<20 {
            try await Door.with { door in
                let idle = try RawConnection(port: door.port)
                async let ringing = door.post(paperOffer)
                _ = try await door.ring()
                await door.server.stop()
                #expect(try await ringing.status == 503)
                withExtendedLifetime(idle) {}
            }
        }
        #expect(
            await settle(20) {
                holdings().descriptors <= before.descriptors + 2 && holdings().threads <= before.threads + 2
            },
            "\(before) \(holdings())")
    }

    @Test("TLS that never shakes hands is closed within its limit")
    func noHandshake() async throws {
        try await withFolder { folder in
            let identity = OwnIdentity(folder: folder)
            _ = try identity.load()
            try await Door.with(certificate: identity.path) { door in
                let silent = try RawConnection(port: door.port)
                let loud = try RawConnection(port: door.port)
                loud.send("GET / HTTP/1.1\r\n\r\n")
                #expect(await loud.rest(15).isClosed)
                #expect(await silent.rest(25).isClosed)
            }
        }
    }
}
