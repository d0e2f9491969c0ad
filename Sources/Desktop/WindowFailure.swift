/// Why a window can show nothing any more.
public nonisolated enum WindowFailure: Sendable, Hashable, CustomStringConvertible {
    /// The X server is gone: the end of everything on this display.
    case displayLost
    /// The server took something away or gave something not; the reason in words.
    case refused(String)

    /// What happened, in words.
    public var description: String {
        switch self {
        case .displayLost: "the connection to the X server was lost"
        case .refused(let reason): reason
        }
    }
}
