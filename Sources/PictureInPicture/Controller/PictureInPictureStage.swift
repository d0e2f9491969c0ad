public import Geometry

/// The place inside the app that shows a session: where its mini window grows from and goes back to.
@MainActor public protocol PictureInPictureStage: AnyObject {
    /// Where the picture is, in device pixels of the root window; nil while it is on no screen.
    var frameOnScreen: Rect? { get }
    /// Calls `body` once, as soon as the stage shows a frame: at once when it shows one already (spec S4).
    func whenFrameShown(_ body: @escaping @MainActor () -> Void)
}
