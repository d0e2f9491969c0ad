internal import Frames

/// A call whose other side is a media source: a file, a camera, a test pattern. For tests and demonstrations.
///
/// It has nobody to send to: `toldReasons` is what the other side was told.
@MainActor public final class MediaCallTransport: CallTransport {
    /// Who is told what happens.
    public var onEvent: (@MainActor (CallTransportEvent) -> Void)?
    /// What the other side was told, in order.
    public private(set) var toldReasons: [SessionEndReason] = []
    /// What the other side is called.
    public let name: String
    private let makePlayer: MediaPlayingFactory
    private let track = VideoTrack()
    private var player: (any MediaPlaying)?
    private var participant: Participant
    private var ending: Task<Void, Never>?
    private var isClosed = false

    /// A call to `name`, played by what `makePlayer` makes when it is connected.
    public init(name: String, makePlayer: @escaping MediaPlayingFactory) {
        self.name = name
        self.makePlayer = makePlayer
        participant = Participant(id: "remote", name: name, track: track)
    }

    /// Starts the source; its first picture is the other side's answer.
    public func connect() {
        guard player == nil, !isClosed else { return }
        do {
            let player = try makePlayer(track) { [weak self] event in
                Task { @MainActor in self?.take(event) }
            }
            self.player = player
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
        guard let player = player.take() else { return }
        ending = Task { await player.stop() }
    }

    /// Pauses the source, or lets it go on.
    public func setHeld(_ isHeld: Bool) { if isHeld { player?.pause() } else { player?.play() } }

    /// Nobody hears.
    public func setMicrophone(_ isOn: Bool) {}

    /// Nobody looks.
    public func setCamera(_ isOn: Bool) {}

    /// Waits until the source has stopped.
    public func finish() async { await ending?.value }

    /// Lets the other side turn its camera off or on, as a scripted participant does.
    public func setRemoteCamera(_ isOn: Bool) {
        participant.isCameraOn = isOn
        tell(.participant(participant))
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
