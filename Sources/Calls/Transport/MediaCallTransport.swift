internal import Frames

/// A call whose other side is a media source: a file, a camera, a test pattern. For tests and demonstrations.
///
/// It has nobody to send to: `toldReasons` is what the other side was told, and a shared screen is seen in the own picture
/// alone.
@MainActor public final class MediaCallTransport: CallTransport {
    /// Who is told what happens.
    public var onEvent: (@MainActor (CallTransportEvent) -> Void)?
    /// What the other side was told, in order.
    public private(set) var toldReasons: [SessionEndReason] = []
    /// What the other side is called.
    public let name: String
    /// How loud the source is played, from 0 to 1.
    public var volume = 1.0 { didSet { player?.volume = volume } }
    private let makePlayer: MediaPlayingFactory
    private let track = VideoTrack()
    private var player: (any MediaPlaying)?
    private var participant: Participant
    private var ending: Task<Void, Never>?
    private var isClosed = false
    private let own = OwnPictures(nil)

    /// A call to `name`, played by what `makePlayer` makes when it is connected.
    public init(name: String, makePlayer: @escaping MediaPlayingFactory) {
        self.name = name
        self.makePlayer = makePlayer
        participant = Participant(id: "remote", name: name, track: track)
        own.onEvent = { [weak self] in self?.take($0) }
    }

    /// Starts the source; its first picture is the other side's answer.
    public func connect() {
        guard player == nil, !isClosed else { return }
        do {
            let player = try makePlayer(track) { [weak self] event in
                Task { @MainActor in self?.take(event) }
            }
            self.player = player
            player.volume = volume
            player.play()
        } catch {
            let reason = "\(error)"
            // Never before `connect` has returned.
            Task { @MainActor in self.tell(.failed(reason)) }
        }
    }

    /// Notes what the other side is told, and stops the source.
    public func hangUp(_ reason: SessionEndReason) {
        guard !isClosed else { return }
        toldReasons.append(reason)
        close()
    }

    /// Stops the source.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        onEvent = nil
        own.set(camera: false)
        guard let player = player.take() else { return }
        ending = Task { await player.stop() }
    }

    /// Pauses the source, or lets it go on.
    public func setHeld(_ isHeld: Bool) { if isHeld { player?.pause() } else { player?.play() } }

    /// Nobody hears.
    public func setMicrophone(_ isOn: Bool) {}

    /// Nobody looks.
    public func setCamera(_ isOn: Bool) {}

    /// The own picture shows it.
    public var canShareScreen: Bool { true }

    /// Shows it in the own picture.
    public func setScreen(_ share: ScreenShare?) { if !isClosed { own.set(camera: false, screen: share) } }

    /// Waits until the source has stopped.
    public func finish() async {
        await ending?.value
        await own.finish()
    }

    /// Lets the other side turn its camera off or on, as a scripted participant does.
    public func setRemoteCamera(_ isOn: Bool) {
        participant.isCameraOn = isOn
        tell(.participant(participant))
    }

    /// Brings another scripted participant, or changes one; with the camera on it shows the pictures of the source.
    public func bring(_ guest: Participant) {
        var guest = guest
        guest.track = track
        if guest.id == participant.id { participant = guest }
        tell(.participant(guest))
    }

    private func take(_ event: OwnPictures.Event) {
        switch event {
        case .playing: tell(.ownPictures(own.track))
        case .screenLost(let reason): tell(.screenLost(reason))
        case .warning(let reason), .cameraLost(let reason): tell(.warning(reason))
        }
    }

    private func take(_ event: MediaPlayingEvent) {
        switch event {
        case .playing:
            tell(.participant(participant))
            tell(.connected)
        case .warning(let reason): tell(.warning(reason))
        case .buffering(let percent): tell(percent < 100 ? .interrupted : .connected)
        case .ended: tell(.remoteHangUp)
        case .failed(let reason): tell(.failed(reason))
        }
    }

    private func tell(_ event: CallTransportEvent) { if !isClosed { onEvent?(event) } }
}
