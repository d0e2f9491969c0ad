public import Geometry
public import Views

/// What a window adds to `ViewHost` so that mini windows can grow out of its views and go back into them. Main actor.
@MainActor public protocol StageWindow: ViewHost {
    /// Where its upper left corner is, in device pixels of the root window; nil while it is not on the screen.
    var originOnScreen: Point? { get }
    /// Calls `body` once, as soon as a picture with what `view` shows now is on the screen.
    func whenFrameShown(in view: View, _ body: @escaping @MainActor () -> Void)
}
