public import Geometry
public import Views

/// A mini window, seen from the life cycle: the real one is in `Desktop`, tests have one that records.
///
/// Main actor. A window is made unmapped; everything it reports goes to its delegate, never during the call that caused
/// it or before `show`. After `close` with `.atOnce` or after `closed` it reports nothing more.
@MainActor public protocol FloatingWindow: AnyObject {
    /// Who is told what happens to it; weak.
    var delegate: (any FloatingWindowDelegate)? { get set }
    /// The X identifier for scripts and recorders; zero for a window of no server.
    var identifier: UInt { get }
    /// What its controls show besides what only the window knows: pointer, keyboard and screen edges.
    var controls: MiniControls { get set }
    /// Maps it with the last picture of its layer. Reports `mapped` and `firstFrameShown`, in any order.
    func show()
    /// Takes the shape of the picture; the longer side and the corner it sits in stay (spec M8).
    func reshape(to contentSize: Size)
    /// Goes, at once, or reports `closed` when it is gone.
    func close(_ exit: FloatingWindowExit)
}

/// How a mini window goes.
public enum FloatingWindowExit: Sendable, Hashable {
    /// Now, without a word.
    case atOnce
    /// It fades where a compositor is present, else at once; then reports `closed`.
    case fade
    /// It moves to this rectangle of the root window, in device pixels, where the stage is; then reports `closed`.
    case move(to: Rect)
}

/// Who is told what happens to a mini window.
@MainActor public protocol FloatingWindowDelegate: AnyObject {
    /// Something happened to `window`.
    func floatingWindow(_ window: any FloatingWindow, did event: FloatingWindowEvent)
}

/// Makes mini windows: `Desktop` has the real one.
@MainActor public protocol FloatingWindowFactory: AnyObject {
    /// A window that is not yet mapped.
    ///
    /// - Throws: `.windowFailed` with the server's words, `.displayLost`, or `.unsupported`.
    func makeWindow(_ request: FloatingWindowRequest) throws(PictureInPictureError) -> any FloatingWindow
}
