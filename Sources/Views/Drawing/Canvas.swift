import CCairo
public import Foundation
public import Frames
import Geometry

/// Draws into memory: the only wrapper of cairo, pango and librsvg.
///
/// Coordinates are points, the origin is the upper left corner; a point is `scale` device pixels. The pixels are
/// premultiplied B, G, R, A (cairo's ARGB32 on a little-endian machine). One canvas is used by one thread; any number
/// of them may draw at once. What goes wrong inside cairo (out of memory) draws nothing.
public final class Canvas {
    /// Device pixels in a point.
    public let scale: Double
    /// The whole drawing, in points.
    public let bounds: CGRect
    let cairo: OpaquePointer
    private let surface: OpaquePointer

    /// A canvas on memory that outlives it.
    ///
    /// - Parameter scale: device pixels in a point; the desktop's scale factor.
    public init(_ target: PixelTarget, scale: Double = 1) {
        precondition(scale > 0, "a scale factor is positive")
        self.scale = scale
        bounds = CGRect(
            x: 0, y: 0, width: Double(target.size.width) / scale, height: Double(target.size.height) / scale)
        guard
            let surface = cairo_image_surface_create_for_data(
                target.base, CAIRO_FORMAT_ARGB32, Int32(target.size.width), Int32(target.size.height),
                Int32(target.stride)),
            let cairo = cairo_create(surface)
        else { preconditionFailure("cairo always gives an object, if an inert one") }
        self.surface = surface
        self.cairo = cairo
        cairo_scale(cairo, scale, scale)
    }

    deinit {
        cairo_destroy(cairo)
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
    }

    // MARK: State

    /// Runs `body`, then puts clip and translation back as they were.
    public func saved(_ body: () -> Void) {
        cairo_save(cairo)
        body()
        cairo_restore(cairo)
    }

    /// Moves the origin of what is drawn from now on.
    public func translate(by x: Double, _ y: Double) { cairo_translate(cairo, x, y) }

    /// Stretches what is drawn from now on, away from the origin.
    public func stretch(by x: Double, _ y: Double) { cairo_scale(cairo, x, y) }

    /// Draws only inside `rect` from now on.
    public func clip(to rect: CGRect, radius: Double = 0) {
        path(rect, radius: radius)
        cairo_clip(cairo)
    }

    /// Draws only inside any of `rects` from now on.
    public func clip(to rects: [CGRect]) {
        cairo_new_path(cairo)
        for rect in rects { cairo_rectangle(cairo, rect.minX, rect.minY, rect.width, rect.height) }
        cairo_clip(cairo)
    }

    /// Draws what `body` draws as one picture with an opacity: parts that overlap do not show through each other.
    public func group(alpha: Double, _ body: () -> Void) {
        if alpha >= 1 { return saved(body) }
        if alpha <= 0 { return }
        cairo_save(cairo)
        cairo_push_group(cairo)
        body()
        cairo_pop_group_to_source(cairo)
        cairo_paint_with_alpha(cairo, alpha)
        cairo_restore(cairo)
    }

    // MARK: Shapes

    /// Replaces everything inside the clip by `color`, its opacity included.
    public func clear(_ color: Color = .clear) {
        cairo_save(cairo)
        cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE)
        source(color)
        cairo_paint(cairo)
        cairo_restore(cairo)
    }

    /// Fills a rectangle, with round corners if there is a radius.
    public func fill(_ rect: CGRect, _ color: Color, radius: Double = 0) {
        source(color)
        path(rect, radius: radius)
        cairo_fill(cairo)
    }

    /// Fills a rectangle with a gradient.
    public func fill(_ rect: CGRect, _ gradient: Gradient, radius: Double = 0) {
        let pattern = cairo_pattern_create_linear(
            gradient.start.x, gradient.start.y, gradient.end.x, gradient.end.y)
        for stop in gradient.stops {
            let color = stop.color
            cairo_pattern_add_color_stop_rgba(pattern, stop.place, color.red, color.green, color.blue, color.alpha)
        }
        cairo_set_source(cairo, pattern)
        cairo_pattern_destroy(pattern)
        path(rect, radius: radius)
        cairo_fill(cairo)
    }

    /// Draws a line of `width` points along the inside of a rectangle's edge.
    ///
    /// - Parameter dash: lengths of dash and gap; empty for a whole line.
    public func stroke(_ rect: CGRect, _ color: Color, width: Double = 1, radius: Double = 0, dash: [Double] = []) {
        source(color)
        path(rect.insetBy(dx: width / 2, dy: width / 2), radius: max(0, radius - width / 2))
        cairo_set_line_width(cairo, width)
        cairo_set_dash(cairo, dash, Int32(dash.count), 0)
        cairo_stroke(cairo)
        cairo_set_dash(cairo, nil, 0, 0)
    }

    /// Fills the circle or ellipse that touches the sides of `rect`.
    public func fillOval(in rect: CGRect, _ color: Color) {
        guard rect.width > 0, rect.height > 0 else { return }
        source(color)
        cairo_save(cairo)
        cairo_translate(cairo, rect.midX, rect.midY)
        cairo_scale(cairo, rect.width / 2, rect.height / 2)
        cairo_new_path(cairo)
        cairo_arc(cairo, 0, 0, 1, 0, 2 * .pi)
        cairo_restore(cairo)
        cairo_fill(cairo)
    }

    /// A soft shadow around `rect`, drawn as nested shapes whose sum falls off with the square of the distance.
    public func shadow(_ rect: CGRect, radius: Double, blur: Double, _ color: Color = Color.black.opacity(0.34)) {
        let steps = max(1, Int(blur))
        // What is still missing at each step outwards, so that the stack adds up to the curve.
        var before = 0.0
        for step in (0..<steps).reversed() {
            let t = 1 - (Double(step) + 0.5) / Double(steps)
            let wanted = color.alpha * t * t
            let alpha = (wanted - before) / max(0.001, 1 - before)
            before = wanted
            let grow = Double(step)
            fill(rect.insetBy(dx: -grow, dy: -grow), color.opacity(alpha), radius: radius + grow)
        }
    }

    // MARK: Inside

    func source(_ color: Color) { cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha) }

    private func path(_ rect: CGRect, radius: Double) {
        cairo_new_path(cairo)
        let r = min(radius, rect.width / 2, rect.height / 2)
        guard r > 0 else { return cairo_rectangle(cairo, rect.minX, rect.minY, rect.width, rect.height) }
        cairo_new_sub_path(cairo)
        cairo_arc(cairo, rect.maxX - r, rect.minY + r, r, -.pi / 2, 0)
        cairo_arc(cairo, rect.maxX - r, rect.maxY - r, r, 0, .pi / 2)
        cairo_arc(cairo, rect.minX + r, rect.maxY - r, r, .pi / 2, .pi)
        cairo_arc(cairo, rect.minX + r, rect.minY + r, r, .pi, 1.5 * .pi)
        cairo_close_path(cairo)
    }
}
