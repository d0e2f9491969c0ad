internal import Foundation
public import Frames
public import Geometry
internal import PictureInPicture
internal import Views

/// Draws what is shown of a participant without video, as a frame (spec L3).
///
/// Any thread.
public struct AvatarPainter: Sendable {
    /// The size of its frames, in device pixels: sharp in the largest usual mini window.
    public var size: Size

    /// A painter of frames of `size`.
    public init(size: Size = Size(640, 360)) { self.size = size }

    /// A frame with the avatar and, below it, the name. A picture that can't be read gives the initials.
    public func frame(for participant: Participant) -> VideoFrame {
        let picture = participant.avatarPath.flatMap { path in try? Bitmap.png(at: path) }
        let content = AvatarContent(participant) { _ in picture != nil }
        let bitmap = Bitmap(size: size, scale: 1) { canvas in
            let theme = Theme.dark
            canvas.clear(theme.panel)
            let bounds = canvas.bounds
            let side = min(bounds.width, bounds.height) * 0.42
            let circle = CGRect(
                x: bounds.midX - side / 2, y: bounds.midY - side * 0.62, width: side, height: side)
            canvas.fillOval(in: circle, theme.raised.mixed(with: theme.accent, 0.25))
            switch content {
            case .picture:
                if let picture { draw(picture, in: circle, on: canvas) }
            case .initials(let letters):
                let style = TextStyle(size: side * 0.4, lineHeight: side * 0.5, weight: .semibold)
                canvas.draw(letters, in: circle, style: style, color: theme.text, alignment: .center)
            case .icon: canvas.draw(.person, in: circle, size: side * 0.5, color: theme.text)
            }
            let style = TextStyle(size: side * 0.2, lineHeight: side * 0.28, weight: .medium)
            let name = CGRect(
                x: bounds.width * 0.06, y: circle.maxY + side * 0.14, width: bounds.width * 0.88,
                height: style.lineHeight)
            canvas.draw(participant.name, in: name, style: style, color: theme.text, alignment: .center)
        }
        return BitmapFrame(bitmap)
    }

    /// The middle of the picture, cut to the circle.
    private func draw(_ picture: Bitmap, in circle: CGRect, on canvas: Canvas) {
        let (width, height) = (Double(picture.size.width), Double(picture.size.height))
        let factor = circle.width / min(width, height)
        let rect = CGRect(
            x: circle.midX - width * factor / 2, y: circle.midY - height * factor / 2, width: width * factor,
            height: height * factor)
        canvas.saved {
            canvas.clip(to: circle, radius: circle.width / 2)
            canvas.draw(picture, in: rect)
        }
    }
}
