import CCairo
public import Foundation
public import Frames
import Geometry

extension Canvas {
    /// Draws a bitmap, stretched to `rect`.
    public func draw(_ bitmap: Bitmap, in rect: CGRect, alpha: Double = 1) {
        guard !bitmap.size.isEmpty, rect.width > 0, rect.height > 0 else { return }
        withSurface(of: bitmap) { picture in
            cairo_save(cairo)
            cairo_translate(cairo, rect.minX, rect.minY)
            cairo_scale(cairo, rect.width / Double(bitmap.size.width), rect.height / Double(bitmap.size.height))
            cairo_set_source_surface(cairo, picture, 0, 0)
            let pattern = cairo_get_source(cairo)
            cairo_pattern_set_filter(pattern, CAIRO_FILTER_GOOD)
            // Without it the edge of a stretched picture fades into nothing.
            cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
            cairo_rectangle(cairo, 0, 0, Double(bitmap.size.width), Double(bitmap.size.height))
            cairo_clip(cairo)
            cairo_paint_with_alpha(cairo, alpha)
            cairo_restore(cairo)
        }
    }

    /// Draws an icon of `size` points in the middle of `rect`, placed on whole device pixels so that it is crisp.
    public func draw(_ icon: Icon, in rect: CGRect, size: Double = 22, color: Color, store: IconStore = .shared) {
        let pixels = max(1, Int((size * scale).rounded()))
        let bitmap = store.bitmap(for: icon, pixels: pixels)
        withSurface(of: bitmap) { mask in
            cairo_save(cairo)
            var (x, y) = (Double(rect.midX), Double(rect.midY))
            cairo_user_to_device(cairo, &x, &y)
            cairo_identity_matrix(cairo)
            source(color)
            cairo_mask_surface(
                cairo, mask, (x - Double(pixels) / 2).rounded(), (y - Double(pixels) / 2).rounded())
            cairo_restore(cairo)
        }
    }

    private func withSurface(of bitmap: Bitmap, _ body: (OpaquePointer) -> Void) {
        // cairo only reads a source, but has no word for it in its interface.
        let surface = cairo_image_surface_create_for_data(
            UnsafeMutablePointer(mutating: bitmap.base), CAIRO_FORMAT_ARGB32, Int32(bitmap.size.width),
            Int32(bitmap.size.height), Int32(bitmap.stride))
        guard let surface else { return }
        body(surface)
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
    }
}

extension Canvas {
    /// Draws pixels whose fourth byte means nothing, one to one, with the upper left corner at a device pixel.
    func drawOpaque(_ pixels: PixelTarget, at place: CGPoint) {
        let surface = cairo_image_surface_create_for_data(
            pixels.base, CAIRO_FORMAT_RGB24, Int32(pixels.size.width), Int32(pixels.size.height),
            Int32(pixels.stride))
        guard let surface else { return }
        cairo_save(cairo)
        cairo_identity_matrix(cairo)
        cairo_set_source_surface(cairo, surface, place.x, place.y)
        cairo_paint(cairo)
        cairo_restore(cairo)
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
    }

    /// Where a rectangle of the canvas is now, in device pixels.
    func devicePixels(of rect: CGRect) -> Rect {
        var (x, y) = (Double(rect.minX), Double(rect.minY))
        cairo_user_to_device(cairo, &x, &y)
        return CGRect(x: x / scale, y: y / scale, width: rect.width, height: rect.height).pixelsNearest(scale)
    }
}
