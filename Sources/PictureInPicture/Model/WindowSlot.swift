/// The place of one mini window: one for calls, one for lives, one for each view (spec S8).
public enum WindowSlot: Sendable, Hashable, CustomStringConvertible {
    /// The one of all calls.
    case call
    /// The one of all lives.
    case live
    /// The one of the view with this number.
    case view(Int)

    /// How many views may float at once.
    public static let viewLimit = 8

    /// `call`, `live`, `view-3`: the name that settings and scripts use.
    public var description: String {
        switch self {
        case .call: "call"
        case .live: "live"
        case .view(let number): "view-\(number)"
        }
    }

    /// True for the slot of a view.
    public var isView: Bool {
        if case .view = self { true } else { false }
    }
}
