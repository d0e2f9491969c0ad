public import Foundation
public import Frames
import Geometry

/// A still picture.
@MainActor open class ImageView: View {
    /// What it shows; nothing when nil.
    public var bitmap: Bitmap? { didSet { if bitmap !== oldValue { setNeedsDisplay() } } }
    /// How it goes into the view.
    public var gravity: VideoGravity { didSet { if gravity != oldValue { setNeedsDisplay() } } }

    /// A picture.
    public init(_ bitmap: Bitmap? = nil, gravity: VideoGravity = .fit) {
        self.bitmap = bitmap
        self.gravity = gravity
        super.init()
    }

    /// True when there is a picture.
    open override var isDrawn: Bool { bitmap != nil }

    /// The picture's size, one point a pixel.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        bitmap.map { CGSize(width: $0.size.width, height: $0.size.height) } ?? .zero
    }

    /// Draws the picture, inside the view's corners.
    open override func draw(in canvas: Canvas) {
        guard let bitmap else { return }
        let size = CGSize(width: bitmap.size.width, height: bitmap.size.height)
        canvas.clip(to: bounds, radius: cornerRadius)
        canvas.draw(bitmap, in: gravity == .fill ? bounds.covering(size) : bounds.fitting(size))
    }
}
