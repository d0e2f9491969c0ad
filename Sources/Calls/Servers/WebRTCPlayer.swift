import Dispatch
public import Frames
import Geometry
public import Media

/// Plays what a server sends over WebRTC: a stream by WHEP, or one of Janus. Any thread; nothing blocks.
///
/// A stream is live: while it is paused it goes on elsewhere, and playing on shows what is there by then.
public final class WebRTCPlayer: MediaPlaying {
    struct State {
        var hasBegun = false
        var isMuted = false
        var volume = 1.0
        var hasFrame = false
        var isOver = false
        var onEvent: (@Sendable (MediaPlayingEvent) -> Void)?
        var onFailure: (@Sendable (MediaError) -> Void)?
        var peer: WebRTCPeer?
        /// Takes the place of the first when that one broke.
        var second: WebRTCPeer?
        var restarting: RestartState
        /// Why the first one broke for good.
        var loss: MediaError?
        var ending: Task<Void, Never>?
        /// Peers that are being closed.
        var dismissed: [Task<Void, Never>] = []
    }
    /// Seconds from the connection to the first picture.
    private static let patience = 10.0
    let signalling: any StreamSignalling
    let options: PeerOptions
    private let gate: Gate
    private let name: String
    let state: Lock<State>

    /// A player of what is at `address`, a WHEP endpoint or a stream of Janus.
    ///
    /// - Parameters:
    ///   - sound: `.speaker` to hear it, `.silence` not to.
    ///   - iceServers: help to reach the server.
    ///   - relayOnly: everything goes through a TURN server.
    ///   - track: is pushed to with the pictures, on a media thread.
    ///   - onFailure: told why it failed, before `onEvent` is: the kind matters to whoever exits with a code.
    /// - Throws: a `MediaError` when nothing can be watched at the address.
    public convenience init(
        _ address: ServerAddress, sound: PeerSound, iceServers: [IceServer] = [], relayOnly: Bool = false,
        track: VideoTrack, onFailure: (@Sendable (MediaError) -> Void)? = nil,
        onEvent: @escaping @Sendable (MediaPlayingEvent) -> Void
    ) throws(MediaError) {
        let signalling: any StreamSignalling
        switch address.kind {
        case .whep: signalling = WHEPStream(address)
        case .stream(let stream, let pin): signalling = JanusStream(address, stream, pin: pin)
        case .whip, .room:
            throw MediaError(
                .usage, "can't watch \(address.host)", why: "the address is one to call",
                remedy: "porthole call calls it")
        }
        var options = PeerOptions()
        options.direction = .receive
        options.hasChannel = false
        options.sound = sound
        options.use(iceServers, relayOnly: relayOnly)
        // Media flow all the time: silence tells that nobody is there. Janus is asked instead.
        if case .whep = address.kind { options.limits.loss = 8_000_000_000 } else { options.limits.loss = .max }
        self.init(
            address.host, signalling, options: options, track: track, onFailure: onFailure, onEvent: onEvent)
    }

    init(
        _ name: String, _ signalling: any StreamSignalling, options: PeerOptions, track: VideoTrack,
        onFailure: (@Sendable (MediaError) -> Void)? = nil, onEvent: @escaping @Sendable (MediaPlayingEvent) -> Void
    ) {
        self.name = name
        self.signalling = signalling
        self.options = options
        gate = Gate(track)
        state = Lock(
            State(
                onEvent: onEvent, onFailure: onFailure,
                restarting: RestartState(canAsk: signalling.canRestart)))
    }

    deinit {
        let (peers, signalling) = (state.withLock { [$0.peer, $0.second].compactMap(\.self) }, signalling)
        guard !peers.isEmpty else { return signalling.close() }
        Task {
            for peer in peers { await peer.close(reason: "") }
            signalling.close()
        }
    }

