internal import Foundation
public import Frames
public import Geometry
internal import PictureInPicture
public import Views

/// Draws what is shown of a participant without video, as a frame: picture, else initials, else an icon (spec L3).
///
/// Any thread.
public struct AvatarPainter: Sendable {
    /// The size of its frames, in device pixels: sharp in the largest usual mini window.
    public var size: Size

    /// A painter of frames of `size`.
    public init(size: Size = Size(640, 360)) { self.size = size }

    /// A frame with the avatar and, below it, the name.
    public func frame(for person: Person) -> VideoFrame {
        let bitmap = Bitmap(size: size, scale: 1) { canvas in
            let theme = Theme.dark
            canvas.clear(theme.panel)
            let bounds = canvas.bounds
            let side = min(bounds.width, bounds.height) * 0.42
            let circle = CGRect(x: bounds.midX - side / 2, y: bounds.midY - side * 0.62, width: side, height: side)
            AvatarView.draw(person, in: circle, on: canvas)
            let style = TextStyle(size: side * 0.2, lineHeight: side * 0.28, weight: .medium)
            let name = CGRect(
                x: bounds.width * 0.06, y: circle.maxY + side * 0.14, width: bounds.width * 0.88,
                height: style.lineHeight)
            canvas.draw(person.name, in: name, style: style, color: theme.text, alignment: .center)
        }
        return BitmapFrame(bitmap)
    }
}
