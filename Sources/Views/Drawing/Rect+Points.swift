public import Foundation
public import Geometry

extension Rect {
    /// The same rectangle in points, for a scale factor.
    public func points(_ scale: Double) -> CGRect {
        CGRect(
            x: Double(x) / scale, y: Double(y) / scale, width: Double(width) / scale, height: Double(height) / scale)
    }
}

extension CGRect {
    /// The device pixels that the rectangle touches, at a scale factor.
    public func pixelsTouched(_ scale: Double) -> Rect {
        guard !isNull, width > 0, height > 0 else { return .zero }
        // The least bit over a pixel's border is rounding, not a pixel.
        let left = Int((minX * scale + 0.001).rounded(.down))
        let top = Int((minY * scale + 0.001).rounded(.down))
        let right = Int((maxX * scale - 0.001).rounded(.up))
        let bottom = Int((maxY * scale - 0.001).rounded(.up))
        return Rect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }

    /// The device pixels nearest to the rectangle's edges, at a scale factor: where a picture goes.
    public func pixelsNearest(_ scale: Double) -> Rect {
        let left = Int((minX * scale).rounded())
        let top = Int((minY * scale).rounded())
        return Rect(
            x: left, y: top, width: Int((maxX * scale).rounded()) - left, height: Int((maxY * scale).rounded()) - top)
    }
}
