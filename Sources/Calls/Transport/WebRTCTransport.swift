import Frames
public import Media

/// A call over WebRTC: Opus and VP8 both ways, whatever carries the descriptions.
@MainActor public final class WebRTCTransport: CallTransport {
    /// Who is told what happens.
    public var onEvent: (@MainActor (CallTransportEvent) -> Void)?
    /// Told why the connection failed, before the call is: its kind matters to whoever exits with a code.
    public var onFailure: (@MainActor (PeerError) -> Void)?
    /// What the other side is called.
    public let name: String
    let signalling: Signalling
    let makeOptions: @MainActor () -> PeerOptions
    let pictures: OwnPictures
    private let remoteTrack = VideoTrack()
    var peer: WebRTCPeer?
    /// Takes the place of the first when that one broke.
    var second: WebRTCPeer?
    var secondAttempt: Task<Void, Never>?
    var restarting: RestartState
    var restartOffer: RestartOffer?
    var endings: [Task<Void, Never>] = []
    private var participant: Participant
    private(set) var wasConnected = false
    private var hasFrame = false
    private var otherSendsPictures = true
    private var otherSharesScreen = false
    /// A server that only takes is nobody who takes part.
    private var hasOtherSide = true
    private var isHeld = false
    private var isHeldByOther = false
    private var isMicrophoneOn = true
    private var isCameraOn = false
    private var screen: ScreenShare?
    private(set) var isClosed = false
    private var attempt: Task<Void, Never>?
    private var ending: Task<Void, Never>?

    /// Which side this is.
    enum Signalling {
        /// The one that calls.
        case calling(any CallSignalling)
        /// The one that was called.
        case answering(any AnsweringSignalling)
    }

    /// A call that was not begun.
    ///
    /// - Parameters:
    ///   - name: what the other side is called.
    ///   - signalling: carries the descriptions; this side makes the offer.
    ///   - options: asked for when the call begins, when it is known whether there is sound; `video` is set here.
    ///   - makeCamera: makes what takes this side's pictures; nil: there is no camera.
    public convenience init(
        name: String, signalling: any CallSignalling, options: @escaping @MainActor () -> PeerOptions,
        makeCamera: MediaPlayingFactory? = nil
    ) {
        self.init(name, .calling(signalling), options, makeCamera)
    }

    /// A call that came in and was accepted, and was not answered yet.
    ///
    /// - Parameters:
    ///   - name: what the other side is called.
    ///   - signalling: has the offer and takes the answer.
    ///   - options: asked for when the call begins, when it is known whether there is sound; `video` is set here.
    ///   - makeCamera: makes what takes this side's pictures; nil: there is no camera.
    public convenience init(
        name: String, answering signalling: any AnsweringSignalling, options: @escaping @MainActor () -> PeerOptions,
        makeCamera: MediaPlayingFactory? = nil
    ) {
        self.init(name, .answering(signalling), options, makeCamera)
    }

    private init(
        _ name: String, _ signalling: Signalling, _ options: @escaping @MainActor () -> PeerOptions,
        _ makeCamera: MediaPlayingFactory?
    ) {
        self.name = name
        self.signalling = signalling
        if case .calling(let signalling) = signalling {
            restarting = RestartState(canAsk: signalling.canRestart)
        } else {
            restarting = RestartState(canAsk: false)
        }
        makeOptions = options
        pictures = OwnPictures(makeCamera)
        participant = Participant(id: "remote", name: name, track: remoteTrack)
        // An avatar until the first picture is there.
        participant.isCameraOn = false
        pictures.onEvent = { [weak self] in self?.take($0) }
    }

    /// How good the connection is; nil before there is one.
    public var quality: PeerQuality? { peer?.quality }

    /// Makes the offer and has it answered, or answers the caller's; then connects.
    public func connect() {
        guard peer == nil, !isClosed else { return }
        var options = makeOptions()
        options.video = pictures.track
        hasOtherSide = options.direction != .send
        let peer = makePeer(options)
        self.peer = peer
        applyHold()
        switch signalling {
        case .calling(let signalling): call(peer, signalling)
        case .answering(let signalling): answer(peer, signalling)
        }
    }

    func makePeer(_ options: PeerOptions) -> WebRTCPeer {
        let box = PeerBox()
        let peer = WebRTCPeer(options: options, track: remoteTrack) { [weak self] event in
            Task { @MainActor in self?.take(event, of: box.peer) }
        }
        box.peer = peer
        return peer
    }

    private func call(_ peer: WebRTCPeer, _ signalling: any CallSignalling) {
        signalling.onGone = { [weak self] reason in Task { @MainActor in self?.lose(reason) } }
        signalling.prepare()
        attempt = Task { [weak self] in
            do {
                peer.add(await signalling.iceServers())
                let answer = try await signalling.exchange(peer.offer())
                try await peer.accept(answer)
            } catch let error as PeerError {
                self?.fail(error)
            } catch SignallingError.declined {
                self?.tell(.declined)
            } catch {
                self?.fail("\(error)")
            }
        }
    }

    private func answer(_ peer: WebRTCPeer, _ signalling: any AnsweringSignalling) {
        signalling.onGone = { [weak self] reason in Task { @MainActor in self?.lose(reason) } }
        signalling.onRestart = { [weak self] offer in Task { @MainActor in self?.take(offer) } }
        signalling.onHangUp = { [weak self] in Task { @MainActor in self?.tell(.remoteHangUp) } }
        attempt = Task { [weak self] in
            do throws(PeerError) {
                signalling.respond(try await peer.answer(to: signalling.offer))
            } catch {
                signalling.refuse(error)
                self?.fail(error)
            }
        }
    }

