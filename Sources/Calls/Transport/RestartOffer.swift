import Geometry
public import Media

/// The offer of a second connection, by which the caller goes on with a call whose first one broke. Any thread.
public final class RestartOffer: Sendable {
    /// The caller's new description.
    public let offer: String
    /// The address of this machine at which the caller reached it this time.
    public let localAddress: String?
    private let reply: Lock<(@Sendable (Result<String, PeerError>) -> Void)?>

    /// - Parameter reply: told the answer, or why there is none; once.
    init(
        _ offer: String, localAddress: String?, reply: @escaping @Sendable (Result<String, PeerError>) -> Void
    ) {
        self.offer = offer
        self.localAddress = localAddress
        self.reply = Lock(reply)
    }

    deinit { refuse(PeerError(.closed, "can't go on with the call", why: "it is not connected here")) }

    /// Hands the answer over.
    public func respond(_ answer: String) { take()?(.success(answer)) }

    /// Tells the caller that there is none, and why.
    public func refuse(_ error: PeerError) { take()?(.failure(error)) }

    private func take() -> (@Sendable (Result<String, PeerError>) -> Void)? {
        reply.withLock { reply in
            defer { reply = nil }
            return reply
        }
    }
}
