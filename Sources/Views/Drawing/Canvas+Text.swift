public import Foundation

extension Canvas {
    /// Draws text in the current language's direction, in the middle of the height of `rect`; what does not fit into
    /// its width is cut with an ellipsis.
    ///
    /// - Parameter lines: how many lines it may take before it is cut.
    public func draw(
        _ text: String, in rect: CGRect, style: TextStyle = .body, color: Color,
        alignment: TextAlignment = .leading, lines: Int = 1
    ) {
        guard !text.isEmpty, rect.width > 0 else { return }
        let block = Typesetter.Block(
            text: text, style: style, alignment: alignment, width: rect.width, lines: lines)
        let height = Typesetter.shared.size(of: block).height
        source(color)
        Typesetter.shared.draw(block, at: CGPoint(x: rect.minX, y: rect.midY - height / 2), on: cairo)
    }

    /// The space that text takes, in points, rounded up.
    ///
    /// Any thread.
    ///
    /// - Parameters:
    ///   - width: where lines break; nil for one endless line.
    ///   - lines: how many lines it may take before it is cut.
    public static func measure(
        _ text: String, style: TextStyle = .body, width: Double? = nil, lines: Int = 1
    ) -> CGSize {
        guard !text.isEmpty else { return CGSize(width: 0, height: style.lineHeight) }
        return Typesetter.shared.size(of: Typesetter.Block(text: text, style: style, width: width, lines: lines))
    }
}
