import CCairo
import Foundation
import Geometry

/// Sets text with Pango. One font map for the process behind a lock: Pango's default map is one a thread, and the
/// main actor moves between threads, each of which would read every font again.
final class Typesetter: @unchecked Sendable {
    static let shared = Typesetter()

    /// Inter when it is installed, else what the desktop calls sans; Pango takes the first that has the letter.
    private static let family = "Inter,sans-serif"
    private let lock = Lock(())
    private let context: OpaquePointer

    private init() {
        guard let map = pango_cairo_font_map_new(), let context = pango_font_map_create_context(map) else {
            preconditionFailure("Pango could not make a font map: out of memory")
        }
        // Unhinted metrics: text is as wide at scale 2 as at scale 1, so that one layout fits both.
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        pango_context_set_round_glyph_positions(context, 0)
        self.context = context
        g_object_unref(UnsafeMutableRawPointer(map))
    }

    /// What the text is set in: its box, and how many lines it may take before it is cut with an ellipsis.
    struct Block {
        var text: String
        var style: TextStyle
        var alignment = TextAlignment.leading
        var width: Double?
        var lines = 1
    }

    /// The space that `block` takes, in points; rounded up, so that it fits when it is given exactly this width.
    func size(of block: Block) -> CGSize {
        withLayout(block) { layout in
            var (width, height): (Int32, Int32) = (0, 0)
            pango_layout_get_size(layout, &width, &height)
            let unit = Double(shim_pango_scale())
            return CGSize(width: (Double(width) / unit).rounded(.up), height: (Double(height) / unit).rounded())
        }
    }

    /// Draws `block` with its upper left corner at `origin` in the current colour of `context`.
    func draw(_ block: Block, at origin: CGPoint, on cairo: OpaquePointer) {
        withLayout(block) { layout in
            cairo_move_to(cairo, origin.x, origin.y)
            pango_cairo_update_layout(cairo, layout)
            pango_cairo_show_layout(cairo, layout)
        }
    }

    private func withLayout<Result: Sendable>(_ block: Block, _ body: (OpaquePointer) -> Result) -> Result {
        lock.withLock { _ in setLayout(block, body) }
    }

    private func setLayout<Result>(_ block: Block, _ body: (OpaquePointer) -> Result) -> Result {
        guard let layout = pango_layout_new(context) else { preconditionFailure("Pango is out of memory") }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let unit = Double(shim_pango_scale())
        let font = pango_font_description_new()
        defer { pango_font_description_free(font) }
        pango_font_description_set_family(font, Self.family)
        pango_font_description_set_absolute_size(font, block.style.size * unit)
        pango_font_description_set_weight(font, PangoWeight(rawValue: UInt32(block.style.weight.rawValue)))
        pango_layout_set_font_description(layout, font)
        pango_layout_set_text(layout, block.text, Int32(block.text.utf8.count))
        let attributes = pango_attr_list_new()
        pango_attr_list_insert(
            attributes, pango_attr_line_height_new_absolute(Int32((block.style.lineHeight * unit).rounded())))
        if block.style.isTabular { pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1")) }
        if block.style.tracking != 0 {
            pango_attr_list_insert(
                attributes, pango_attr_letter_spacing_new(Int32((block.style.tracking * unit).rounded())))
        }
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        pango_layout_set_height(layout, -Int32(max(1, block.lines)))
        if block.lines == 1 { pango_layout_set_single_paragraph_mode(layout, 1) }
        if let width = block.width { pango_layout_set_width(layout, Int32((max(0, width) * unit).rounded())) }
        switch block.alignment {
        case .leading: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
        case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
        case .trailing: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
        }
        return body(layout)
    }
}
