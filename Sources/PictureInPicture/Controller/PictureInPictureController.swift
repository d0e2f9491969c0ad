public import Frames
public import Geometry

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
    public weak var playerViewController: PlayerViewController?
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

    let environment: PictureInPictureEnvironment
    private(set) var state: PictureInPictureState
    private var window: (any FloatingWindow)?
    private var watcher: LayerWatcher?
    private var timers: [Deadline: any DeadlineTimer] = [:]
    private var heldPlayer: PlayerViewController?
    private var hasAudioLease = false

    /// A controller of its own, outside of any session's settings.
    public init(contentSource: ContentSource, environment: PictureInPictureEnvironment = .shared) {
        self.contentSource = contentSource
        self.environment = environment
        canStartPictureInPictureAutomaticallyFromInline = contentSource.kind.floatsOnLeaving
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
        window?.show(new)
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
    public func reconsider() { possibility.value = obstacle == nil }
}

// What happens to it.
extension PictureInPictureController {
    func leaveApp(by departure: AutomaticPolicy.Departure) {
        environment.activeSet.post {
            let candidate = AutomaticPolicy.Candidate(
                kind: self.kind, isRunning: self.state.isSessionRunning, isPossible: self.obstacle == nil,
                isDismissed: self.state.isDismissed,
                startsAutomatically: self.canStartPictureInPictureAutomaticallyFromInline)
            let floats = self.environment.automaticPolicy.floats(candidate, on: departure)
            if floats { self.displaceOccupant() }
            self.take(.leftApp(floats: floats))
        }
    }

    func returnToApp() { post(.returned) }

    func loseDisplay() { post(.displayLost) }

    func post(_ event: PictureInPictureEvent) { environment.activeSet.post { self.take(event) } }

    /// Starts it with what the surroundings say at this moment.
    func start(_ cause: StartCause) {
        guard !state.hasWindow || !state.isActive else { return take(.start(cause, obstacle: nil)) }
        var obstacle = obstacle
        if obstacle == nil, contentSource.bringsAudioSession, !hasAudioLease {
            do {
                try environment.leaseAudioSession()
                hasAudioLease = true
            } catch {
                obstacle = error
            }
        }
        if obstacle == nil { displaceOccupant() }
        take(.start(cause, obstacle: obstacle))
    }

    /// Whoever else has the window's place is told that it stops before this is told that it starts (spec S8).
    private func displaceOccupant() {
        if let other = environment.activeSet.occupant(of: kind.slot), other !== self { other.take(.replaced) }
    }

    private func layerChanged() {
        if let size = contentSource.displayLayer.newest?.frame.displaySize { post(.sourceSizeChanged(size)) }
        reconsider()
    }

    private func take(_ event: PictureInPictureEvent) {
        state.keepsStage = environment.keepsStage
        let (next, effects) = PictureInPictureState.reduce(state, event)
        state = next
        for effect in effects { carryOut(effect) }
        if !state.hasWindow, hasAudioLease {
            hasAudioLease = false
            environment.returnAudioSession()
        }
        reconsider()
    }
}

// What it does.
extension PictureInPictureController {
    private func carryOut(_ effect: PictureInPictureEffect) {
        switch effect {
        case .enterActiveSet:
            environment.activeSet.insert(self)
            heldPlayer = playerViewController
        case .leaveActiveSet:
            environment.activeSet.remove(self)
            heldPlayer = nil
        case .notify(let notice): notify(notice)
        case .openWindow: openWindow()
        case .reshapeWindow(let size): window?.reshape(to: size)
        case .closeWindow(let exit): closeWindow(exit)
        case .askRestore(let id): askRestore(id)
        case .awaitStageFrame: awaitStageFrame()
        case .schedule(let deadline):
            timers[deadline] = environment.clock.schedule(after: deadline.seconds) { [weak self] in
                self?.post(.deadlinePassed(deadline))
            }
        case .cancel(let deadline): timers.removeValue(forKey: deadline)?.cancel()
        case .present(let stage): stagePresentation.value = stage
        case .renderSizeChanged(let size):
            contentSource.renderSizeChanged(size, self)
        case .carryOut(let meaning): contentSource.carryOut(meaning)
        case .warn(let message): environment.log(message)
        }
    }

