public import Frames
public import Geometry
public import PictureInPicture
import Views

/// The watching of a broadcast, a film or a camera (spec 1). Main actor.
///
/// One frame bridge and one layer for its whole life, its own and no call's (spec B2).
@MainActor public final class LiveSession: FloatingLive {
    /// How far it is.
    public enum Phase: Sendable, Hashable {
        /// Nothing was opened yet.
        case idle
        /// It is opened; there is no picture yet.
        case opening
        /// It plays.
        case playing
        /// It is paused.
        case paused
        /// It is over.
        case ended(SessionEndReason)
    }

    /// How it was set up.
    public let settings: SessionSettings
    /// Ends with the session.
    public let lifetime = Lifetime()
    /// How far it is.
    public let phase = Observed(Phase.idle)
    /// How full the buffer is, in percent; 100 when nothing is waited for.
    public let buffered = Observed(100)
    /// Why it failed, in words; nil unless it did.
    public private(set) var failure: String?
    /// Attached to the player's track.
    public let bridge = FrameBridge()
    /// How many pixels the mini window draws; zero without one.
    public let renderSize = Observed(Size.zero)
    /// Where it is shown in the app: where its mini window comes from and goes back to.
    public weak var stage: (any PictureInPictureStage)? {
        didSet { controller?.contentSource.stage = stage }
    }

    var renderedView: LiveView?
    var viewTokens: [AnyObject] = []
    var layout = CallModel.LayoutMode.full
    var positionAlarm: ClockTicket?
    var miniAlarm: ClockTicket?
    var clock: any FrameClock { environment.clock }
    private let makePlayer: MediaPlayingFactory
    private let environment: PictureInPictureEnvironment
    private let audioSession: AudioSession
    private let center: SessionCenter
    private let track = VideoTrack()
    private var player: (any MediaPlaying)?
    private var controller: PictureInPictureController?
    private var isHoldingAudio = false
    private var wantsPlaying = true
    private var isEnding = false
    private var ending: Task<Void, Never>?

    /// A live of what `makePlayer` plays; nothing is opened before `watch`.
    public init(
        settings: SessionSettings = SessionSettingsBuilder().build(), environment: PictureInPictureEnvironment? = nil,
        audioSession: AudioSession? = nil, center: SessionCenter = .shared, makePlayer: @escaping MediaPlayingFactory
    ) {
        self.settings = settings
        self.environment = environment ?? .shared
        self.audioSession = audioSession ?? .shared
        self.center = center
        self.makePlayer = makePlayer
        bridge.attach(to: track)
    }

    /// What every window shows of it.
    public var layer: DisplayLayer { bridge.layer }
    /// Why it is over; nil while it is not.
    public var endReason: SessionEndReason? { if case .ended(let reason) = phase.value { reason } else { nil } }
    /// What there is to play.
    public var timeRange: PlaybackTimeRange {
        player?.duration.map { .finite(start: 0, end: $0.seconds) } ?? .infinite
    }
    /// Where it is, in seconds of the stream.
    public var position: Double { player?.position.seconds ?? 0 }
    /// True when there is no sound, whatever the volume.
    public var isMuted: Bool {
        get { player?.isMuted ?? false }
        set {
            player?.isMuted = newValue
            controller?.controls.isMuted = newValue
        }
    }
    /// How loud, from 0 to 1.
    public var volume: Double {
        get { player?.volume ?? 1 }
        set {
            player?.volume = newValue
            controller?.controls.volume = volume
        }
    }

