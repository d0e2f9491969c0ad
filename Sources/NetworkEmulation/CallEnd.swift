import Dispatch
public import Frames
public import Geometry
public import Media

/// One end of a call in this process: sends numbered pictures and notes when those of the other side came. Any thread.
public final class CallEnd: Sendable {
    /// The connection.
    public let peer: WebRTCPeer
    /// When each number left: drawn, before it was compressed.
    public let sent = NumberLog()
    /// When each number came: decompressed, before it was drawn.
    public let shown = NumberLog()
    /// What comes.
    public let remote = VideoTrack()
    private let player: MediaPlayer?
    private let told = Told()

    private final class Told: Sendable {
        let phases = Lock<[(phase: PeerState.Phase, at: UInt64)]>([])
    }

    /// An end that is not connected yet.
    ///
    /// - Parameters:
    ///   - size: of the pictures that are sent, in pixels; nil sends none.
    ///   - rate: pictures a second.
    ///   - sound: what it says and hears.
    /// - Throws: a `MediaError` when the pictures can't be made.
    public init(size: Size?, rate: Int, sound: PeerSound = .silence) throws {
        let own = VideoTrack()
        remote.add(shown)
        var options = PeerOptions.loopback
        // A relay may be away.
        options.limits = PeerState.Limits()
        options.sound = sound
        options.video = own
        let told = told
        peer = WebRTCPeer(options: options, track: remote) { event in
            if case .phase(let phase) = event { told.phases.withLock { $0.append((phase, HostTime.now())) } }
        }
        guard let size else {
            player = nil
            peer.setSending(microphone: true, camera: false)
            return
        }
        own.add(sent)
        let source = try MediaSource("test:counter?size=\(size.width)x\(size.height)&fps=\(rate)")
        player = try MediaPlayer(source, track: own) { _ in }
        peer.setSending(microphone: true, camera: true)
    }

    /// Begins to send pictures.
    public func play() { player?.play() }

    /// How it went on, and when, in `HostTime`.
    public var phases: [(phase: PeerState.Phase, at: UInt64)] { told.phases.withLock { $0 } }
    /// Both sides are there, or were.
    public var isConnected: Bool { phases.contains { $0.phase == .connected } }

    /// Hangs up, and gives everything back.
    public func close() async {
        await peer.close(reason: "hang-up")
        await player?.stop()
    }
}
