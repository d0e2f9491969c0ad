import Frames
import Media

/// A shared screen in a room: a second sender beside the one of camera and microphone, as VideoRoom has it everywhere.
/// Main actor.
///
/// Who is here by the name "Ann (screen)" and whose pictures are described as `RoomPublisher.Stream.screen` is a screen.
@MainActor final class RoomScreen {
    /// What happens to it.
    enum Event {
        /// What the room calls the second sender, before anybody sees it.
        case named(JanusID)
        /// The first picture is there.
        case playing
        /// It is over, or never was; in words.
        case lost(String)
        /// Something is not as it should be; in words.
        case warning(String)
    }
    /// Its pictures.
    var track: VideoTrack { pictures.track }
    private let server: JanusServer
    private let pictures = OwnPictures(nil)
    private let onEvent: @MainActor (Event) -> Void
    private var peer: WebRTCPeer?
    /// What the server calls its connection; nil before it does.
    private(set) var handle: UInt64?
    private var attempt: Task<Void, Never>?
    private var isClosed = false

    /// Joins and sends.
    ///
    /// - Parameters:
    ///   - join: the request that lets the second sender in.
    ///   - onEvent: told later; nothing after `close`.
    init(
        _ server: JanusServer, join: RoomRequest, options: PeerOptions, share: ScreenShare, isHeld: Bool,
        onEvent: @escaping @MainActor (Event) -> Void
    ) {
        self.server = server
        self.onEvent = onEvent
        pictures.onEvent = { [weak self] event in
            switch event {
            case .playing: self?.tell(.playing)
            case .screenLost(let words): self?.tell(.lost(words))
            case .cameraLost(let words), .warning(let words): self?.tell(.warning(words))
            }
        }
        var options = options
        options.direction = .send
        options.video = pictures.track
        options.sound = .silence
        options.mixer = nil
        let peer = WebRTCPeer(options: options, track: VideoTrack()) { [weak self] event in
            Task { @MainActor in self?.take(event) }
        }
        self.peer = peer
        set(share, isHeld: isHeld)
        attempt = Task { [weak self] in
            do {
                let handle = try await server.attach("janus.plugin.videoroom")
                guard let self, !self.isClosed else { return await server.detach(handle) }
                self.handle = handle
                let joined = try await server.ask(handle, join)
                guard let id = joined.plugindata?.data.id else {
                    throw server.problem(.server, "the room does not take a second sender")
                }
                self.tell(.named(id))
                let offer = JanusDescription(type: "offer", sdp: try await peer.offer())
                let reply = try await server.ask(handle, Self.sending(offer), offer)
                guard let answer = reply.jsep else {
                    throw server.problem(.server, "the server does not take the screen")
                }
                try await peer.accept(answer.sdp)
            } catch {
                self?.tell(.lost("\(error)"))
            }
        }
    }

    /// Shares something else, or rests while the call is on hold.
    func set(_ share: ScreenShare, isHeld: Bool) {
        guard !isClosed else { return }
        peer?.setSending(microphone: false, camera: !isHeld, screen: true)
        pictures.set(camera: false, screen: isHeld ? nil : share)
    }

    /// The server has ended the connection; why, in words.
    func wasHungUp(_ words: String) { tell(.lost("the server ended the connection (\(words))")) }

    /// Gives it back; the server is told unless the whole session ends.
    func close(tellsServer: Bool) async {
        guard !isClosed else { return }
        isClosed = true
        attempt?.cancel()
        pictures.set(camera: false)
        let (handle, peer, server) = (handle, peer, server)
        // The server first: it tells the others, and that is what they wait for.
        if tellsServer, let handle { await server.detach(handle) }
        await peer?.close(reason: "")
        await pictures.finish()
    }

    private func tell(_ event: Event) { if !isClosed { onEvent(event) } }

    private func take(_ event: PeerEvent) {
        switch event {
        case .phase(.failed(let error)): tell(.lost(error.description))
        case .warning(let words): tell(.warning(words))
        default: break
        }
    }

    /// The pictures are a screen's; what stands for a sound is none.
    private static func sending(_ offer: JanusDescription) -> RoomRequest {
        var request = RoomRequest("configure")
        request.descriptions = zip(
            offer.mids, [RoomPublisher.Stream.screen, RoomPublisher.Stream.off]
        ).map { RoomRequest.Description(mid: $0, description: $1) }
        return request
    }
}