    /// Begins, or goes on with what is there by now.
    public func play() {
        gate.set(true)
        let isFirst = state.withLock { state in
            guard !state.isOver else { return false }
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        if isFirst { begin() } else { applySound() }
    }

    /// Shows and plays nothing until `play`; the connection stays.
    public func pause() {
        gate.set(false)
        applySound()
    }

    /// Leaves, and tells the server.
    public func stop() async { await end() }

    /// There is nowhere to go.
    public func seek(to position: Duration) {}

    /// Always zero: a stream has no beginning.
    public var position: Duration { .zero }

    /// None: it is live.
    public var duration: Duration? { nil }

    /// True when there is no sound, whatever the volume.
    public var isMuted: Bool {
        get { state.withLock { $0.isMuted } }
        set {
            state.withLock { $0.isMuted = newValue }
            applySound()
        }
    }

    /// How loud, from 0 to 1.
    public var volume: Double {
        get { state.withLock { $0.volume } }
        set {
            state.withLock { $0.volume = min(1, max(0, newValue)) }
            applySound()
        }
    }

    /// How good the connection is; nil before there is one.
    public var quality: PeerQuality? { state.withLock { $0.peer }?.quality }

    private func begin() {
        let peer = makePeer(options)
        signalling.onOver = { [weak self] why in
            guard let self else { return }
            if let why { self.fail(MediaError(.server, "lost \(self.name)", why: why)) } else { self.tell(.ended) }
        }
        state.withLock { $0.peer = peer }
        Task { [weak self, signalling] in
            do {
                try await signalling.connect(peer)
            } catch let error as MediaError {
                self?.fail(error)
            } catch let error as PeerError {
                self?.fail(MediaError(error))
            } catch {
                self?.fail(MediaError(.failed, "can't watch", why: "\(error)"))
            }
        }
        applySound()
    }

    func makePeer(_ options: PeerOptions) -> WebRTCPeer {
        let track = VideoTrack()
        track.add(gate)
        let box = PeerBox()
        let peer = WebRTCPeer(options: options, track: track) { [weak self] event in
            self?.take(event, of: box.peer.withLock { $0.peer })
        }
        box.peer.withLock { $0.peer = peer }
        return peer
    }

    func applySound() {
        let (peer, isMuted, volume) = state.withLock { ($0.peer, $0.isMuted, $0.volume) }
        peer?.setPlaying(!isMuted && gate.isOpen)
        peer?.setVolume(volume)
    }

    private func take(_ event: PeerEvent, of source: WebRTCPeer?) {
        let (isFirst, isSecond) = state.withLock { (source === $0.peer, source === $0.second) }
        guard let source, isFirst || isSecond else { return }
        if isSecond { return takeSecond(event, of: source) }
        switch event {
        case .firstFrame:
            state.withLock { $0.hasFrame = true }
            tell(.playing)
        case .warning(let words): tell(.warning(words))
        case .otherSends, .otherHolds: break
        case .phase(.connected):
            restart(.recovered)
            if state.withLock({ $0.hasFrame }) { return tell(.buffering(100)) }
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [weak self] in
                guard let self, !self.state.withLock({ $0.hasFrame }) else { return }
                self.fail(
                    MediaError(
                        .timedOut, "can't watch \(self.name)", why: "no picture came within \(Int(Self.patience)) s",
                        remedy: "check that somebody sends pictures there, as VP8 or H.264"))
            }
        case .phase(.reconnecting):
            tell(.buffering(0))
            restart(.interrupted)
        case .phase(.failed(let error)):
            guard error.code == .peerLost else { return fail(MediaError(error)) }
            state.withLock { $0.loss = MediaError(error) }
            restart(.lost(error.description))
        case .phase(.closed(true, _)): tell(.ended)
        case .phase(.closed(false, _)), .phase(.idle), .phase(.gathering), .phase(.connecting): break
        }
    }

    func fail(_ error: MediaError) {
        let onFailure = state.withLock { $0.isOver ? nil : $0.onFailure }
        onFailure?(error)
        tell(.failed(error.description))
    }

    func tell(_ event: MediaPlayingEvent) {
        let onEvent: (@Sendable (MediaPlayingEvent) -> Void)? = state.withLock { state in
            guard !state.isOver else { return nil }
            switch event {
            case .ended, .failed: state.isOver = true
            case .playing, .warning, .buffering: break
            }
            return state.onEvent
        }
        onEvent?(event)
    }

    private func end() async {
        let task = state.withLock { state in
            state.isOver = true
            state.onEvent = nil
            if let ending = state.ending { return ending }
            let (peers, dismissed, signalling) = ([state.peer, state.second], state.dismissed, signalling)
            let task = Task {
                for peer in peers { await peer?.close(reason: "stop-watching") }
                for closing in dismissed { await closing.value }
                signalling.close()
                await signalling.finish()
            }
            state.ending = task
            return task
        }
        await task.value
    }
}

/// Tells whose events they are.
private final class PeerBox: Sendable {
    struct Weak {
        weak var peer: WebRTCPeer?
    }
    let peer = Lock(Weak())
}

/// Lets pictures through, or not.
private final class Gate: VideoRenderer {
    private let track: VideoTrack
    private let state = Lock(true)

    init(_ track: VideoTrack) { self.track = track }

    var isOpen: Bool { state.withLock { $0 } }

    func set(_ isOpen: Bool) { state.withLock { $0 = isOpen } }

    func render(_ frame: VideoFrame) { if isOpen { track.push(frame) } }
}

extension MediaError {
    /// The same of a peer.
    init(_ error: PeerError) {
        self.init(
            error.code == .missingPlugin ? .missingPlugin : error.code == .peerLost ? .timedOut : .failed, error.what,
            why: error.why, remedy: error.remedy)
    }
}
