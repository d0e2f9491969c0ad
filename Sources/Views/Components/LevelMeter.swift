import Foundation

/// How loud the microphone is: a bar.
@MainActor public final class LevelMeter: View {
    /// From 0 to 1.
    public var level = 0.0 {
        didSet {
            level = level.isFinite ? min(1, max(0, level)) : 0
            if level != oldValue { setNeedsDisplay() }
        }
    }

    /// A silent meter.
    public init() {
        super.init()
        accessibleName = "Microphone level"
    }

    /// True: it draws itself.
    public override var isDrawn: Bool { true }

    /// Draws the bar.
    public override func draw(in canvas: Canvas) {
        let bar = CGRect(x: 0, y: bounds.midY - 3, width: bounds.width, height: 6)
        canvas.fill(bar, theme.raised, radius: 3)
        guard level > 0 else { return }
        canvas.fill(
            CGRect(x: 0, y: bar.minY, width: max(6, bar.width * level), height: 6), theme.ok, radius: 3)
    }
}
