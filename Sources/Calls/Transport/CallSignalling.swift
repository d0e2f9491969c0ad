public import Media

/// How two sides exchange their session descriptions, before there is a connection between them. Any thread.
public protocol CallSignalling: AnyObject, Sendable {
    /// Told once, in words, when the other side is gone for good, as far as signalling can tell. Set before `exchange`.
    var onGone: (@Sendable (String) -> Void)? { get set }
    /// Begins to reach the other side: what takes time may be done while the offer is being made.
    func prepare()
    /// Servers that the other side names to reach it by, for a connection that has not begun; none when it names none.
    func iceServers() async -> [IceServer]
    /// Hands the offer over and waits for the answer.
    ///
    /// - Throws: what went wrong, in words.
    func exchange(_ offer: String) async throws(SignallingError) -> String
    /// Whether a call that broke can be connected anew by `restart`.
    var canRestart: Bool { get }
    /// Hands the offer of a second connection of the same call over, and waits for the answer.
    ///
    /// - Throws: what went wrong, in words.
    func restart(_ offer: String) async throws(SignallingError) -> String
    /// Ends it. Nothing is told any more; what is left is given back in the background.
    func close()
    /// Returns when everything was given back.
    func finish() async
}

extension CallSignalling {
    /// None.
    public func iceServers() async -> [IceServer] { [] }

    /// One exchange is all there is.
    public var canRestart: Bool { false }

    /// Always throws.
    public func restart(_ offer: String) async throws(SignallingError) -> String {
        throw .unreachable("the other side takes no second connection")
    }
}

/// Why no description came back.
public enum SignallingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The other side could not be asked; in words.
    case unreachable(String)
    /// The other side does not take the call.
    case declined
    /// It was closed meanwhile.
    case closed

    /// In one line.
    public var description: String {
        switch self {
        case .unreachable(let reason): reason
        case .declined: "the other side does not take the call"
        case .closed: "the call was ended before the other side answered"
        }
    }
}
