/// What floats, and with it what its close button means, what that is called, and which place its window has.
///
/// One value, so that a call and a live can't be crossed: nothing else in the code says what close does (spec B3).
public enum SessionKind: Sendable, Hashable {
    /// A two-way conversation.
    case call
    /// A broadcast that one watches.
    case live
    /// Any other picture worth floating; the number tells views apart.
    case view(Int)

    /// What the close button does.
    public var closeMeaning: CloseMeaning {
        switch self {
        case .call: .hangUp
        case .live: .stopWatching
        case .view: .stopFloating
        }
    }

    /// Where its window goes; a second one of the same slot replaces the first.
    public var slot: WindowSlot {
        switch self {
        case .call: .call
        case .live: .live
        case .view(let number): .view(number)
        }
    }

    /// What the mini window is called for assistive programs.
    public var accessibleName: String {
        switch self {
        case .call: "Call in picture in picture"
        case .live: "Live in picture in picture"
        case .view: "View in picture in picture"
        }
    }

    /// True for those that float by themselves when the app is left (spec B6).
    public var floatsOnLeaving: Bool {
        switch self {
        case .call, .live: true
        case .view: false
        }
    }
}
