/// What the close button of a mini window does (spec B3).
public enum CloseMeaning: String, Sendable, Hashable, CaseIterable {
    /// Ends a call and tells the other side.
    case hangUp = "hang-up"
    /// Ends the watching of a live.
    case stopWatching = "stop-watching"
    /// Ends only the floating; the source is untouched.
    case stopFloating = "stop-floating"

    /// What the button is called, in its tooltip and for assistive programs.
    public var accessibleName: String {
        switch self {
        case .hangUp: "Hang up"
        case .stopWatching: "Stop watching"
        case .stopFloating: "Stop floating"
        }
    }

    /// True when the session is over afterwards.
    public var endsSession: Bool { self != .stopFloating }
}
