import Foundation

/// A word in a small filled box, such as LIVE.
enum Badge {
    static let style = TextStyle(size: 11, lineHeight: 14, weight: .semibold).tracking(0.4)

    /// The box around `text`, in points.
    static func size(of text: String) -> CGSize {
        CGSize(width: Canvas.measure(text, style: style).width + 16, height: 20)
    }

    static func draw(_ text: String, in rect: CGRect, fill: Color, on canvas: Canvas, theme: Theme) {
        canvas.fill(rect, fill, radius: Theme.Radius.small)
        canvas.draw(text, in: rect, style: style, color: theme.onGlass, alignment: .center)
    }
}
