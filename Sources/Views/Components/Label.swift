public import Foundation

/// Text that is only read.
@MainActor open class Label: View {
    /// The colour of text, by what it means.
    public enum Tone: Sendable, Hashable {
        /// The theme's text.
        case text
        /// The theme's dim text.
        case dim
        /// On glass, accent or danger.
        case onGlass
        /// One colour in all themes.
        case fixed(Color)
    }

    /// What it says; also its accessible name.
    public var text: String {
        didSet {
            guard text != oldValue else { return }
            setNeedsDisplay()
            superview?.setNeedsLayout()
        }
    }
    /// How it is set.
    public var style: TextStyle { didSet { if style != oldValue { setNeedsDisplay() } } }
    /// Its colour.
    public var tone: Tone { didSet { if tone != oldValue { setNeedsDisplay() } } }
    /// Where it goes in its width.
    public var alignment = TextAlignment.leading { didSet { if alignment != oldValue { setNeedsDisplay() } } }
    /// How many lines it may take.
    public var lines = 1 { didSet { if lines != oldValue { setNeedsDisplay() } } }

    /// A label.
    public init(_ text: String = "", style: TextStyle = .body, tone: Tone = .text) {
        self.text = text
        self.style = style
        self.tone = tone
        super.init()
        isUserInteractionEnabled = false
    }

    /// What it says.
    open override var accessibleName: String? {
        get { text }
        set {}
    }

    /// True: it draws its text.
    open override var isDrawn: Bool { true }

    /// As wide as its text, as high as its lines.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        Canvas.measure(text, style: style, width: size.width > 0 ? size.width : nil, lines: lines)
    }

    /// Draws the text.
    open override func draw(in canvas: Canvas) {
        let color =
            switch tone {
            case .text: theme.text
            case .dim: theme.dim
            case .onGlass: theme.onGlass
            case .fixed(let color): color
            }
        canvas.draw(text, in: bounds, style: style, color: color, alignment: alignment, lines: lines)
    }
}
