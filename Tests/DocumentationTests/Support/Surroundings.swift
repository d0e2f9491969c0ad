import PortholeKit

/// What an app sets up once, without a display, a sound server or a network.
@MainActor final class Surroundings {
    let clock = ManualClock()
    let windows = RecordingWindows()
    let audioSession = AudioSession(soundServer: SilentSoundServer())
    let environment: PictureInPictureEnvironment
    let center = SessionCenter()
    /// What was logged.
    private(set) var log: [String] = []

    init() {
        environment = PictureInPictureEnvironment(clock: clock) { _ in }
        environment.support = .supported
        environment.capabilities = Capabilities(backgroundModes: [Capabilities.audioPictureInPicture])
        environment.windows = windows
        environment.audioSession = audioSession
        environment.log = { [weak self] in self?.log.append($0) }
        audioSession.log = { _ in }
    }

    /// A call to somebody whose only picture is there already.
    func call() -> (CallSession, SilentTransport) {
        let transport = SilentTransport()
        let call = CallSession(
            transport: transport, settings: SessionSettingsBuilder().enableSystemPictureInPicture(true).build(),
            environment: environment, audioSession: audioSession, center: center)
        return (call, transport)
    }

    /// A live of one picture.
    func live() -> LiveSession {
        LiveSession(
            settings: SessionSettingsBuilder().enableSystemPictureInPicture(true).build(), environment: environment,
            audioSession: audioSession, center: center
        ) { track, _ in
            track.push(MemoryFrame(solid: 0x2050A0, size: Size(640, 360)))
            return StillPlayer()
        }
    }

    /// A film of one picture, for player controllers.
    func film() -> (ContentSource, StillPlayer) {
        let layer = DisplayLayer()
        layer.enqueue(MemoryFrame(solid: 0x2050A0, size: Size(640, 360)))
        let player = StillPlayer()
        return (ContentSource(displayLayer: layer, playbackDelegate: player), player)
    }
}

/// A transport that remembers what the other side was told.
@MainActor final class SilentTransport: CallTransport {
    var onEvent: (@MainActor (CallTransportEvent) -> Void)?
    private(set) var told: [SessionEndReason] = []

    func connect() { onEvent?(.connected) }
    func hangUp(_ reason: SessionEndReason) { told.append(reason) }
    func close() {}
    func setHeld(_ isHeld: Bool) {}
    func setMicrophone(_ isOn: Bool) {}
    func setCamera(_ isOn: Bool) {}
    func finish() async {}
}

/// A player that has shown its only picture, and remembers what it was told.
final class StillPlayer: MediaPlaying {
    private let told = Lock<[String]>([])
    let position = Duration.zero
    let duration: Duration? = nil
    var isMuted: Bool {
        get { false }
        set {}
    }
    var volume: Double {
        get { 1 }
        set {}
    }

    var log: [String] { told.withLock { $0 } }
    fileprivate func note(_ word: String) { told.withLock { $0.append(word) } }
    func play() { note("play") }
    func pause() { note("pause") }
    func stop() async { note("stop") }
    func seek(to position: Duration) { note("seek") }
}

extension StillPlayer: PlaybackDelegate {
    func pictureInPictureController(_ controller: PictureInPictureController, setPlaying isPlaying: Bool) {
        note(isPlaying ? "play" : "pause")
    }

    func pictureInPictureControllerTimeRangeForPlayback(
        _ controller: PictureInPictureController
    ) -> PlaybackTimeRange { .infinite }

    func pictureInPictureControllerIsPlaybackPaused(_ controller: PictureInPictureController) -> Bool { false }

    func pictureInPictureController(
        _ controller: PictureInPictureController, skipBy interval: Double,
        completion: @escaping @MainActor () -> Void
    ) {
        note("skip")
        completion()
    }
}

/// A window that presents players, and remembers the order of what it did.
@MainActor final class Presenting: PlayerHost {
    private(set) var presentedPlayer: (any RestorablePlayer)?
    let canPresent = true
    private(set) var log: [String] = []

    func present(_ player: any RestorablePlayer, animated: Bool, completion: @escaping @MainActor () -> Void) {
        presentedPlayer = player
        log.append(animated ? "present, animated" : "present")
        completion()
    }

    func dismissPlayer(animated: Bool, completion: @escaping @MainActor () -> Void) {
        presentedPlayer = nil
        log.append(animated ? "dismiss, animated" : "dismiss")
        completion()
    }
}
