import Frames
import Geometry

/// What a `Pipify` floats: something that can be drawn, and tells when it would look different. Main actor.
@MainActor protocol PipifyContent: AnyObject {
    /// How large it is, in device pixels; empty when it has no size yet.
    var pixelSize: Size { get }
    /// Where it is on the screen; nil when it is on none, as a view that is rendered off screen.
    var frameOnScreen: Rect? { get }
    /// Called whenever it would look different.
    var onChange: (@MainActor () -> Void)? { get set }
    /// Draws it, `factor` times as large as it is.
    func draw(magnified factor: Int) -> Bitmap
    /// It is drawn for the first time of a presentation (spec P8).
    func appear()
    /// The presentation is over.
    func disappear()
}
