public import Geometry

/// What happens to the children of the root window, to locks and to time. Windows by their X identifiers.
///
/// All but `settled` only bring the list up to date; `settled` decides.
public enum StackingEvent: Sendable, Hashable {
    /// All children of the root, lowest first.
    case listed([UInt])
    /// A new window, unmapped, above all others; the rectangle with the border.
    case created(UInt, Rect, isOverrideRedirect: Bool)
    /// Moved, sized or restacked: it is directly above `above` now, 0 for the bottom.
    case configured(UInt, Rect, above: UInt, isOverrideRedirect: Bool)
    /// Moved by the size of the root.
    case moved(UInt, Point)
    /// It is mapped now.
    case mapped(UInt, isOverrideRedirect: Bool)
    /// It is not mapped any more.
    case unmapped(UInt)
    /// It is gone, or in another window now.
    case left(UInt)
    /// It came out of another window, to the top; only its place is known.
    case joined(UInt)
    /// It went to the top or to the bottom.
    case circulated(UInt, toTop: Bool)
    /// The first answer about a window: where it is; nil when it is gone.
    case glanced(UInt, WindowGlance?)
    /// The answer about a window's nature.
    case inspected(UInt, WindowFindings)
    /// It asks compositors for another opacity: what is behind it may be seen now, or not any more.
    case opacityChanged(UInt)
    /// The server has dealt with a restack, whatever came of it.
    case restackSettled(UInt)
    /// A manager changed something of its clients: what had no client may have one now.
    case clientsChanged
    /// The whole screen, and its monitors.
    case screen(Rect, monitors: [Rect])
    /// A lock signal.
    case locked(LockSignal, Bool)
    /// From now on this window of ours is kept above the managed ones.
    case kept(UInt)
    /// No longer.
    case released(UInt)
    /// From now on tell when this window is covered.
    case coverageWatched(UInt)
    /// No longer.
    case coverageUnwatched(UInt)
    /// Everything that arrived was told. The time in seconds, monotonic.
    case settled(at: Double)
}

/// Where a window is.
public struct WindowGlance: Sendable, Hashable {
    /// On the root, with the border.
    public var rect: Rect
    /// It is mapped.
    public var isMapped: Bool
    /// Managers leave it alone.
    public var isOverrideRedirect: Bool

    /// Where a window is.
    public init(_ rect: Rect, isMapped: Bool, isOverrideRedirect: Bool) {
        self.rect = rect
        self.isMapped = isMapped
        self.isOverrideRedirect = isOverrideRedirect
    }
}

/// Who says that the screen is locked, apart from windows that cover it.
public enum LockSignal: Sendable, Hashable, CaseIterable {
    /// `_SCREENSAVER_STATUS` on the root window (xscreensaver).
    case screenSaverProperty
    /// The login manager: Lock, Unlock and LockedHint of the session.
    case session
    /// A screen saver on the session bus.
    case screenSaverService
}
