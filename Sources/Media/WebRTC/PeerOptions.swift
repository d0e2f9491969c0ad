public import Frames

/// How a peer is set up.
public struct PeerOptions: Sendable {
    /// The pictures that are sent; nil: none ever.
    public var video: VideoTrack?
    /// What is sent as sound, and whether what comes is heard.
    public var sound = PeerSound.silence
    /// The only addresses of this machine that are used, such as `127.0.0.1`; empty: all that it has.
    public var localAddresses: [String] = []
    /// How long what may take.
    public var limits = PeerState.Limits()
    /// How long a missing packet is waited for, in milliseconds: the delay of sound and pictures when some are lost.
    public var jitterBuffer = 60
    /// Bits a second of the pictures that are sent.
    public var videoBitrate = 1_500_000
    /// Which way sound and pictures go.
    public var direction = PeerDirection.both
    /// Whether the two programs talk over a data channel. A server between many has nothing to say there: whether it is
    /// still there shows in what it sends, so `limits` should be longer then.
    public var hasChannel = true
    /// Servers that help to reach the other side. Those that don't work are told as warnings, and done without.
    public var iceServers: [IceServer] = []
    /// Whether everything goes through a TURN server: the other side does not learn this one's addresses then.
    public var relayOnly = false
    /// Whether it is looked into which of the servers work: once a session suffices.
    public var checksServers = true
    /// The sound of other connections, which a peer with `PeerSound.devices` plays along with its own.
    public var mixer: SoundMixer?
    /// Which devices a peer with `PeerSound.devices` or `.speaker` uses, and how loud; nil: the default ones.
    public var callSound: CallSound?

    /// No pictures, silence, every address.
    public init() {}

    /// Uses such servers, and waits a little longer for what they tell.
    public mutating func use(_ servers: [IceServer], relayOnly: Bool) {
        iceServers = servers
        self.relayOnly = relayOnly
        guard servers.contains(where: { $0.kind == .turn }) else { return }
        limits.gathering = max(limits.gathering, relayOnly ? 4_000_000_000 : 2_000_000_000)
        // The loopback leads to no relay elsewhere.
        if relayOnly, localAddresses.contains(where: { ["127.0.0.1", "::1"].contains($0) }),
            servers.contains(where: { $0.kind == .turn && !["127.0.0.1", "::1", "localhost"].contains($0.host) })
        {
            localAddresses = []
        }
    }

    /// For two processes on one machine: nothing leaves it.
    public static var loopback: PeerOptions {
        var options = PeerOptions()
        options.localAddresses = ["127.0.0.1"]
        // There is no network that could be away.
        options.limits.loss = 4_000_000_000
        return options
    }
}

/// What a peer sends as sound, and what becomes of what it hears.
public enum PeerSound: Sendable, Hashable {
    /// Silence is sent, and nothing is played.
    case silence
    /// A tone of 440 Hz is sent, and nothing is played: for tests.
    case tone
    /// What comes is sent back after so many seconds, and nothing is played.
    case echo(delay: Double)
    /// The microphone is sent, and what comes is played; `server` as in PULSE_SERVER, nil for the environment's.
    ///
    /// Both without a sound server are silence with a warning, and so is a server that goes away.
    case devices(server: String?)
    /// Silence is sent, and what comes is played; `server` as in PULSE_SERVER, nil for the environment's.
    case speaker(server: String?)
    /// Silence is sent, and what comes goes into a mixer, for another peer to play.
    case mixed(SoundMixer)
}

/// Which way sound and pictures go between a peer and its other side.
public enum PeerDirection: Sendable, Hashable, CaseIterable {
    /// Both send and receive.
    case both
    /// This side only sends: a publisher of WHIP (RFC 9725) or of a room.
    case send
    /// This side only receives: a viewer of WHEP, or a subscriber of a room. VP8 and H.264 are taken.
    case receive
}
