import Geometry
import Media

/// How a player's connection to a server comes about. Any thread.
protocol StreamSignalling: AnyObject, Sendable {
    /// Told once, in words, when there is nothing more to come; nil when the stream simply is over. Set before `connect`.
    var onOver: (@Sendable (String?) -> Void)? { get set }
    /// Whether a stream that broke can be connected anew: by `connect`, with another peer.
    var canRestart: Bool { get }
    /// Lets the server and the peer exchange their descriptions. Once, or again where that is a new beginning.
    ///
    /// - Throws: in words, why there is no connection: a `MediaError` or a `PeerError`.
    func connect(_ peer: WebRTCPeer) async throws
    /// Ends it; what is left is given back in the background.
    func close()
    /// Returns when everything was given back.
    func finish() async
}

extension StreamSignalling {
    /// One connection is all there is.
    var canRestart: Bool { false }
}

/// A stream by WHEP (draft-ietf-wish-whep): this side makes the offer.
final class WHEPStream: StreamSignalling {
    private let signalling: WHIPSignalling
    private let hasBegun = Lock(false)

    init(_ address: ServerAddress) {
        signalling = WHIPSignalling(address.url, token: address.token, purpose: "can't watch \(address.host)")
    }

    /// Nothing is told: only the media shows whether the server is there.
    var onOver: (@Sendable (String?) -> Void)? {
        get { nil }
        set {}
    }

    /// True: what was made is deleted, and another is asked for.
    var canRestart: Bool { true }

    func connect(_ peer: WebRTCPeer) async throws {
        peer.add(await signalling.iceServers())
        let offer = try await peer.offer()
        let isFirst = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        try await peer.accept(isFirst ? signalling.post(offer) : signalling.postAnew(offer))
    }

    func close() { signalling.close() }

    func finish() async { await signalling.finish() }
}
