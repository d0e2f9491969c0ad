public import Frames
public import Geometry
public import Media
public import PictureInPicture
import Views

/// A two-way conversation, one to one or in a room (spec 1, 5). Main actor.
///
/// One frame bridge and one layer for its whole life: stage, tile and mini window all host that layer (spec B1, B4).
@MainActor public final class CallSession: FloatingCall {
    /// The call that is presented; one that has not begun when there is none (spec S8). Any thread.
    public nonisolated static var shared: CallSession { SessionCenter.shared.presentedCall }

    /// How it was set up.
    public let settings: SessionSettings
    /// Ends with the session.
    public let lifetime = Lifetime()
    /// How it stands.
    public let state: Observed<CallState>
    /// Everybody, in order of joining; this side first.
    public let participants: Observed<[Participant]>
    /// Whom a single picture shows (spec L3).
    public let shownParticipant = Observed<Participant.ID?>(nil)
    /// How its user interface is laid out (spec L1, L2).
    public let layout: Observed<CallLayout>
    /// What this side shares of its screen; nil: nothing.
    public let screenShare = Observed<ScreenShare?>(nil)
    /// Attached to the track of the participant who is shown.
    public let bridge = FrameBridge()
    /// The size of the frames that show whoever has no video, in device pixels: sharp in a large mini window.
    public var avatarSize = Size(640, 360)
    /// Where it is shown in the app: where its mini window comes from and goes back to.
    public weak var stage: (any PictureInPictureStage)? {
        didSet { controller?.contentSource.stage = stage }
    }

    /// Why it could not go on, in words; nil while it can, and when it simply ended.
    public private(set) var problem: String?
    /// How good the connection is; nil when that makes no sense or is not known.
    public var quality: PeerQuality? { transport?.quality }

    let transport: (any CallTransport)?
    let listeners = LayoutListeners()
    let center: SessionCenter
    /// The own picture, beside the other side's.
    let selfBridge = FrameBridge()
    lazy var avatars = AvatarStore()
    var renderedView: CallView?
    var viewTokens: [AnyObject] = []
    var connectedAt: Double?
    var endedAt: Double?
    var secondAlarm: ClockTicket?
    var qualityLog = QualityLog()
    /// What is said for a moment.
    var notice: String?
    var noticeAlarm: ClockTicket?
    private let guardian: AvatarGuard
    private let givenEnvironment: PictureInPictureEnvironment?
    private let givenAudioSession: AudioSession?
    private var controller: PictureInPictureController?
    private var isHoldingAudio = false
    private var current: CallState

    /// A call that has not begun.
    ///
    /// - Parameters:
    ///   - transport: carries it to the other side; without one it can't be joined.
    ///   - environment: what picture in picture finds around it; the app's by default.
    ///   - audioSession: what it takes while it runs; the app's by default.
    ///   - center: the list of running sessions it joins; the app's by default.
    public nonisolated init(
        transport: (any CallTransport)?, settings: SessionSettings = SessionSettingsBuilder().build(),
        environment: PictureInPictureEnvironment? = nil, audioSession: AudioSession? = nil,
        center: SessionCenter = .shared
    ) {
        self.transport = transport
        self.settings = settings
        self.center = center
        givenEnvironment = environment
        givenAudioSession = audioSession
        current = CallState(isMicrophoneOn: settings.isMicrophoneOn, isCameraOn: settings.isCameraOn)
        state = Observed(current)
        layout = Observed(CallLayout(type: settings.layout))
        participants = Observed([Participant(id: "self", name: settings.displayName, isSelf: true)])
        guardian = AvatarGuard(bridge.layer)
    }

    /// What every window shows of it.
    public var layer: DisplayLayer { bridge.layer }
    var environment: PictureInPictureEnvironment { givenEnvironment ?? .shared }
    var audioSession: AudioSession { givenAudioSession ?? .shared }

    /// What floats it (spec S1): refuses to start unless the settings allow it.
    public var pictureInPictureController: PictureInPictureController {
        if let controller { return controller }
        let content = VideoCallViewController(displayLayer: layer, preferredContentSize: avatarSize)
        let new = PictureInPictureController(
            contentSource: ContentSource(
                activeVideoCallSourceView: stage, contentViewController: content, call: self),
            environment: environment)
        let isAllowed = settings.isSystemPictureInPictureEnabled
        new.startObstacle = { isAllowed ? nil : .systemPictureInPictureDisabled }
        new.canStartPictureInPictureAutomaticallyFromInline = isAllowed && settings.floatsOnLeaving
        if !settings.title.isEmpty { new.title = settings.title }
        new.onControl = { [weak self] control in
            guard let self else { return }
            switch control {
            case .microphone: self.setMicrophone(!self.current.isMicrophoneOn)
            case .camera: self.setCamera(!self.current.isCameraOn)
            default: break
            }
        }
        controller = new
        showStateInControls()
        if current.isEnded { new.sessionDidEnd() }
        return new
    }

    /// Joins the call and presents it: another call that is presented goes on hold (spec S8). Once; later calls only
    /// present it.
    public func joinSession() {
        guard let transport else { return take(.ended(.failed)) }
        if current.phase == .idle {
            transport.onEvent = { [weak self] event in self?.receive(event) }
        }
        center.present(self)
        take(.join)
        refreshShown()
        // From the beginning, so that leaving the app while it still rings floats it as well.
        _ = pictureInPictureController
    }

    /// Presents it again: it is no longer on hold, and whatever else is presented is.
    public func present() { center.present(self) }

    /// Puts it on hold: nothing is sent or heard, on either side, until `resume`. It stays presented.
    public func hold() { take(.hold(true)) }

