public import Foundation

/// Says that this side shares something, with the way to stop it; or, without that way, one sentence for a moment.
///
/// It stays while it is true: who forgets that others see the screen is to be reminded.
@MainActor public final class ShareBanner: View {
    /// What it says; empty for nothing.
    public var text = "" { didSet { if text != oldValue { changed() } } }
    /// Whether there is something to stop.
    public var canStop = false { didSet { if canStop != oldValue { changed() } } }
    /// The button was pressed.
    public var onStop: (@MainActor () -> Void)?
    private let stop = Button("Stop sharing", title: "Stop", role: .danger)
    private static let style = TextStyle.body.weight(.medium)
    private static let height = 44.0

    /// One that says nothing.
    public init() {
        super.init()
        cornerRadius = Theme.Radius.medium
        stop.onPress = { [weak self] in self?.onStop?() }
        addSubview(stop)
        changed()
    }

    /// True while it says anything.
    public override var isDrawn: Bool { !text.isEmpty }
    /// What it says.
    public override var accessibleName: String? {
        get { text }
        set {}
    }

    private var lead: Double { canStop ? 42 : 16 }
    private var tail: Double { canStop ? stop.sizeThatFits(.zero).width + 14 : 16 }

    /// As wide as its words, as far as there is room.
    public override func sizeThatFits(_ size: CGSize) -> CGSize {
        let wanted = lead + Canvas.measure(text, style: Self.style).width + 2 + tail
        return CGSize(width: min(max(0, size.width), wanted), height: Self.height)
    }

    /// The button at the right end.
    public override func layoutSubviews() {
        let width = stop.sizeThatFits(.zero).width
        stop.frame = CGRect(x: bounds.width - width - 6, y: 6, width: width, height: bounds.height - 12)
    }

    /// Draws glass, icon and words.
    public override func draw(in canvas: Canvas) {
        canvas.fill(bounds, theme.glass, radius: cornerRadius)
        if canStop {
            canvas.stroke(bounds, theme.accent, width: 2, radius: cornerRadius)
            canvas.draw(
                .screenShare, in: CGRect(x: 12, y: 0, width: 20, height: bounds.height), size: 20, color: theme.onGlass)
        }
        canvas.draw(
            text, in: CGRect(x: lead, y: 0, width: max(0, bounds.width - lead - tail), height: bounds.height),
            style: Self.style, color: theme.onGlass)
    }

    private func changed() {
        isHidden = text.isEmpty
        stop.isHidden = !canStop
        setNeedsDisplay()
        superview?.setNeedsLayout()
    }
}
