public import Media

/// How a side that was called gives its description to the one that calls. Any thread.
public protocol AnsweringSignalling: AnyObject, Sendable {
    /// The caller's description.
    var offer: String { get }
    /// Told once, in words, when the caller is gone for good, as far as signalling can tell.
    var onGone: (@Sendable (String) -> Void)? { get set }
    /// Told once when the caller has hung up by way of signalling.
    var onHangUp: (@Sendable () -> Void)? { get set }
    /// Told when the caller offers a second connection, as the first one broke.
    var onRestart: (@Sendable (RestartOffer) -> Void)? { get set }
    /// Hands the answer over.
    func respond(_ answer: String)
    /// Tells the caller that there is none, and why.
    func refuse(_ error: PeerError)
    /// Ends it. Nothing is told any more.
    func close()
    /// Returns when everything was given back.
    func finish() async
}

extension AnsweringSignalling {
    /// Nobody ever offers one.
    public var onRestart: (@Sendable (RestartOffer) -> Void)? {
        get { nil }
        set {}
    }
}