    /// Goes on with a call that is on hold, and presents it: another one that is presented is put on hold.
    public func resume() {
        take(.hold(false))
        present()
    }

    /// Ends the call and tells the other side. Once; later calls change nothing.
    public func hangUp() { end(.hangUp) }

    /// Ends the call for a reason of this side, and tells the other side.
    public func end(_ reason: SessionEndReason) { take(.end(reason)) }

    /// Turns the microphone on or off.
    public func setMicrophone(_ isOn: Bool) { take(.microphone(isOn)) }

    /// Turns the camera on or off.
    public func setCamera(_ isOn: Bool) { take(.camera(isOn)) }

    /// Pins a participant, or nobody.
    public func pin(_ id: Participant.ID?) {
        participants.set(
            participants.value.map { participant in
                var participant = participant
                participant.isPinned = participant.id == id
                return participant
            })
        refreshShown()
    }

    /// Takes another camera from now on; nil: there is none.
    public func useCamera(_ makeCamera: MediaPlayingFactory?) { transport?.useCamera(makeCamera) }

    /// Returns when what is left to tell the other side has been told or given up: an app waits for it before it exits.
    public func finish() async { await transport?.finish() }

    func note(problem reason: String) {
        guard !current.isEnded else { return }
        problem = reason
    }

    func setOtherPresented(_ isPresented: Bool) { take(.presentOther(isPresented)) }

    func take(_ event: CallState.Event) {
        // A delegate that is told on the way may come back here: `current` is always the newest, `state` is told last.
        let (next, effects) = CallState.reduce(current, event)
        current = next
        for effect in effects { carryOut(effect) }
        let wasResting = state.value.isResting
        state.set(current)
        if current.isResting != wasResting { refreshShown() }
        noteTime()
        showStateInControls()
    }

    private func carryOut(_ effect: CallState.Effect) {
        switch effect {
        case .takeAudio: takeAudio()
        case .returnAudio: returnAudio()
        case .connect: transport?.connect()
        case .tellOtherSide(let reason): transport?.hangUp(reason)
        case .close: transport?.close()
        case .setHeld(let isHeld):
            transport?.setHeld(isHeld)
            // Only the presented call floats by itself.
            controller?.canStartPictureInPictureAutomaticallyFromInline =
                !isHeld && settings.isSystemPictureInPictureEnabled && settings.floatsOnLeaving
        case .setMicrophone(let isOn):
            transport?.setMicrophone(isOn)
            changeSelf { $0.isMicrophoneOn = isOn }
        case .setCamera(let isOn):
            transport?.setCamera(isOn)
            changeSelf { $0.isCameraOn = isOn }
        case .setScreen(let isOn):
            transport?.setScreen(isOn ? screenShare.value : nil)
            changeSelf { $0.isSharingScreen = isOn }
        case .announceEnd:
            screenShare.set(nil)
            noticeAlarm = nil
            controller?.sessionDidEnd()
            bridge.detach()
            guardian.release()
            layer.flush()
            selfBridge.detach()
            selfBridge.layer.flush()
            center.forget(self)
        }
    }

    private func takeAudio() {
        do {
            try audioSession.hold(for: .calling)
            isHoldingAudio = true
        } catch {
            // A call without sound is still a call; what floats says why it can't.
            environment.log("\(error)")
        }
    }

    private func returnAudio() {
        guard isHoldingAudio else { return }
        isHoldingAudio = false
        audioSession.release()
    }

    func changeSelf(_ change: (inout Participant) -> Void) {
        var all = participants.value
        for index in all.indices where all[index].isSelf { change(&all[index]) }
        participants.set(all)
        refreshShown()
    }

    func showStateInControls() {
        controller?.controls.isMicrophoneOn = current.isMicrophoneOn
        controller?.controls.isCameraOn = current.isCameraOn
        showPersonInControls()
    }

    /// Who is shown, and in which state the call is, in the words of the mini window (spec M9).
    private func showPersonInControls() {
        guard let controller else { return }
        var controls = controller.controls
        let shown = participants.value.first { $0.id == shownParticipant.value }
        // An avatar has its name already.
        controls.name = shown.flatMap { $0.hasVideo && !$0.name.isEmpty && !$0.isSelf ? $0.shownName : nil }
        controls.isParticipantMuted = shown.map { !$0.isSelf && !$0.isMicrophoneOn && !current.isResting } ?? false
        controls.isSpeaking = shown.map { !$0.isSelf && $0.isSpeaking } ?? false
        switch current.phase {
        case .reconnecting: controls.statusText = "Reconnecting…"
        case .joining: controls.statusText = "Connecting…"
        case .idle, .connected, .ended: controls.statusText = current.isResting ? "On hold" : stillWords
        }
        controller.controls = controls
    }

    /// Attaches the bridge to whoever is shown, or shows the avatar.
    func refreshShown() {
        guard !current.isEnded else { return }
        guard let shown = participantThatMatters(participants.value, current: shownParticipant.value) else { return }
        if let track = shown.track, shown.hasVideo, !current.isResting {
            guardian.release()
            bridge.attach(to: track)
        } else {
            bridge.detach()
            // Names are set as for a window of half the size, which a mini window usually is.
            guardian.show(
                BitmapFrame(person: avatars.person(shown), size: avatarSize, scale: 2, isBelowWords: current.isResting))
        }
        shownParticipant.set(shown.id)
        defer { showPersonInControls() }
        if let track = participants.value.first(where: \.isSelf)?.track { selfBridge.attach(to: track) }
    }
}
