import CYUV
import Geometry

extension FrameConverter {
    /// Blends `overlay` over what is already in `target`, which is the whole window. What lies outside is left out.
    ///
    /// Costs only where the overlay is not clear.
    public func blend(_ overlay: Overlay, into target: PixelTarget) {
        let bitmap = overlay.bitmap
        let place = Rect(origin: overlay.origin, size: bitmap.size).intersection(Rect(size: target.size))
        guard !place.isEmpty, overlay.alpha > 0 else { return }
        let (left, top) = (place.x - overlay.origin.x, place.y - overlay.origin.y)
        for row in 0..<place.height {
            let run = bitmap.visible[top + row].clamped(to: left..<left + place.width)
            guard !run.isEmpty else { continue }
            var source = bitmap.base + (top + row) * bitmap.stride + run.lowerBound * 4
            if overlay.alpha < 255 {
                let room = faded.bytes(bitmap.size.width * 4)
                // All four channels: the pixels are premultiplied.
                ARGBShade(source, 0, room, 0, Int32(run.count), 1, UInt32(overlay.alpha) * 0x0101_0101)
                source = UnsafePointer(room)
            }
            let pixels = target.base + (place.y + row) * target.stride + (overlay.origin.x + run.lowerBound) * 4
            ARGBBlend(source, 0, pixels, 0, pixels, 0, Int32(run.count), 1)
        }
    }
}
