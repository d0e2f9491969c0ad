public import Geometry

/// What happens to a child of the root window (SubstructureNotify): the server's own word, never a client's.
///
/// Rectangles are on the root and with the border.
public enum RootChange: Sendable, Hashable {
    /// A new window, unmapped, above all others.
    case created(WindowID, Rect, isOverrideRedirect: Bool)
    /// Moved, sized or restacked: it is directly above `above` now, `.none` for the bottom.
    case configured(WindowID, Rect, above: WindowID, isOverrideRedirect: Bool)
    /// Moved because the root was resized.
    case moved(WindowID, Point)
    /// It is mapped now.
    case mapped(WindowID, isOverrideRedirect: Bool)
    /// It is not mapped any more.
    case unmapped(WindowID)
    /// It is gone.
    case destroyed(WindowID)
    /// A manager put it into another window.
    case left(WindowID, into: WindowID)
    /// It came out of another window, to the top.
    case joined(WindowID)
    /// It went to the top or to the bottom.
    case circulated(WindowID, toTop: Bool)

    /// The window that came to be seen or went away; nil when only its place changed.
    public var comingOrGoing: WindowID? {
        switch self {
        case .mapped(let window, _), .unmapped(let window), .destroyed(let window), .left(let window, _),
            .joined(let window):
            window
        case .created, .configured, .moved, .circulated: nil
        }
    }
}
