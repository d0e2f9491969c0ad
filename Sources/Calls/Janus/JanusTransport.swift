import Foundation
import Frames
import Geometry
public import Media

/// A call in a room of many: Janus's VideoRoom passes on what each sends to all others. Main actor.
///
/// `RoomState` decides; this carries it out, with one connection that sends and one for each person who is received.
@MainActor public final class JanusTransport: CallTransport {
    /// Who is told what happens.
    public var onEvent: (@MainActor (CallTransportEvent) -> Void)?
    /// Told why the connection failed, before the call is: its kind matters to whoever exits with a code.
    public var onFailure: (@MainActor (PeerError) -> Void)?
    let address: ServerAddress
    let room: JanusID
    private let pin: String?
    let displayName: String
    private let makeOptions: @MainActor () -> PeerOptions
    let mixer = SoundMixer()
    let camera: OwnPictures
    let server: JanusServer
    private let news: AsyncStream<JanusEvent>
    private(set) var options = PeerOptions()
    var state = RoomState()
    var handle: UInt64?
    var privateID: UInt64?
    private(set) var publisher: WebRTCPeer?
    private(set) var lines: [JanusID: RoomLine] = [:]
    private var mids: [String] = []
    private var saying: Task<Void, Never>?
    private var tasks: [Task<Void, Never>] = []
    var endings: [Task<Void, Never>] = []
    /// What is to be shared, and what shares it.
    var share: ScreenShare?
    var screen: RoomScreen?
    private(set) var isHeld = false
    private var isMicrophoneOn = true
    var isCameraOn = false
    var isClosed = false

    /// A room that this side is not in yet.
    ///
    /// - Parameters:
    ///   - address: of kind `.room`.
    ///   - name: what this side is called there, unless the address says so.
    ///   - options: asked for when the call begins, when it is known whether there is sound: `sound` is for this side's
    ///     microphone and everybody's voices. What else a room needs is set here.
    ///   - makeCamera: makes what takes this side's pictures; nil: there is no camera.
    /// - Throws: a `MediaError` of kind `.usage` when the address is none of a room.
    public init(
        _ address: ServerAddress, name: String, options: @escaping @MainActor () -> PeerOptions,
        makeCamera: MediaPlayingFactory? = nil
    ) throws(MediaError) {
        guard case .room(let room, let pin, let ownName) = address.kind else {
            throw MediaError(
                .usage, "can't call \(address.host)", why: "the address is none of a room",
                remedy: "write …/janus?room=N")
        }
        self.address = address
        self.room = room
        self.pin = pin
        displayName = ownName ?? name
        makeOptions = options
        camera = OwnPictures(makeCamera)
        let (news, source) = AsyncStream<JanusEvent>.makeStream()
        self.news = news
        server = JanusServer(address, purpose: "can't be in the room \(room) of \(address.host)") { source.yield($0) }
        camera.onEvent = { [weak self] in self?.take($0) }
    }

    /// How good the connections are: what is sent, and all that comes, added up.
    public var quality: PeerQuality? {
        guard var quality = publisher?.quality else { return nil }
        let all = lines.values.map(\.quality)
        quality.receivedBitrate = all.compactMap(\.receivedBitrate).reduce(0, +)
        quality.loss = all.compactMap(\.loss).max()
        if let largest = all.max(by: { ($0.size?.width ?? 0) < ($1.size?.width ?? 0) }), largest.size != nil {
            quality.codec = largest.codec
            quality.size = largest.size
            quality.frameRate = largest.frameRate
        }
        quality.firstFrameAfter = all.compactMap(\.firstFrameAfter).min()
        return quality
    }

