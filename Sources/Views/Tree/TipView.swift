import Foundation

/// The words that say what a button does, while the pointer rests on it.
final class TipView: View {
    private let text: String
    private let style = TextStyle.small.weight(.medium)

    init(text: String) {
        self.text = text
        super.init()
        isUserInteractionEnabled = false
        cornerRadius = Theme.Radius.small
        background = Color(0x0F1115, alpha: 0.92)
        accessibleName = text
    }

    override var isDrawn: Bool { true }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: min(size.width - 8, Canvas.measure(text, style: style).width + 16), height: 26)
    }

    override func draw(in canvas: Canvas) {
        canvas.draw(
            text, in: bounds.insetBy(dx: 8, dy: 0), style: style, color: theme.onGlass, alignment: .center)
    }
}
