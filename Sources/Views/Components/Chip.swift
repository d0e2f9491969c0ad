public import Foundation

/// A few words on glass over video: a name, a time, a title.
@MainActor public final class Chip: View {
    /// What it says.
    public var text: String { didSet { if text != oldValue { changed() } } }
    /// Before the words.
    public var icon: Icon? { didSet { if icon != oldValue { changed() } } }
    /// A dot before the words: how things stand.
    public var dot: Color? { didSet { if dot != oldValue { changed() } } }
    /// The type.
    public var style: TextStyle { didSet { if style != oldValue { changed() } } }

    /// A chip.
    public init(_ text: String = "", icon: Icon? = nil, style: TextStyle = .body.weight(.medium)) {
        self.text = text
        self.icon = icon
        self.style = style
        super.init()
        cornerRadius = Theme.Radius.small
        isUserInteractionEnabled = false
    }

    /// True while it says anything.
    public override var isDrawn: Bool { !text.isEmpty }
    /// What it says.
    public override var accessibleName: String? {
        get { text }
        set {}
    }

    private var lead: Double { (dot == nil ? 0 : 15) + (icon == nil ? 0 : 22) }

    /// As wide as its words.
    public override func sizeThatFits(_ size: CGSize) -> CGSize {
        let wanted = Canvas.measure(text, style: style).width + 20 + lead
        return CGSize(width: min(max(0, size.width), wanted), height: style.lineHeight + 8)
    }

    /// Draws glass, dot, icon and words.
    public override func draw(in canvas: Canvas) {
        canvas.fill(bounds, theme.glass, radius: cornerRadius)
        var x = 10.0
        if let dot {
            canvas.fillOval(in: CGRect(x: x, y: bounds.midY - 4, width: 8, height: 8), dot)
            x += 15
        }
        if let icon {
            canvas.draw(
                icon, in: CGRect(x: x, y: 0, width: 16, height: bounds.height), size: 16, color: theme.onGlass)
            x += 22
        }
        canvas.draw(
            text, in: CGRect(x: x, y: 0, width: bounds.width - x - 8, height: bounds.height), style: style,
            color: theme.onGlass)
    }

    private func changed() {
        setNeedsDisplay()
        superview?.setNeedsLayout()
    }
}
