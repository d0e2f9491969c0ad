import Media

/// How a player's connection to a server comes about. Any thread.
protocol StreamSignalling: AnyObject, Sendable {
    /// Told once, in words, when there is nothing more to come; nil when the stream simply is over. Set before `connect`.
    var onOver: (@Sendable (String?) -> Void)? { get set }
    /// Lets the server and the peer exchange their descriptions.
    ///
    /// - Throws: in words, why there is no connection: a `MediaError` or a `PeerError`.
    func connect(_ peer: WebRTCPeer) async throws
    /// Ends it; what is left is given back in the background.
    func close()
    /// Returns when everything was given back.
    func finish() async
}

/// A stream by WHEP (draft-ietf-wish-whep): this side makes the offer.
final class WHEPStream: StreamSignalling {
    private let signalling: WHIPSignalling

    init(_ address: ServerAddress) {
        signalling = WHIPSignalling(address.url, token: address.token, purpose: "can't watch \(address.host)")
    }

    /// Nothing is told: only the media shows whether the server is there.
    var onOver: (@Sendable (String?) -> Void)? {
        get { nil }
        set {}
    }

    func connect(_ peer: WebRTCPeer) async throws {
        try await peer.accept(try await signalling.post(try await peer.offer()))
    }

    func close() { signalling.close() }

    func finish() async { await signalling.finish() }
}
