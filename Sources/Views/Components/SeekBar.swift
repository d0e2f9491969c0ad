import Foundation

/// Where a recorded stream is, and how to go elsewhere in it: by pointer, or by the arrow keys in steps of 5 s.
@MainActor public final class SeekBar: View {
    /// Seconds in all; not positive when there is nothing to seek in.
    public var duration = 0.0 { didSet { if duration != oldValue { setNeedsDisplay() } } }
    /// Seconds since the beginning.
    public var position = 0.0 { didSet { if position != oldValue, dragged == nil { setNeedsDisplay() } } }
    /// Called with the time to go to: when let go after a drag, and at each step by key.
    public var onSeek: (@MainActor (Double) -> Void)?
    private var dragged: Double? { didSet { if dragged != oldValue { setNeedsDisplay() } } }
    private var isHovered = false { didSet { if isHovered != oldValue { setNeedsDisplay() } } }

    /// A bar without a stream.
    public init() {
        super.init()
        accessibleName = "Position"
    }

    /// What is shown: while it is dragged, where it would go.
    public var shown: Double { dragged ?? position }

    /// True: it draws itself.
    public override var isDrawn: Bool { true }
    /// The focus ring and the knob.
    public override var drawingOutset: Double { 8 }
    /// The keyboard reaches it when there is something to seek in.
    public override var canBecomeFocused: Bool { duration > 0 }

    /// Draws bar and knob.
    public override func draw(in canvas: Canvas) {
        guard duration > 0 else { return }
        let share = min(1, max(0, shown / duration))
        let isActive = isHovered || dragged != nil || isFocused
        let thickness = isActive ? 6.0 : 4.0
        let bar = CGRect(x: 0, y: bounds.midY - thickness / 2, width: bounds.width, height: thickness)
        canvas.fill(bar, Color.white.opacity(0.32), radius: thickness / 2)
        canvas.fill(
            CGRect(x: 0, y: bar.minY, width: bar.width * share, height: thickness), theme.accent,
            radius: thickness / 2)
        let knob = isActive ? 7.0 : 6.0
        let x = min(bounds.width - knob, max(knob, bar.width * share))
        canvas.fillOval(in: CGRect(x: x - knob, y: bar.midY - knob, width: 2 * knob, height: 2 * knob), .white)
        if isFocused, root?.isFocusVisible == true {
            canvas.stroke(bounds.insetBy(dx: -6, dy: 0), theme.accent, width: 2, radius: Theme.Radius.small)
        }
    }

    /// The pointer came.
    public override func pointerEntered() { isHovered = true }
    /// The pointer went.
    public override func pointerExited() { isHovered = false }

    /// Starts a drag, right where it was pressed.
    public override func pointerDown(_ event: PointerEvent) -> PointerResponse {
        guard duration > 0, event.button == .primary else { return .ignored }
        dragged = time(of: event)
        return .drag
    }

    /// Follows the pointer.
    public override func pointerMoved(_ event: PointerEvent) { dragged = time(of: event) }

    /// Goes there.
    public override func pointerUp(_ event: PointerEvent) {
        let time = time(of: event)
        dragged = nil
        onSeek?(time)
    }

    /// Stays where it was.
    public override func pointerCancelled() { dragged = nil }

    /// Steps by 5 s; Home and End go to the ends.
    public override func keyDown(_ event: KeyEvent) -> Bool {
        guard duration > 0 else { return false }
        switch event.key {
        case .left: onSeek?(max(0, position - 5))
        case .right: onSeek?(min(duration, position + 5))
        case .home: onSeek?(0)
        case .end: onSeek?(duration)
        default: return false
        }
        return true
    }

    private func time(of event: PointerEvent) -> Double {
        let x = event.location.x - convert(bounds).minX
        return bounds.width > 0 ? min(1, max(0, x / bounds.width)) * duration : 0
    }
}
