import Frames
import Geometry
public import Views

/// Owns one layer and at most one mini window, and its life (spec 4; `AVPictureInPictureController` of the model).
///
/// Main actor. What happens is decided by `PictureInPictureState.reduce`; this carries it out. While its window lives the
/// active set holds it, though nobody else does.
@MainActor open class PictureInPictureController {
    /// True when mini windows can be shown here; the reason why not is in `unsupportedReason`.
    public static var isPictureInPictureSupported: Bool { PictureInPictureEnvironment.shared.support.isSupported }
    /// Why no mini window can be shown here; nil when they can.
    public static var unsupportedReason: UnsupportedReason? { PictureInPictureEnvironment.shared.support.reason }

    /// What floats and who answers for it.
    public let contentSource: ContentSource
    /// Who is told.
    public weak var delegate: (any PictureInPictureControllerDelegate)?
    /// Whose views this plays in; the active set holds it as long as this (spec S14).
    public weak var playerViewController: (any RestorablePlayer)?
    /// May it float by itself when the app is left (spec B6)? On for calls and lives.
    public var canStartPictureInPictureAutomaticallyFromInline: Bool
    /// What an app asks before any start; nil allows it. A session's own controller asks its settings here (spec S1).
    public var startObstacle: (@MainActor () -> PictureInPictureError?)?
    /// What the window is called.
    public var title = "Picture in picture"
    /// What the main window shows of the session (spec B9, S13).
    public let stagePresentation = Observed(StagePresentation.session(.full))
    /// Whether a start would succeed now.
    public let possibility = Observed(false)
    /// How the playback stands, as the mini window shows it (spec S11).
    public private(set) var playback: PlaybackState?
    /// What the mini window's controls show; a session keeps it true, also while there is no window.
    public var controls: MiniControls {
        didSet { if controls != oldValue { window?.controls = controls } }
    }
    /// Who is told of a control that neither the life cycle nor the playback delegate deals with: microphone, camera,
    /// volume, and everything a view has bound.
    public var onControl: (@MainActor (MiniControls.Control) -> Void)?
    /// How far one press on a skip control goes, in seconds.
    public var skipInterval = 10.0

    let environment: PictureInPictureEnvironment
    var state: PictureInPictureState
    var window: (any FloatingWindow)?
    private var watcher: LayerWatcher?
    var timers: [Deadline: ClockTicket] = [:]
    var heldPlayer: (any RestorablePlayer)?
    var hasAudioLease = false

    /// A controller of its own, outside of any session's settings.
    public init(contentSource: ContentSource, environment: PictureInPictureEnvironment = .shared) {
        self.contentSource = contentSource
        self.environment = environment
        canStartPictureInPictureAutomaticallyFromInline = contentSource.kind.floatsOnLeaving
        controls = MiniControls(session: contentSource.kind)
        state = PictureInPictureState(kind: contentSource.kind, contentSize: contentSource.preferredContentSize)
        let watcher = LayerWatcher(contentSource.displayLayer) { [weak self] in self?.layerChanged() }
        self.watcher = watcher
        contentSource.displayLayer.add(watcher)
        contentSource.whenOver { [weak self] in self?.sessionDidEnd() }
        environment.register(self)
        layerChanged()
    }

    isolated deinit {
        if let watcher { contentSource.displayLayer.remove(watcher) }
    }

    /// What floats, and so what its close button means.
    public var kind: SessionKind { contentSource.kind }
    /// How it stands; a value to look at.
    public var snapshot: PictureInPictureState { state }
    /// The X identifier of its mini window; nil without one.
    public var windowIdentifier: UInt? { window?.identifier }
    /// True when a start would succeed now.
    public var isPictureInPicturePossible: Bool { possibility.value }
    /// True while the window is up: from `didStart` to `willStop`.
    public var isPictureInPictureActive: Bool { state.isActive }
    /// True while something such as a screen locker hides the window.
    public var isPictureInPictureSuspended: Bool { state.isSuspended }
    /// False stops it and refuses every start.
    public var isPictureInPictureEnabled: Bool {
        get { state.isEnabled }
        set { if newValue != state.isEnabled { post(.enabledChanged(newValue)) } }
    }

    /// Floats the picture until it is ended. A second call changes nothing (spec S7).
    open func startPictureInPicture() {
        environment.activeSet.post { self.start(.byHand) }
    }

    /// Ends the floating; the session goes on. Without a window it changes nothing.
    open func stopPictureInPicture() { post(.stop) }

    /// "Hide, stay in the call": ends the floating and keeps it away until it is started by hand (spec B6).
    open func hidePictureInPicture() { post(.dismissed) }

    /// Exactly what the mini window's close button does (spec B3).
    open func closePictureInPicture() { post(.closePressed) }

    /// Exactly what the mini window's restore button does (spec S4).
    open func restorePictureInPicture() { post(.restorePressed) }

    /// The session is over, whoever ended it: the window goes and nobody is told again.
    public func sessionDidEnd() { post(.sessionEnded) }

    /// The app minimised the session to the in-app tile, or shows it full again.
    public func sessionIsPresented(as presentation: Presentation) {
        post(presentation == .tile ? .minimised : .maximised)
    }

    /// Asks the playback delegate again how it stands (spec S11).
    public func invalidatePlaybackState() {
        guard let delegate = contentSource.playbackDelegate else { return }
        let new = PlaybackState(
            isPaused: delegate.pictureInPictureControllerIsPlaybackPaused(self),
            timeRange: delegate.pictureInPictureControllerTimeRangeForPlayback(self),
            position: delegate.pictureInPictureControllerPlaybackPosition(self))
        playback = new
        controls.show(new)
        // Only a live is live: a view that has no end is just a view.
        if kind.slot.isView { controls.isLive = false }
    }

    /// Why a start would fail now; nil when it would not.
    public var obstacle: PictureInPictureError? {
        if let reason = environment.support.reason { return .unsupported(reason) }
        if environment.windows == nil { return .unsupported(.noDisplay) }
        if !state.isSessionRunning { return .sessionEnded }
        if !state.isEnabled { return .notEnabled }
        if let error = startObstacle?() { return error }
        if !environment.capabilities.allowsPictureInPicture { return .backgroundModeMissing }
        if !contentSource.hasPicture { return .noVideo }
        if kind.slot.isView, environment.activeSet.viewCount >= WindowSlot.viewLimit,
            !environment.activeSet.contains(self)
        {
            return .tooManyViews(limit: WindowSlot.viewLimit)
        }
        // A view brings the audio session along; a call and a live have theirs by now.
        if !contentSource.bringsAudioSession, !environment.isAudioSessionActive { return .audioSessionInactive }
        return nil
    }

    /// Looks again whether a start would succeed.
    public func reconsider() { possibility.set(obstacle == nil) }
}
