import Foundation
import Frames
import Geometry
import Media
import PictureInPicture
import TestSupport
import Testing

@testable import Calls

/// Whole calls over HTTP and WebRTC, both ends in one process: what the program's windows do is not part of it.
@Suite("Direct calls", .timeLimit(.minutes(10)), .serialized) @MainActor struct DirectCallTests {
    /// One end: a transport with a source as its camera, and what it told.
    @MainActor final class End {
        let transport: WebRTCTransport
        private(set) var story: [String] = []
        /// The other side's camera is on, as far as this one was told.
        private(set) var isOtherOn = false
        /// It was put on hold.
        private(set) var isHeld = false
        private let count = Count()
        private var counted: VideoTrack?

        /// Counts the pictures that come.
        final class Count: VideoRenderer {
            let pictures = Lock(0)
            func render(_ frame: VideoFrame) { pictures.withLock { $0 += 1 } }
        }

        /// So many pictures came.
        var pictures: Int { count.pictures.withLock { $0 } }

        init(_ transport: WebRTCTransport) {
            self.transport = transport
            transport.onEvent = { [weak self] event in self?.note(event) }
            transport.setCamera(true)
        }

        convenience init(
            calling door: Door, token: String = "a-test-token", pin: String? = nil,
            options: @escaping @MainActor () -> PeerOptions = { .loopback }
        ) throws {
            let fragment = "#token=\(token)" + (pin.map { "&sha256=\($0)" } ?? "")
            let address = try DirectAddress(door.site + "/" + fragment)
            self.init(
                WebRTCTransport(
                    name: "other", signalling: DirectSignalling(address, name: "Ann"), options: options,
                    makeCamera: Self.camera))
        }

        convenience init(answering call: IncomingCall, options: PeerOptions = .loopback) {
            self.init(
                WebRTCTransport(name: "other", answering: call, options: { options }, makeCamera: Self.camera))
        }

        private static let camera: MediaPlayingFactory = { track, onEvent in
            try MediaPlayer(MediaSource("test:counter?size=320x180"), options: .init(audio: false), track: track) {
                onEvent($0.asPlayed)
            }
        }

        private func note(_ event: CallTransportEvent) {
            switch event {
            case .connected: story.append("connected")
            case .screenLost(let why): story.append("screen lost: \(why)")
            case .interrupted: story.append("interrupted")
            case .participant(let participant):
                if participant.isCameraOn { story.append("pictures") }
                isOtherOn = participant.isCameraOn
                if counted == nil, let track = participant.track {
                    counted = track
                    track.add(count)
                }
            case .remoteHangUp: story.append("remote hang-up")
            case .declined: story.append("declined")
            case .peerLost(let why): story.append("lost: \(why)")
            case .failed(let why): story.append("failed: \(why)")
            case .warning(let why): story.append("warning: \(why)")
            case .held(let isHeld): self.isHeld = isHeld
            case .participantLeft, .ownPictures, .cameraLost: break
            }
        }

        var hasPictures: Bool { story.contains("connected") && story.contains("pictures") }

        /// It was interrupted and is connected again.
        var isBack: Bool {
            guard let index = story.firstIndex(of: "interrupted") else { return false }
            return story[index...].contains("connected")
        }

        func end() async {
            transport.hangUp(.hangUp)
            await transport.finish()
        }
    }

    /// Two ends in a call with each other.
    static func withCall(
        _ door: Door,
        options: (calling: @MainActor () -> PeerOptions, answering: PeerOptions) = ({ .loopback }, .loopback),
        _ body: (End, End) async throws -> Void
    ) async throws {
        let caller = try End(calling: door, options: options.calling)
        caller.transport.connect()
        let call = try await door.ring(door.calls.count + 1)
        call.accept()
        let called = End(answering: call, options: options.answering)
        called.transport.connect()
        #expect(await settle { caller.hasPictures && called.hasPictures }, "\(caller.story) \(called.story)")
        try await body(caller, called)
        await caller.end()
        await called.end()
    }

    @Test("pictures go both ways; hanging up on either side is noticed on the other, and the door is free again")
    func bothWays() async throws {
        try await Door.with { door in
            try await Self.withCall(door) { caller, called in
                await caller.end()
                #expect(await settle(20) { called.story.last == "remote hang-up" }, "\(called.story)")
            }
            try await Self.withCall(door) { caller, called in
                await called.end()
                #expect(await settle(20) { caller.story.last == "remote hang-up" }, "\(caller.story)")
            }
        }
    }

    @Test("declined, not answered, busy, wrong token: each a reason in words")
    func refused() async throws {
        try await Door.with { door in
            let wrong = try End(calling: door, token: "another-token")
            wrong.transport.connect()
            #expect(await settle { wrong.story.last?.contains("does not take the token") == true }, "\(wrong.story)")
            let first = try End(calling: door)
            first.transport.connect()
            let call = try await door.ring()
            let second = try End(calling: door)
            second.transport.connect()
            #expect(await settle { second.story.last?.contains("is busy") == true }, "\(second.story)")
            call.decline()
            #expect(await settle { first.story == ["declined"] }, "\(first.story)")
            for end in [wrong, first, second] { await end.end() }
        }
        // It rings for two seconds there.
        try await Door.with(patience: 2) { door in
            let third = try End(calling: door)
            third.transport.connect()
            #expect(await settle { third.story.last?.contains("nobody answered") == true }, "\(third.story)")
            await third.end()
        }
    }

    @Test("TLS: the right fingerprint connects; a wrong one, or none, says why before anything is sent")
    func pinned() async throws {
        try await withFolder { folder in
            let identity = OwnIdentity(folder: folder)
            let fingerprint = try identity.load().fingerprint
            try await Door.with(certificate: identity.path) { door in
                #expect(door.server.invitation.address.contains("sha256=\(fingerprint)"))
                for (pin, words) in [
                    (String(repeating: "0", count: 64), "its key is not the one"), (nil, "nobody this machine trusts"),
                ] {
                    let end = try End(calling: door, pin: pin)
                    end.transport.connect()
                    #expect(await settle { end.story.last?.contains(words) == true }, "\(end.story)")
                    await end.end()
                }
                #expect(door.events.isEmpty)
                let caller = try End(calling: door, pin: fingerprint)
                caller.transport.connect()
                let call = try await door.ring()
                call.accept()
                let called = End(answering: call)
                called.transport.connect()
                #expect(await settle { caller.hasPictures && called.hasPictures }, "\(caller.story) \(called.story)")
                await caller.end()
                #expect(await settle(20) { called.story.last == "remote hang-up" }, "\(called.story)")
                await called.end()
            }
        }
    }

    @Test("a caller who hangs up while it rings is missed at once")
    func givesUp() async throws {
        try await Door.with { door in
            let caller = try End(calling: door)
            caller.transport.connect()
            _ = try await door.ring()
            await caller.end()
            #expect(await settle(20) { door.story == ["ringing", "missed"] }, "\(door.story)")
        }
    }

    @Test(
        "a hang-up in the moment of the answer, by either side, is told at once and not after the limit on connecting")
    func hangsUpInTheMoment() async throws {
        try await Door.with { door in
            // The answering side, as soon as its answer has left.
            let caller = try End(calling: door)
            caller.transport.connect()
            let call = try await door.ring()
            call.accept()
            let called = End(answering: call)
            called.transport.connect()
            #expect(await settle { !call.isUnanswered })
            await called.end()
            #expect(await settle(4) { caller.story.last == "remote hang-up" }, "\(caller.story)")
            await caller.end()
            // The caller, while the answer is being made.
            let hasty = try End(calling: door)
            hasty.transport.connect()
            let second = try await door.ring(2)
            second.accept()
            let answering = End(answering: second)
            answering.transport.connect()
            #expect(await settle { !second.isUnanswered })
            await hasty.end()
            #expect(
                await settle(4) { ["remote hang-up"].contains(answering.story.last) }, "\(answering.story)")
            await answering.end()
        }
    }

    @Test("S8: a call on hold has no pictures either way, the other side knows, and both come back")
    func hold() async throws {
        try await Door.with { door in
            try await Self.withCall(door) { caller, called in
                /// Neither shows anything while a film shows twenty pictures; what was under way comes before.
                @MainActor func rest() async throws -> Bool {
                    let (film, count) = (VideoTrack(), End.Count())
                    film.add(count)
                    let player = try MediaPlayer(
                        MediaSource("test:counter?size=64x36&fps=30"), options: .init(audio: false), track: film
                    ) { _ in }
                    player.play()
                    _ = await settle { count.pictures.withLock { $0 } > 10 }
                    let before = (caller.pictures, called.pictures)
                    _ = await settle { count.pictures.withLock { $0 } > 30 }
                    let after = (caller.pictures, called.pictures)
                    await player.stop()
                    return before == after
                }
                for (holder, other) in [(caller, called), (called, caller)] {
                    holder.transport.setHeld(true)
                    #expect(await settle(5) { other.isHeld }, "\(other.story)")
                    #expect(await settle(5) { !holder.isOtherOn && !other.isOtherOn })
                    let hasRested = try await rest()
                    #expect(hasRested)
                    let before = (holder.pictures, other.pictures)
                    holder.transport.setHeld(false)
                    #expect(await settle(5) { !other.isHeld }, "\(other.story)")
                    #expect(await settle(10) { holder.pictures > before.0 })
                    #expect(await settle(10) { other.pictures > before.1 })
                    #expect(await settle(5) { holder.isOtherOn && other.isOtherOn })
                }
            }
        }
    }

    @Test("localhost works where the other side listens on ::1 only")
    func localhost() async throws {
        try await Door.with(host: "::1") { door in
            let address = try DirectAddress("http://localhost:\(door.port)/#token=a-test-token")
            var options = PeerOptions.loopback
            options.localAddresses = address.localAddresses
            let caller = End(
                WebRTCTransport(
                    name: "other", signalling: DirectSignalling(address), options: { [options] in options }))
            caller.transport.connect()
            let call = try await door.ring()
            #expect(call.localAddress == "::1")
            call.accept()
            options.localAddresses = [call.localAddress ?? ""]
            let called = End(WebRTCTransport(name: "other", answering: call, options: { [options] in options }))
            called.transport.connect()
            #expect(
                await settle { caller.story.contains("connected") && called.story.contains("connected") },
                "\(caller.story) \(called.story)")
            await caller.end()
            await called.end()
        }
    }

    @Test("nobody there, no such name, no TLS, another kind of server: each a reason in words")
    func unreachable() async throws {
        let port = try freePort()
        for (text, words) in [
            ("http://127.0.0.1:\(port)/", "nobody listens there"),
            ("https://no.such.invalid/", "no machine of that name"),
        ] {
            let signalling = DirectSignalling(try DirectAddress(text))
            do throws(SignallingError) {
                _ = try await signalling.exchange(paperOffer)
                Issue.record("\(text) answered")
            } catch {
                #expect(error.description.contains(words), "\(error)")
            }
        }
        try await Door.with { door in
            let address = "https://127.0.0.1:\(door.port)/#sha256=\(String(repeating: "0", count: 64))"
            for (text, words) in [
                (address, "does not speak TLS"), (door.site + "/elsewhere", "takes no calls at that path"),
            ] {
                let signalling = DirectSignalling(try DirectAddress(text))
                do throws(SignallingError) {
                    _ = try await signalling.exchange(paperOffer)
                    Issue.record("\(text) answered")
                } catch {
                    #expect(error.description.contains(words), "\(error)")
                }
            }
        }
    }

    @Test("media that never comes is a failed call within its limit, and the door is free again")
    func noMedia() async throws {
        try await Door.with { door in
            async let answer = door.post(paperOffer)
            let call = try await door.ring()
            call.accept()
            var options = PeerOptions.loopback
            options.limits.connecting = 2_000_000_000
            let transport = WebRTCTransport(name: "paper", answering: call, options: { [options] in options })
            let end = End(transport)
            transport.connect()
            let created = try await answer
            #expect(created.status == 201 && created.field("Content-Type") == "application/sdp")
            #expect(await settle(10) { end.story.last?.contains("can't reach the other side") == true }, "\(end.story)")
            await end.end()
            async let next = door.post(paperOffer)
            try await door.ring(2).decline()
            #expect(try await next.status == 403)
        }
    }

    @Test("twenty calls leave no thread and no descriptor behind")
    func leaks() async throws {
        try await Door.with { door in
            try await Self.withCall(door) { _, _ in }
            try await Self.withCall(door) { _, _ in }
            let before = holdings()
            for _ in 0..<20 {
                let number = door.calls.count + 1
                let caller = try End(calling: door)
                caller.transport.connect()
                let call = try await door.ring(number)
                call.accept()
                let called = End(answering: call)
                called.transport.connect()
                #expect(await settle { caller.story.contains("connected") && called.story.contains("connected") })
                await caller.end()
                await called.end()
            }
            #expect(
                await settle(20) {
                    holdings().descriptors <= before.descriptors + 3 && holdings().threads <= before.threads + 3
                },
                "\(before) \(holdings())")
        }
    }
}