    /// Says goodbye over the data channel, then closes.
    public func hangUp(_ reason: SessionEndReason) { end(reason.rawValue) }

    /// Closes.
    public func close() { end(SessionEndReason.hangUp.rawValue) }

    /// Sends and plays nothing while on hold, and tells the other side, which sends nothing either then.
    public func setHeld(_ isHeld: Bool) {
        self.isHeld = isHeld
        applyHold()
    }

    var isResting: Bool { isHeld || isHeldByOther }

    /// The other side put the call on hold, or takes it up again.
    func noteHold(_ isHolding: Bool) {
        isHeldByOther = isHolding
        applyHold()
        tell(.held(isHolding))
    }

    private func applyHold() {
        peer?.setPlaying(!isResting)
        applySending()
    }

    /// Sends this side's sound, or silence, and tells the other side.
    public func setMicrophone(_ isOn: Bool) {
        isMicrophoneOn = isOn
        applySending()
    }

    /// Sends this side's pictures, or none, and tells the other side; the camera itself is off then.
    public func setCamera(_ isOn: Bool) {
        isCameraOn = isOn
        applySending()
    }

    /// The other side.
    public var canShareScreen: Bool { true }

    /// Sends a shared screen in place of the camera's pictures, and tells the other side; the camera is off meanwhile.
    public func setScreen(_ share: ScreenShare?) {
        screen = share
        applySending()
    }

    /// Takes another camera from now on.
    public func useCamera(_ makeCamera: MediaPlayingFactory?) { pictures.use(makeCamera) }

    /// Waits until the goodbye has left and all is given back.
    public func finish() async {
        await ending?.value
        for ending in endings { await ending.value }
        await pictures.finish()
        switch signalling {
        case .calling(let signalling): await signalling.finish()
        case .answering(let signalling): await signalling.finish()
        }
    }

    private func end(_ reason: String) {
        guard !isClosed else { return }
        isClosed = true
        onEvent = nil
        attempt?.cancel()
        abandon()
        pictures.set(camera: false)
        let (peer, signalling, hasBegun) = (peer, signalling, wasConnected)
        ending = Task {
            // The goodbye first: a peer that finds its signalling closed leaves by itself. Before both sides were there
            // the goodbye may have no way yet, and signalling has.
            if hasBegun { await peer?.close(reason: reason) }
            switch signalling {
            case .calling(let signalling): signalling.close()
            case .answering(let signalling): signalling.close()
            }
            if !hasBegun { await peer?.close(reason: reason) }
        }
    }

    func applySending() {
        for peer in [peer, second] {
            peer?.setSending(
                microphone: isMicrophoneOn && !isResting, camera: (isCameraOn || screen != nil) && !isResting,
                screen: screen != nil && !isResting, isHolding: isHeld)
        }
        // Before the call begins nothing is opened.
        let isOpen = !isResting && !isClosed && peer != nil
        pictures.set(camera: isCameraOn && isOpen, screen: isOpen ? screen : nil)
    }

    private func take(_ event: OwnPictures.Event) {
        switch event {
        case .playing: tell(.ownPictures(pictures.track))
        case .cameraLost(let reason):
            guard isCameraOn else { return }
            isCameraOn = false
            applySending()
            tell(.cameraLost(reason))
        case .screenLost(let reason):
            guard screen != nil else { return }
            setScreen(nil)
            tell(.screenLost(reason))
        case .warning(let reason): tell(.warning(reason))
        }
    }

    private func take(_ event: PeerEvent, of source: WebRTCPeer?) {
        guard source === peer || source === second else { return }
        if source === second, source !== peer { return takeSecond(event) }
        switch event {
        case .phase(let phase): take(phase)
        case .firstFrame:
            hasFrame = true
            showOther()
        case .otherSends(let microphone, let camera, let screen):
            participant.isMicrophoneOn = microphone
            otherSendsPictures = camera
            otherSharesScreen = screen
            showOther()
        case .otherHolds(let isHolding): noteHold(isHolding)
        case .warning(let reason): tell(.warning(reason))
        }
    }

    private func take(_ phase: PeerState.Phase) {
        switch phase {
        case .idle, .gathering, .connecting: break
        case .connected:
            wasConnected = true
            if hasOtherSide { tell(.participant(participant)) }
            tell(.connected)
            restart(.recovered)
        case .reconnecting:
            tell(.interrupted)
            restart(.interrupted)
        // The other side has gone over to the second connection already.
        case .closed(true, Self.restartReason): restart(.lost("the other side did not go on with the call"))
        case .closed(true, _): tell(.remoteHangUp)
        case .closed(false, _): break
        case .failed(let error):
            if error.code == .peerLost { return restart(.lost(error.description)) }
            fail(error)
        }
    }

    private func fail(_ error: PeerError) {
        guard !isClosed else { return }
        onFailure?(error)
        fail(error.description)
    }

    private func showOther() {
        participant.isCameraOn = hasFrame && otherSendsPictures
        participant.isSharingScreen = participant.isCameraOn && otherSharesScreen
        tell(.participant(participant))
    }

    func lose(_ reason: String) {
        guard !isClosed else { return }
        // What signalling has to say of a call that never was is why it failed.
        guard wasConnected else { return fail(reason) }
        tell(.peerLost(reason))
    }

    private func fail(_ reason: String) { tell(.failed(reason)) }

    func tell(_ event: CallTransportEvent) {
        guard !isClosed else { return }
        onEvent?(event)
    }
}

/// Tells whose events they are.
@MainActor private final class PeerBox: Sendable {
    weak var peer: WebRTCPeer?
}
