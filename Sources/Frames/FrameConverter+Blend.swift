import CScale
import Geometry

/// Overlays.
extension FrameConverter {
    /// Blends `overlay` over what is already in `target`, which is the whole window.
    ///
    /// Premultiplied source-over (Porter and Duff), faded by the overlay's alpha. What lies outside is cut off; where
    /// the bitmap is clear the target stays as it is.
    public func blend(_ overlay: Overlay, into target: PixelTarget) {
        // Beyond any window, and before sums overflow.
        let far = 1 << 30
        guard (-far...far).contains(overlay.origin.x), (-far...far).contains(overlay.origin.y) else { return }
        let place = Rect(origin: overlay.origin, size: overlay.bitmap.size)
        let seen = place.intersection(Rect(size: target.size))
        guard !seen.isEmpty else { return }
        let bitmap = overlay.bitmap
        let source = bitmap.base + (seen.y - place.y) * bitmap.stride + (seen.x - place.x) * 4
        let part = target.part(seen)
        cscale_blend(
            source, bitmap.stride, part.base, part.stride, Int32(seen.width), Int32(seen.height), overlay.alpha,
            scaling == .portableRows)
    }
}