    /// Goes into the room.
    public func connect() {
        guard state.phase == .idle, !isClosed else { return }
        options = makeOptions()
        options.hasChannel = false
        // Who sends nothing is no reason to leave: whether the server is there is asked over HTTP.
        options.limits.interruption = .max
        options.limits.loss = .max
        let news = news
        tasks.append(
            Task { [weak self] in
                for await event in news { self?.take(event) }
            })
        tasks.append(
            Task { [weak self] in
                while !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(500))
                    self?.tick()
                }
            })
        take(.begin)
        applySending()
    }

    /// Leaves the room: the server tells the others.
    public func hangUp(_ reason: SessionEndReason) { close() }

    /// Leaves the room.
    public func close() {
        guard !isClosed else { return }
        onEvent = nil
        take(.leave)
        // One that was never begun has nothing to give back but what knows it.
        if !isClosed { giveBack() }
    }

    /// Sends and plays nothing while on hold.
    public func setHeld(_ isHeld: Bool) {
        self.isHeld = isHeld
        publisher?.setPlaying(!isHeld)
        for line in lines.values { line.setPlaying(!isHeld) }
        applySending()
        applyScreen()
    }

    /// Sends this side's sound, or silence, and lets the others know.
    public func setMicrophone(_ isOn: Bool) {
        isMicrophoneOn = isOn
        applySending()
    }

    /// Sends this side's pictures, or none, and lets the others know; the camera itself is off then.
    public func setCamera(_ isOn: Bool) {
        isCameraOn = isOn
        applySending()
    }

    /// Waits until the server was told and all is given back.
    public func finish() async {
        for ending in endings { await ending.value }
        await server.finish()
        await camera.finish()
    }

    // MARK: The state

    func take(_ event: RoomEvent) {
        let (next, effects) = RoomState.reduce(state, event, at: Self.now)
        state = next
        for effect in effects { carryOut(effect) }
    }

    private static var now: Int64 { Int64(clamping: DispatchTime.now().uptimeNanoseconds) }

    private func carryOut(_ effect: RoomEffect) {
        switch effect {
        case .open: open()
        case .join: join()
        case .publish:
            publish()
            // `state` is the one that publishes by now.
            applyScreen()
        case .subscribe(let id, let streams): subscribe(id, streams)
        case .unsubscribe(let id): unsubscribe(id)
        case .retry(let id, let seconds):
            tasks.append(
                Task { [weak self] in
                    try? await Task.sleep(for: .seconds(seconds))
                    self?.take(.lineRetry(id))
                })
        case .show(let member): tell(.participant(participant(member)))
        case .hide(let id): tell(.participantLeft(Self.name(id)))
        case .connected: tell(.connected)
        case .interrupted: tell(.interrupted)
        case .hungUp: tell(.remoteHangUp)
        case .fail(let words): tell(.failed(words))
        case .lose(let words): tell(.peerLost(words))
        case .warn(let words): tell(.warning(words))
        case .close: giveBack()
        }
    }

    func tell(_ event: CallTransportEvent) {
        guard !isClosed else { return }
        onEvent?(event)
    }

    private static func name(_ id: JanusID) -> Participant.ID { "room/\(id)" }

    private func participant(_ member: RoomState.Member) -> Participant {
        var participant = Participant(id: Self.name(member.id), name: member.name, track: lines[member.id]?.track)
        participant.isSpeaking = member.isSpeaking
        participant.isCameraOn = member.isCameraOn
        participant.isSharingScreen = member.isSharingScreen
        // Nobody expects to hear one.
        participant.isMicrophoneOn = member.isMicrophoneOn || member.isScreen
        return participant
    }

    // MARK: The room

    private func open() {
        tasks.append(
            Task { [weak self, server] in
                do throws(MediaError) {
                    try await server.open()
                    let handle = try await server.attach("janus.plugin.videoroom")
                    self?.handle = handle
                    self?.take(.opened)
                } catch {
                    self?.take(.refused(error.description))
                }
            })
    }

    private func join() {
        guard let handle else { return }
        let request = joinRequest(displayName)
        tasks.append(
            Task { [weak self, server] in
                do throws(MediaError) {
                    try await server.tell(handle, request)
                } catch {
                    self?.take(.refused(error.description))
                }
            })
    }

    func joinRequest(_ display: String) -> RoomRequest {
        var request = RoomRequest("join")
        request.ptype = "publisher"
        request.room = room
        request.pin = pin
        request.display = display
        return request
    }

    private func publish() {
        guard let handle else { return }
        var options = options
        options.direction = .send
        options.video = camera.track
        options.mixer = mixer
        let peer = WebRTCPeer(options: options, track: VideoTrack()) { [weak self] event in
            Task { @MainActor in self?.takeOwn(event) }
        }
        publisher = peer
        peer.setPlaying(!isHeld)
        peer.setSending(microphone: isMicrophoneOn && !isHeld, camera: isCameraOn && !isHeld)
        tasks.append(
            Task { [weak self, server] in
                do {
                    let offer = try await peer.offer()
                    let description = JanusDescription(type: "offer", sdp: offer)
                    guard let self else { return }
                    let reply = try await server.ask(
                        handle, self.sendingRequest(description.mids), description)
                    guard let answer = reply.jsep else {
                        throw server.problem(.server, "the server does not take what this side sends")
                    }
                    try await peer.accept(answer.sdp)
                    self.mids = description.mids
                } catch let error as PeerError {
                    self?.fail(error)
                } catch {
                    self?.take(.failed("\(error)"))
                }
            })
    }

    /// Says what of the streams in this order, pictures and sound, is really sent: the server passes it on.
    private func sendingRequest(_ mids: [String]) -> RoomRequest {
        var request = RoomRequest("configure")
        request.descriptions = zip(mids, [isCameraOn && !isHeld, isMicrophoneOn && !isHeld]).map { mid, isOn in
            RoomRequest.Description(mid: mid, description: isOn ? "on" : RoomPublisher.Stream.off)
        }
        return request
    }

    func applySending() {
        publisher?.setSending(microphone: isMicrophoneOn && !isHeld, camera: isCameraOn && !isHeld)
        // Before the call begins nothing is opened.
        camera.set(camera: isCameraOn && !isHeld && !isClosed && state.phase != .idle)
        guard let handle, !mids.isEmpty, !isClosed else { return }
        let (before, request) = (saying, sendingRequest(mids))
        saying = Task { [weak self, server] in
            // In order: the last word counts.
            await before?.value
            do throws(MediaError) {
                try await server.tell(handle, request)
            } catch {
                self?.tell(.warning("the others do not know what this side sends: \(error)"))
            }
        }
    }

    private func subscribe(_ id: JanusID, _ streams: [String]) {
        var options = options
        options.direction = .receive
        options.checksServers = false
        options.video = nil
        if case .devices = options.sound { options.sound = .mixed(mixer) } else { options.sound = .silence }
        let line = RoomLine(server, options: options) { [weak self] event in
            guard case .phase(let phase) = event else { return }
            switch phase {
            case .connected: self?.take(.lineUp(id))
            case .failed(let error): self?.take(.lineBroke(id, error.description))
            case .closed(true, _): self?.take(.lineBroke(id, "it was closed"))
            default: break
            }
        }
        line.setPlaying(!isHeld)
        lines[id] = line
        var request = RoomRequest("join")
        request.ptype = "subscriber"
        request.room = room
        request.pin = pin
        request.privateID = privateID
        request.streams = streams.map { RoomRequest.Stream(feed: id, mid: $0) }
        line.connect(request) { [weak self] why in self?.take(.lineBroke(id, why)) }
    }

    private func unsubscribe(_ id: JanusID) {
        guard let line = lines.removeValue(forKey: id) else { return }
        endings.append(Task { await line.close(tellsServer: true) })
    }

    private func giveBack() {
        guard !isClosed else { return }
        isClosed = true
        for task in tasks { task.cancel() }
        camera.set(camera: false)
        let screen = screen.take()
        let all = Array(lines.values)
        lines = [:]
        let (peer, server) = (publisher, server)
        // The server first: it tells the others, and that is what they wait for.
        server.close()
        endings.append(
            Task {
                await peer?.close(reason: "")
                await screen?.close(tellsServer: false)
                for line in all { await line.close(tellsServer: false) }
            })
    }
}
