import Foundation

/// The figures of a connection over a call: a list, and a bar for each second of the last minute.
@MainActor final class QualityPanel: View {
    static let width = 268.0
    private static let (margin, row, strip) = (14.0, 22.0, 36.0)
    var model = QualityModel() { didSet { if model != oldValue { setNeedsDisplay() } } }

    init() {
        super.init()
        cornerRadius = Theme.Radius.large
        isHidden = true
        isUserInteractionEnabled = false
    }

    override var isDrawn: Bool { true }

    /// For those who hear it: all figures in a row.
    override var accessibleName: String? {
        get { "Connection: " + model.rows.map { "\($0.name) \($0.value)" }.joined(separator: ", ") }
        set {}
    }

    /// As high as its rows.
    override func sizeThatFits(_ size: CGSize) -> CGSize {
        let strip = model.history.isEmpty ? 0 : 8 + Self.strip + 20
        return CGSize(
            width: min(Self.width, size.width), height: 2 * 12 + Self.row * Double(model.rows.count) + strip)
    }

    override func draw(in canvas: Canvas) {
        canvas.fill(bounds, theme.glass, radius: cornerRadius)
        var y = 12.0
        let width = bounds.width - 2 * Self.margin
        for row in model.rows {
            let value = Canvas.measure(row.value, style: .small.weight(.medium).tabular).width
            canvas.draw(
                row.name, in: CGRect(x: Self.margin, y: y, width: max(0, width - value - 8), height: Self.row),
                style: .small, color: theme.onGlass.opacity(0.72))
            let right = bounds.width - Self.margin
            canvas.draw(
                row.value, in: CGRect(x: right - value, y: y, width: value + 1, height: Self.row),
                style: .small.weight(row.isBad ? .semibold : .medium).tabular, color: theme.onGlass)
            if row.isBad {
                // Beside the words, never colour alone: the figure is bold too.
                canvas.fillOval(
                    in: CGRect(x: right - value - 14, y: y + Self.row / 2 - 3, width: 6, height: 6),
                    theme.accent)
            }
            y += Self.row
        }
        guard !model.history.isEmpty else { return }
        drawHistory(on: canvas, at: y + 8, width)
    }

    private func drawHistory(on canvas: Canvas, at y: Double, _ width: Double) {
        let step = width / Double(max(1, model.history.count))
        canvas.fill(
            CGRect(x: Self.margin, y: y + Self.strip, width: width, height: 1), theme.onGlass.opacity(0.24))
        for (index, share) in model.history.enumerated() {
            guard let share, share.isFinite else { continue }
            let height = max(1, min(1, share) * Self.strip)
            canvas.fill(
                CGRect(
                    x: Self.margin + Double(index) * step, y: y + Self.strip - height, width: max(1, step - 1),
                    height: height), theme.accent, radius: 1)
        }
        canvas.draw(
            model.caption, in: CGRect(x: Self.margin, y: y + Self.strip + 2, width: width, height: 18), style: .small,
            color: theme.onGlass.opacity(0.72))
    }
}