    /// What floats it (spec S1): refuses to start unless the settings allow it.
    public var pictureInPictureController: PictureInPictureController {
        if let controller { return controller }
        let content = ContentSource(displayLayer: layer, playbackDelegate: self, live: self)
        content.stage = stage
        let new = PictureInPictureController(contentSource: content, environment: environment)
        let isAllowed = settings.isSystemPictureInPictureEnabled
        new.startObstacle = { isAllowed ? nil : .systemPictureInPictureDisabled }
        new.canStartPictureInPictureAutomaticallyFromInline = isAllowed && settings.floatsOnLeaving
        if !settings.title.isEmpty { new.title = settings.title }
        new.onControl = { [weak self] control in
            if control == .volume, let self { self.isMuted.toggle() }
        }
        controller = new
        if isEnding { new.sessionDidEnd() }
        return new
    }

    /// Opens it and plays. Once; later calls change nothing.
    public func watch() {
        guard phase.value == .idle else { return }
        phase.set(.opening)
        center.add(self)
        _ = pictureInPictureController
        do {
            try audioSession.hold(for: .watching)
            isHoldingAudio = true
        } catch {
            environment.log("\(error)")
        }
        do {
            let player = try makePlayer(track) { [weak self] event in
                Task { @MainActor in self?.take(event) }
            }
            self.player = player
            player.play()
        } catch {
            failure = "\(error)"
            end(.failed)
        }
    }

    /// Plays, or pauses: picture and sound stay where they are.
    public func setPlaying(_ isPlaying: Bool) {
        guard !isEnding, let player, isPlaying != wantsPlaying else { return }
        wantsPlaying = isPlaying
        if isPlaying { player.play() } else { player.pause() }
        switch phase.value {
        case .playing, .paused: phase.set(isPlaying ? .playing : .paused)
        case .idle, .opening, .ended: break
        }
        controller?.invalidatePlaybackState()
        showStateInControls()
    }

    /// How it stands, in the words of the mini window; and where it is, every half second while that is seen to move.
    func showStateInControls() {
        guard let controller, !isEnding else { return }
        switch phase.value {
        case .paused: controller.controls.statusText = "Paused"
        case .playing: controller.controls.statusText = buffered.value < 100 ? "Reconnecting…" : nil
        case .idle, .opening, .ended: controller.controls.statusText = nil
        }
        guard phase.value == .playing, !timeRange.isLive, controller.snapshot.hasWindow, miniAlarm == nil else {
            return
        }
        miniAlarm = environment.clock.after(0.5) { [weak self] in
            self?.miniAlarm = nil
            self?.controller?.invalidatePlaybackState()
            self?.showStateInControls()
        }
    }

    /// Goes to another place, in seconds of the stream; not possible in a broadcast.
    public func seek(to position: Double) {
        guard !isEnding, case .finite(_, let end) = timeRange, position.isFinite else { return }
        player?.seek(to: .seconds(min(end, max(0, position))))
        controller?.invalidatePlaybackState()
    }

    /// Ends the watching. Once; later calls change nothing.
    public func stopWatching() { end(.stopWatching) }

    /// Ends it for any reason.
    public func end(_ reason: SessionEndReason) {
        // A delegate that is told on the way may come back here.
        guard !isEnding else { return }
        isEnding = true
        controller?.sessionDidEnd()
        bridge.detach()
        layer.flush()
        if let player = player.take() { ending = Task { await player.stop() } }
        if isHoldingAudio {
            isHoldingAudio = false
            audioSession.release()
        }
        positionAlarm = nil
        miniAlarm = nil
        center.forget(self)
        phase.set(.ended(reason))
    }

    /// Returns when the player's threads are gone: an app waits for it before it exits.
    public func finish() async { await ending?.value }

    private func take(_ event: MediaPlayingEvent) {
        guard !isEnding else { return }
        switch event {
        case .playing:
            phase.set(wantsPlaying ? .playing : .paused)
            controller?.invalidatePlaybackState()
        case .warning(let reason): environment.log(reason)
        case .buffering(let percent):
            buffered.set(min(100, max(0, percent)))
            showStateInControls()
        case .ended: end(.endOfStream)
        case .failed(let reason):
            failure = reason
            end(.failed)
        }
    }
}

extension Duration {
    /// As a number of seconds.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
