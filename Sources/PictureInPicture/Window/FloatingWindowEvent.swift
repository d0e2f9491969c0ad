public import Geometry
public import Views

/// What happens to a mini window.
public enum FloatingWindowEvent: Sendable, Hashable {
    /// It is viewable on the screen.
    case mapped
    /// Its first picture is on the screen.
    case firstFrameShown
    /// It draws this many pixels now.
    case resized(Size)
    /// Its close button, or `ctl close`.
    case closePressed
    /// Its restore button, or a double click.
    case restorePressed
    /// "Hide, stay in the call" in its menu, or `ctl hide`.
    case hidePressed
    /// One of its other controls, or the key that stands for it.
    case pressed(MiniControls.Control)
    /// A place on its seek bar, in seconds from the beginning.
    case sought(to: Double)
    /// A screen locker hides it, or does so no more.
    case suspended(Bool)
    /// It is lost; the reason in words.
    case failed(String)
    /// The connection to the display broke.
    case displayLost
    /// It is gone from the screen.
    case closed
}
