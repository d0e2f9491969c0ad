import Frames
import Media

/// The connection by which what somebody in a room sends comes here: one a person, so that nobody's coming and going
/// touches another's picture. Main actor.
@MainActor final class RoomLine {
    /// Their pictures.
    let track = VideoTrack()
    private let listener: Listener
    private let peer: WebRTCPeer
    private let server: JanusServer
    private var handle: UInt64?
    private var attempt: Task<Void, Never>?
    private var isClosed = false
    private var lastCount: UInt64 = 0
    private var quietTicks = 0

    /// Nothing is asked for yet.
    ///
    /// - Parameter onEvent: told later; nothing after `close`.
    init(_ server: JanusServer, options: PeerOptions, onEvent: @escaping @MainActor (PeerEvent) -> Void) {
        self.server = server
        let listener = Listener(onEvent)
        self.listener = listener
        peer = WebRTCPeer(options: options, track: track) { event in
            Task { @MainActor in listener.onEvent?(event) }
        }
    }

    @MainActor private final class Listener {
        var onEvent: (@MainActor (PeerEvent) -> Void)?

        init(_ onEvent: @escaping @MainActor (PeerEvent) -> Void) { self.onEvent = onEvent }
    }

    /// How good the connection is.
    var quality: PeerQuality { peer.quality }
    /// What the server calls it; nil before it does.
    var name: UInt64? { handle }

    /// Asks for it. `onFailure` is told in words when that comes to nothing.
    func connect(_ request: RoomRequest, onFailure: @escaping @MainActor (String) -> Void) {
        attempt = Task { [weak self, server, peer] in
            do {
                let handle = try await server.attach("janus.plugin.videoroom")
                guard let self, !self.isClosed else { return await server.detach(handle) }
                self.handle = handle
                let offer = try await server.ask(handle, request)
                guard let jsep = offer.jsep, jsep.type == "offer" else {
                    throw server.problem(.server, "the server offers nothing")
                }
                let answer = try await peer.answer(to: jsep.sdp)
                _ = try await server.ask(
                    handle, RoomRequest("start"), JanusDescription(type: "answer", sdp: answer))
            } catch {
                if self?.isClosed == false { onFailure("\(error)") }
            }
        }
    }

    /// Whether pictures came since the call of this before the last one: asked twice a second, four times none are none.
    func picturesCome() -> Bool {
        let count = track.frameCount
        quietTicks = count == lastCount ? quietTicks + 1 : 0
        lastCount = count
        return count > 0 && quietTicks < 4
    }

    /// Lets its sound be heard, or not.
    func setPlaying(_ isPlaying: Bool) { peer.setPlaying(isPlaying) }

    /// Gives it back; the server is told unless the whole session ends.
    func close(tellsServer: Bool) async {
        guard !isClosed else { return }
        isClosed = true
        listener.onEvent = nil
        attempt?.cancel()
        let (handle, server) = (handle, server)
        await peer.close(reason: "")
        if tellsServer, let handle { await server.detach(handle) }
    }
}
