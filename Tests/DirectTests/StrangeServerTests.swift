import Foundation
import Media
import TestSupport
import Testing

@testable import Calls

/// What a caller says of servers that are no answering side, or a bad one.
@Suite("Strange servers", .timeLimit(.minutes(10)), .serialized) struct StrangeServerTests {
    /// How a call to a server that answers like this fails.
    private func failure(
        _ pieces: [String], pause: Double = 0, holds: Bool = false, patience: Double = 10
    ) async throws -> String {
        try await RawServer.with(pieces, pause: pause, holds: holds) { server in
            let address = try DirectAddress("http://127.0.0.1:\(server.port)/#token=secret-token")
            let signalling = DirectSignalling(address, patience: patience)
            defer { signalling.close() }
            do throws(SignallingError) {
                let answer = try await signalling.exchange(paperOffer)
                return "answered: \(answer)"
            } catch {
                #expect(!error.description.contains("\n") && !error.description.contains("secret-token"))
                return error.description
            }
        }
    }

    private func answer(_ status: String, _ fields: String = "", _ body: String = "") -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
    }

    @Test("each kind of wrong answer is said in words")
    func wrong() async throws {
        let sdp = "Content-Type: application/sdp\r\n"
        let cases: [([String], String)] = [
            ([], "closed the connection without an answer"), (["nonsense\r\n\r\n"], "can't call"),
            ([answer("200 OK", sdp, "v=0")], "refused with code 200"),
            (
                [answer("201 Created", "Content-Type: text/html\r\n", "<html>")],
                "answered with text/html instead of a call"
            ),
            ([answer("302 Found", "Location: http://127.0.0.1:1/\r\n")], "refused with code 302"),
            ([answer("403 Forbidden", "", "go\r\n\u{1b}[2Jaway")], "refused with code 403: go [2Jaway"),
            ([answer("403 Forbidden", "Porthole-Reason: declined\r\n")], "does not take the call"),
            ([answer("503 Busy", "Porthole-Reason: busy\r\n")], "is busy"),
            ([answer("503 Busy", "Porthole-Reason: nonsense\r\n")], "refused with code 503"),
            ([answer("201 Created", sdp, String(repeating: "a", count: 200_000))], "longer than any call's"),
            (["HTTP/1.1 201 Created\r\n" + sdp + "Content-Length: 100\r\n\r\nv=0"], "can't call"),
        ]
        for (pieces, words) in cases {
            let said = try await failure(pieces)
            #expect(said.contains(words), "\(pieces.first?.prefix(40) ?? "nothing"): \(said)")
        }
    }

    @Test("one that says nothing, or a byte now and then, is given up in time; and at once when this side hangs up")
    func slow() async throws {
        #expect(try await failure([], holds: true, patience: 1).contains("did not answer within 1 s"))
        let bytes = ("HTTP/1.1 201 Created\r\nX: " + String(repeating: "a", count: 99)).map(String.init)
        #expect(try await failure(bytes, pause: 0.1, patience: 1).contains("did not answer within 1 s"))
        try await RawServer.with([], holds: true) { server in
            let signalling = DirectSignalling(try DirectAddress("http://127.0.0.1:\(server.port)/"))
            async let end = Self.end(of: signalling)
            try await Task.sleep(for: .milliseconds(100))
            signalling.close()
            // A time that is over would be another reason.
            #expect(await end == .closed)
        }
    }

    private static func end(of signalling: DirectSignalling) async -> SignallingError? {
        do throws(SignallingError) {
            _ = try await signalling.exchange(paperOffer)
            return nil
        } catch {
            return error
        }
    }

    @Test("an answer that is no description fails the call; one that leads elsewhere is not followed")
    @MainActor func badAnswer() async throws {
        let sdp = "Content-Type: application/sdp\r\nLocation: http://127.0.0.1:1/elsewhere\r\n"
        for body in ["", "v=0\r\n", "<html>", String(repeating: "v", count: 70_000)] {
            try await RawServer.with([answer("201 Created", sdp, body)]) { server in
                let address = try DirectAddress("http://127.0.0.1:\(server.port)/")
                let transport = WebRTCTransport(
                    name: "x", signalling: DirectSignalling(address), options: { .loopback })
                var said: String?
                transport.onEvent = { event in if case .failed(let why) = event { said = why } }
                transport.connect()
                #expect(await settle { said?.contains("the other side's description") == true }, "\(said ?? "nothing")")
                transport.close()
                await transport.finish()
            }
        }
    }
}
