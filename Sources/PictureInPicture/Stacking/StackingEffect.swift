/// What has to be done for the stacking, in order.
public enum StackingEffect: Sendable, Hashable {
    /// Put a window of ours directly above a sibling; answer with `restackSettled`.
    case restack(UInt, above: UInt)
    /// Unmap a window of ours: the screen is locked (spec M3).
    case hide(UInt)
    /// Map it again.
    case show(UInt)
    /// Look again at this time, with `settled`.
    case wake(at: Double)
    /// Another program puts its window above ours again and again.
    case contested(UInt, by: UInt)
    /// A watched window became wholly covered, or can be seen again.
    case coverage(UInt, isCovered: Bool)
    /// Ask where a window is; answer with `glanced`.
    case glance(UInt)
    /// Ask what a window is; answer with `inspected`.
    case inspect(UInt)
    /// The list has gone wrong: ask for all children, answer with `listed`.
    case list
}