    private func notify(_ notice: PictureInPictureEffect.Notice) {
        switch notice {
        case .willStart: delegate?.pictureInPictureControllerWillStartPictureInPicture(self)
        case .didStart: delegate?.pictureInPictureControllerDidStartPictureInPicture(self)
        case .failedToStart(let error):
            delegate?.pictureInPictureController(self, failedToStartPictureInPictureWithError: error)
        case .willStop: delegate?.pictureInPictureControllerWillStopPictureInPicture(self)
        case .didStop: delegate?.pictureInPictureControllerDidStopPictureInPicture(self)
        }
    }

    private func openWindow() {
        let request = FloatingWindowRequest(
            kind: kind, contentSize: state.contentSize.isEmpty ? ContentSource.usualSize : state.contentSize,
            layer: contentSource.displayLayer, origin: contentSource.stage?.frameOnScreen, title: title)
        do {
            guard let windows = environment.windows else { throw PictureInPictureError.unsupported(.noDisplay) }
            let window = try windows.makeWindow(request)
            self.window = window
            window.delegate = self
            invalidatePlaybackState()
            window.show()
        } catch PictureInPictureError.displayLost {
            post(.displayLost)
        } catch PictureInPictureError.windowFailed(let reason) {
            post(.windowFailed(reason))
        } catch PictureInPictureError.unsupported(let reason) {
            post(.windowFailed(reason.description))
        } catch {
            post(.windowFailed("\(error)"))
        }
    }

    private func closeWindow(_ exit: PictureInPictureEffect.Exit) {
        guard let window else {
            // It was never made: there is nothing to wait for.
            if exit != .atOnce { post(.windowClosed) }
            return
        }
        switch exit {
        case .atOnce:
            window.delegate = nil
            self.window = nil
            window.close(.atOnce)
        case .fade: window.close(.fade)
        case .toStage:
            if let rect = contentSource.stage?.frameOnScreen, !rect.isEmpty {
                window.close(.move(to: rect))
            } else {
                window.close(.fade)
            }
        }
    }

    private func askRestore(_ id: Int) {
        guard let delegate else { return post(.restoreAnswered(id: id, false)) }
        delegate.pictureInPictureController(self) { [weak self] answer in
            self?.post(.restoreAnswered(id: id, answer))
        }
    }

    private func awaitStageFrame() {
        guard let stage = contentSource.stage else { return post(.stageShowedFrame) }
        let id = state.restoreID
        stage.whenFrameShown { [weak self] in
            // A frame that was awaited for an earlier request says nothing about this one.
            if let self, self.state.restoreID == id { self.post(.stageShowedFrame) }
        }
    }
}

extension PictureInPictureController: FloatingWindowDelegate {
    /// What its own window reports; that of an earlier one is ignored.
    public func floatingWindow(_ window: any FloatingWindow, did event: FloatingWindowEvent) {
        environment.activeSet.post {
            guard window === self.window else { return }
            switch event {
            case .mapped: self.take(.windowMapped)
            case .firstFrameShown: self.take(.firstFrameShown)
            case .resized(let size): self.take(.windowResized(size))
            case .closePressed: self.take(.closePressed)
            case .restorePressed: self.take(.restorePressed)
            case .hidePressed: self.take(.dismissed)
            case .suspended(let isSuspended): self.take(.suspensionChanged(isSuspended))
            case .failed(let reason): self.take(.windowFailed(reason))
            case .displayLost: self.take(.displayLost)
            case .closed:
                self.window = nil
                self.take(.windowClosed)
            }
        }
    }
}
