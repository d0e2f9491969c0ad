import Foundation

/// Shows a part of something that is higher than there is room for.
@MainActor public final class ScrollView: View {
    /// What is scrolled. Its height is what it likes for the scroll view's width.
    public let content: View
    /// How far it is scrolled, in points; never past the end.
    public var offset = 0.0 {
        didSet {
            offset = min(max(0, offset), maximum)
            if offset != oldValue { setNeedsLayout() }
        }
    }
    /// Points for a notch of the wheel.
    private static let step = 48.0

    /// Scrolls `content`.
    public init(_ content: View) {
        self.content = content
        super.init()
        clipsToBounds = true
        addSubview(content)
    }

    /// How far it can be scrolled, in points.
    public var maximum: Double { max(0, content.frame.height - bounds.height) }

    /// Keeps the content as wide as the view.
    public override func layoutSubviews() {
        let size = content.sizeThatFits(CGSize(width: bounds.width, height: .greatestFiniteMagnitude))
        content.frame.size = CGSize(width: bounds.width, height: max(bounds.height, size.height))
        offset = min(offset, maximum)
        content.frame.origin = CGPoint(x: 0, y: -offset)
    }

    /// Scrolls; lets whoever is around have what is past the end.
    public override func scrolled(_ event: ScrollEvent) -> Bool {
        let old = offset
        offset += event.dy * Self.step
        return offset != old
    }

    /// Brings a view inside it into sight, as when the keyboard reaches it.
    public func reveal(_ view: View) {
        layoutIfNeeded()
        let box = view.convert(view.bounds, to: content)
        if box.minY < offset { offset = box.minY - 8 }
        if box.maxY > offset + bounds.height { offset = box.maxY - bounds.height + 8 }
    }
}
