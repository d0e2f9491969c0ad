import Foundation
import Frames
import Geometry
import Media
import TestSupport
import Testing

/// Two ends in one process, over real ICE, DTLS and SRTP on the loopback address.
@Suite("Two peers", .timeLimit(.minutes(10)), .serialized) struct PeerTests {
    @Test("they connect, and pictures flow both ways in order") func bothWays() async throws {
        try await Pair.with { one, other in
            #expect(await settle { one.shown.count >= 20 && other.shown.count >= 20 }, "\(one.events) \(other.events)")
            for end in [one, other] {
                #expect(end.shown.lastFrame?.size == Size(320, 180))
                // Compressed, scaled to nothing: the number in the picture is read from the other side's pixels.
                let numbers = end.shown.allShots.compactMap(\.number)
                #expect(numbers.count > 10 && numbers == numbers.sorted(), "\(numbers)")
                #expect(
                    end.events.contains(.firstFrame) && end.phases.prefix(3) == [.gathering, .connecting, .connected])
            }
            #expect(await settle { one.peer.quality.receivedBitrate ?? 0 > 10_000 })
            let quality = one.peer.quality
            #expect(quality.codec == "VP8" && quality.size == Size(320, 180))
            #expect(quality.roundTrip ?? 9 < 5 && quality.connectedAfter != nil && quality.firstFrameAfter != nil)
        }
    }

    @Test("one's own sound comes back from an echo; muted, silence is on the wire, and the other side is told")
    func echo() async throws {
        try await Pair.with(sound: (.tone, .echo(delay: 0.3))) { one, other in
            #expect(await settle { one.peer.quality.soundLevel ?? 0 > 0.1 }, "\(one.peer.quality)")
            one.peer.setSending(microphone: false, camera: true)
            #expect(await settle { other.events.contains(.otherSends(microphone: false, camera: true)) })
            // Opus makes one or two steps of noise of silence.
            #expect(await settle { [one, other].allSatisfy { $0.peer.quality.soundLevel ?? 1 < 0.002 } })
            one.peer.setSending(microphone: true, camera: true)
            #expect(await settle { one.peer.quality.soundLevel ?? 0 > 0.1 })
        }
    }

    @Test("camera off: no more pictures, and the other side is told; on again, they go on") func camera() async throws {
        try await Pair.with { one, other in
            #expect(await settle { other.shown.count >= 3 })
            one.peer.setSending(microphone: true, camera: true, screen: true)
            #expect(
                await settle { other.events.contains(.otherSends(microphone: true, camera: true, screen: true)) })
            one.peer.setSending(microphone: true, camera: false)
            #expect(await settle { other.events.contains(.otherSends(microphone: true, camera: false)) })
            #expect(await settle { other.peer.quality.frameRate == 0 })
            let count = other.shown.count
            let mine = one.shown.count
            #expect(await settle { one.shown.count > mine + 10 })
            #expect(other.shown.count == count)
            one.peer.setSending(microphone: true, camera: true)
            #expect(await settle { other.shown.count > count + 5 })
        }
    }

    @Test("a goodbye reaches the other side with its reason, and nothing comes after it") func goodbye() async throws {
        try await Pair.with { one, other in
            #expect(await settle { other.shown.count >= 1 && one.shown.count >= 1 })
            // The channel is ready a moment after the pictures.
            #expect(await settle { other.events.contains(.otherSends(microphone: true, camera: true)) })
            await one.peer.close(reason: "hang-up")
            #expect(await settle { other.phases.last == .closed(byOther: true, reason: "hang-up") }, "\(other.phases)")
            #expect(one.phases.last == .closed(byOther: false, reason: "hang-up"))
            await other.peer.close(reason: "")
            let (counts, events) = ([one, other].map(\.shown.count), [one, other].map(\.events))
            await one.peer.close(reason: "again")
            one.peer.setSending(microphone: false, camera: false)
            #expect([one, other].map(\.shown.count) == counts && [one, other].map(\.events) == events)
        }
    }

    @Test("a description that is none gives a typed error, as an offer and as an answer", arguments: badDescriptions)
    func badDescription(_ name: String, _ text: String) async throws {
        let callee = End(.silence, "test:counter?size=64x48")
        let offered = await #expect(throws: PeerError.self) { try await callee.peer.answer(to: text) }
        #expect(offered?.code == .badDescription, "\(name): \(String(describing: offered))")
        await callee.close()
        let caller = End(.silence, "test:counter?size=64x48")
        #expect(try await caller.peer.offer().contains("a=candidate"))
        let answered = await #expect(throws: PeerError.self) { try await caller.peer.accept(text) }
        #expect(answered?.code == .badDescription, "\(name): \(String(describing: answered))")
        if let answered { #expect(caller.phases.last == .failed(answered)) }
        await caller.close()
    }

    @Test("asked out of order or after the end, it says that it was closed") func outOfOrder() async throws {
        let end = End(.silence, "test:counter?size=64x48")
        let early = await #expect(throws: PeerError.self) { try await end.peer.accept("v=0") }
        #expect(early?.code == .closed)
        _ = try await end.peer.offer()
        let twice = await #expect(throws: PeerError.self) { try await end.peer.offer() }
        #expect(twice?.code == .closed)
        await end.close()
        let late = await #expect(throws: PeerError.self) { try await end.peer.answer(to: "v=0") }
        #expect(late?.code == .closed)
    }

    @Test("closed while the offer is being made, it returns at once") func closedEarly() async throws {
        let end = End(.silence, "test:counter?size=64x48")
        let offer = Task { try? await end.peer.offer() }
        await end.close()
        _ = await offer.value
        #expect(end.phases.last.map { if case .closed = $0 { true } else { false } } != false)
    }

    @Test("no picture ever: one that came while the pipeline started was stamped with the machine's age") func early()
        async throws
    {
        // A thousand pictures a second: some of twenty ends would have one in that moment.
        for _ in 0..<10 {
            try await Pair.with("test:counter?size=64x48&fps=1000") { one, other in
                #expect(await settle(20) { one.shown.count >= 1 && other.shown.count >= 1 })
            }
        }
    }

    @Test("twenty calls in a row, and twenty that fail, leave no thread and no file open") func leaks() async throws {
        func good() async throws {
            try await Pair.with { one, other in
                #expect(await settle { one.shown.count >= 1 && other.shown.count >= 1 })
            }
        }
        func bad() async throws {
            let caller = End(.silence, "test:counter?size=64x48")
            _ = try await caller.peer.offer()
            await #expect(throws: PeerError.self) { try await caller.peer.accept(badDescriptions[1].1) }
            await caller.close()
        }
        for _ in 0..<3 {
            try await good()
            try await bad()
        }
        let (threads, files) = (threadNames().count, openFiles())
        for _ in 0..<20 {
            try await good()
            try await bad()
        }
        // Workers of Dispatch and GLib come and go; a leak would be one a call at least.
        #expect(await settle(10) { threadNames().count <= threads + 8 }, "\(threads): \(threadNames())")
        #expect(await settle(10) { openFiles() <= files + 8 }, "\(files) \(openFiles())")
    }
}

/// Each is past the first glance in another place.
private let badDescriptions: [(String, String)] = [
    ("empty", ""), ("garbage", String(repeating: "\u{7}x", count: 500)), ("truncated", "v=0\r\nm=video 9 UDP/TLS/"),
    ("huge", "v=0\r\n" + String(repeating: "a=x\r\n", count: 100_000)),
]
