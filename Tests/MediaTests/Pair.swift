import Frames
import Geometry
import Media
import TestSupport
import Testing

/// One end of a connection: what it sends, shows and tells.
final class End: Sendable {
    let peer: WebRTCPeer
    /// The other side's pictures.
    let shown = Recorder()
    private let player: MediaPlayer?
    private let told = Told()

    private final class Told: Sendable {
        let events = Lock<[PeerEvent]>([])
    }

    init(_ sound: PeerSound, _ source: String, call: CallSound? = nil) {
        let own = VideoTrack()
        let remote = VideoTrack()
        remote.add(shown)
        var options = PeerOptions.loopback
        options.sound = sound
        options.callSound = call
        options.video = own
        let told = told
        peer = WebRTCPeer(options: options, track: remote) { event in told.events.withLock { $0.append(event) } }
        player = try? MediaPlayer(MediaSource(source), track: own) { _ in }
        player?.play()
        peer.setSending(microphone: true, camera: true)
    }

    var events: [PeerEvent] { told.events.withLock { $0 } }
    var phases: [PeerState.Phase] {
        events.compactMap { if case .phase(let phase) = $0 { phase } else { nil } }
    }

    func close() async {
        await peer.close(reason: "test")
        await player?.stop()
    }
}

/// Two ends that were connected with each other.
enum Pair {
    static func with(
        sound: (PeerSound, PeerSound) = (.silence, .silence), _ source: String = "test:counter?size=320x180",
        call: CallSound? = nil, _ body: (End, End) async throws -> Void
    ) async throws {
        let one = End(sound.0, source, call: call)
        let other = End(sound.1, source)
        do {
            try await one.peer.accept(other.peer.answer(to: one.peer.offer()))
            #expect(
                await settle { one.phases.contains(.connected) && other.phases.contains(.connected) },
                "\(one.events) \(other.events)")
            try await body(one, other)
        } catch {
            await one.close()
            await other.close()
            throw error
        }
        await one.close()
        await other.close()
    }
}
