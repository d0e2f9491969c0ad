public import PictureInPicture

/// A session of either kind, closed the way its kind wants it (spec B3, B8).
public enum RunningSession: Sendable {
    /// A call.
    case call(CallSession)
    /// A live.
    case live(LiveSession)

    /// What it is, and so what closing it means.
    public var kind: SessionKind {
        switch self {
        case .call: .call
        case .live: .live
        }
    }

    /// Does what the close button of its kind does.
    @MainActor public func close() {
        switch self {
        case .call(let call): call.hangUp()
        case .live(let live): live.stopWatching()
        }
    }
}
