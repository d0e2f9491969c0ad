import Foundation
import Geometry
import PortholeKit
import TestSupport
import Testing

/// Servers that misbehave: each time there is a sentence, in time.
@Suite(.timeLimit(.minutes(10)), .serialized) struct RudeServerTests {
    private static func with(_ body: (String, Child) async throws -> Void) async throws {
        let port = try freePort()
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("rude.py").path
        try await Child.with(["/usr/bin/python3", script, "\(port)"]) { child in
            try await waitForPort(port, of: child)
            try await body("http://127.0.0.1:\(port)", child)
        }
    }

    @Test(
        "an endpoint that misbehaves is told in a sentence",
        arguments: [
            ("never", "does not answer within 1 s"), ("drip", "does not answer within 1 s"),
            ("huge", "longer than 256 KiB"),
            ("loop", "in circles"), ("nowhere", "without a place"), ("file", "without a place"),
            ("moved", "has moved to"), ("words", "no session description"), ("page", "has failed (HTTP 500)"),
            ("busy", "busy (HTTP 503: too many viewers); try again in 7 s"), ("close", "127.0.0.1"),
            ("binary", "127.0.0.1"), ("other", "127.0.0.1"),
        ])
    func endpoint(way: String, words: String) async throws {
        try await Self.with { base, _ in
            let url = try #require(URL(string: "\(base)/\(way)"))
            // Short only for those that never come to an end: the others have a busy machine's time.
            let patience = words.hasSuffix("within 1 s") ? 1.0 : 15
            let signalling = WHIPSignalling(url, token: nil, purpose: "can't watch", patience: patience)
            let error = await #expect(throws: SignallingError.self) { try await signalling.exchange("v=0\r\n") }
            #expect(error?.description.hasPrefix("can't watch: ") == true, "\(String(describing: error))")
            #expect(error?.description.contains(words) == true, "\(String(describing: error))")
            signalling.close()
            await signalling.finish()
        }
    }

    @Test("an answer that is cut short fails the live, and what was made there is deleted") func cut() async throws {
        try await Self.with { base, server in
            let address = try #require(try ServerAddress.parse("whep+\(base)/cut"))
            let told = Lock<[MediaPlayingEvent]>([])
            let player = try WebRTCPlayer(address, sound: .silence, track: VideoTrack()) { event in
                told.withLock { $0.append(event) }
            }
            player.play()
            let isOver = await settle(20) {
                told.withLock { $0.contains { if case .failed = $0 { true } else { false } } }
            }
            #expect(isOver, "\(told.withLock { $0 })")
            guard case .failed(let words)? = told.withLock({ $0.last }) else { return }
            #expect(words.contains("cut short"), "\(words)")
            await player.stop()
            try await server.waitForOutput("deleted /x", timeout: 10)
            #expect(told.withLock { $0.count } == 1)
        }
    }

    @Test("closed while the server does not answer, it returns at once, and again when the answer has come or not")
    func closed() async throws {
        try await Self.with { base, _ in
            let url = try #require(URL(string: "\(base)/never"))
            let signalling = WHIPSignalling(url, token: nil, purpose: "can't watch", patience: 2)
            let exchange = Task { try await signalling.exchange("v=0\r\n") }
            #expect(await settle(0.2) { false } == false)
            signalling.close()
            await #expect(throws: SignallingError.closed) { try await exchange.value }
            await signalling.finish()
            let late = await #expect(throws: SignallingError.self) { try await signalling.exchange("v=0") }
            #expect(late == .closed)
        }
    }

    @Test(
        "a Janus that misbehaves ends the call with a sentence",
        arguments: [
            ("page", "has failed (HTTP 500)"), ("words", "answers nonsense"), ("binary", "127.0.0.1"),
            ("mute", "has not let this side into the room within 15 s"), ("deaf", "Invalid SDP"),
            ("fool", "Invalid SDP|answers nonsense"), ("forget", "knows nothing of this session|Invalid SDP"),
            ("half", "description"),
            ("flood", "description"),
        ])
    func janus(way: String, words: String) async throws {
        try await Self.with { base, _ in
            let guest = try await Guest("janus+\(base)/\(way)?room=1", name: "Ada")
            let problem = await guest.problem(within: 30)
            let isTold = words.split(separator: "|").contains { problem?.contains($0) == true }
            #expect(isTold, "\(String(describing: problem))")
            if way == "flood" { #expect(await guest.mostPeople <= 50) }
            await guest.leave()
        }
    }
}
