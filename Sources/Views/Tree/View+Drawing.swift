import Foundation
public import Frames
public import Geometry

extension View {
    /// Whether it draws anything itself.
    var drawsItself: Bool { isDrawn || (background?.alpha ?? 0) > 0 || border != nil || shadow > 0 }

    /// Whether it or something it holds shows video now.
    var containsVideo: Bool {
        if isHidden || alpha <= 0 { return false }
        return self is VideoView || subviews.contains { $0.containsVideo }
    }

    /// Draws the view alone at the canvas's origin: shadow, background, its own drawing, border.
    func drawOwn(on canvas: Canvas) {
        drawShadow(on: canvas)
        if let background { canvas.fill(bounds, background, radius: cornerRadius) }
        if isDrawn { canvas.saved { draw(in: canvas) } }
        drawBorder(on: canvas)
    }

    func drawShadow(on canvas: Canvas) {
        guard shadow > 0 else { return }
        canvas.shadow(bounds.offsetBy(dx: 0, dy: min(4, shadow / 4)), radius: cornerRadius, blur: shadow)
    }

    func drawBorder(on canvas: Canvas) {
        if let border { canvas.stroke(bounds, border, width: borderWidth, radius: cornerRadius) }
    }

    /// Draws the view and all that it holds at the canvas's origin, video as it is now; not its own opacity.
    func drawTree(on canvas: Canvas) {
        drawOwn(on: canvas)
        guard !subviews.isEmpty else { return }
        canvas.saved {
            if clipsToBounds { canvas.clip(to: bounds, radius: cornerRadius) }
            for view in subviews where !view.isHidden && view.alpha > 0 {
                canvas.saved {
                    canvas.translate(
                        by: Self.snapped(view.frame.minX, canvas.scale), Self.snapped(view.frame.minY, canvas.scale))
                    canvas.group(alpha: view.alpha) { view.drawTree(on: canvas) }
                }
            }
        }
    }

    /// The nearest whole device pixel, in points: what moves by fractions stays crisp.
    static func snapped(_ value: Double, _ scale: Double) -> Double { (value * scale).rounded() / scale }

    /// The view and all that it holds as a picture, without a window: video as it is at this moment.
    ///
    /// - Parameters:
    ///   - size: in device pixels; its own size when nil. The view is laid out for it.
    ///   - scale: device pixels in a point.
    public func snapshot(size: Size? = nil, scale: Double = 1) -> Bitmap {
        if let size {
            frame.size = CGSize(width: Double(size.width) / scale, height: Double(size.height) / scale)
        }
        layoutIfNeeded()
        let pixels =
            size
            ?? Size(
                max(1, Int((frame.width * scale).rounded())), max(1, Int((frame.height * scale).rounded())))
        return Bitmap(size: pixels, scale: scale) { canvas in
            canvas.group(alpha: alpha) { drawTree(on: canvas) }
        }
    }
}
