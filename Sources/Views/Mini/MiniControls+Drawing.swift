import Foundation
public import Frames
public import Geometry

extension MiniControls {
    /// The controls as they are to be blended over the picture of a window of `size` device pixels.
    ///
    /// - Returns: no larger than what is drawn: a presenter blends every pixel of it, each frame. Nil when the window
    ///   has no room for any control.
    public func overlay(for size: Size, scale: Double = 1, theme: Theme = .dark) -> Overlay? {
        let rects = rects(in: size, scale: scale)
        guard let any = rects[.close] else { return nil }
        let shade = Int((64 * scale).rounded())
        let isRowShown = rects.count > (rects[.restore] == nil ? 1 : 2) || isLive
        let hasTop = any.y < size.height / 2 || isRowShown
        let hasBottom = any.y >= size.height / 2 || isRowShown
        let top = hasTop ? 0 : max(0, size.height - shade)
        let bottom = hasBottom ? size.height : min(size.height, shade)
        let origin = Point(0, top)
        let bitmap = Bitmap(size: Size(size.width, max(1, bottom - top)), scale: scale) { canvas in
            canvas.translate(by: 0, -Double(top) / scale)
            let width = Double(size.width) / scale
            let height = Double(size.height) / scale
            let depth = min(64, height / 2)
            if hasTop {
                canvas.fill(
                    CGRect(x: 0, y: 0, width: width, height: depth),
                    .scrim(from: .zero, to: CGPoint(x: 0, y: depth)))
            }
            if hasBottom {
                canvas.fill(
                    CGRect(x: 0, y: height - depth, width: width, height: depth),
                    .scrim(from: CGPoint(x: 0, y: height), to: CGPoint(x: 0, y: height - depth)))
            }
            let metrics = Metrics(width: width, height: height)
            for control in Control.allCases {
                guard let rect = rects[control]?.points(scale) else { continue }
                if control == .seekBar {
                    drawSeekBar(in: rect, on: canvas, theme: theme)
                } else {
                    drawButton(control, in: rect, icon: metrics.icon, on: canvas, theme: theme)
                }
            }
            if isLive {
                drawBadge(rects: rects, scale: scale, width: width, height: height, on: canvas, theme: theme)
            }
            if showsTooltip, let hovered, hovered != .seekBar, let rect = rects[hovered]?.points(scale) {
                drawTooltip(title(of: hovered), beside: rect, width: width, height: height, on: canvas, theme: theme)
            }
        }
        return Overlay(bitmap: bitmap, origin: origin)
    }

    private func drawButton(_ control: Control, in rect: CGRect, icon size: Double, on canvas: Canvas, theme: Theme) {
        let radius = rect.width >= 32 ? Theme.Radius.medium : 8
        var fill = theme.glass
        if isOff(control) { fill = theme.glass.mixed(with: theme.danger.opacity(0.85), 0.4) }
        if hovered == control {
            fill = control == .close ? theme.danger : fill.mixed(with: Color(0x4A5261, alpha: 0.92), 0.55)
        }
        if pressed == control { fill = fill.mixed(with: .black, 0.3) }
        canvas.fill(rect, fill, radius: radius)
        if focused == control { canvas.stroke(rect, theme.accent, width: 2, radius: radius) }
        if let icon = icon(of: control) { canvas.draw(icon, in: rect, size: size, color: theme.onGlass) }
    }

    private func drawSeekBar(in rect: CGRect, on canvas: Canvas, theme: Theme) {
        guard let progress, progress.duration > 0 else { return }
        let share = min(1, max(0, progress.position / progress.duration))
        let isActive = hovered == .seekBar || pressed == .seekBar || focused == .seekBar
        let thickness = isActive ? 6.0 : 4.0
        let bar = CGRect(x: rect.minX, y: rect.midY - thickness / 2, width: rect.width, height: thickness)
        canvas.fill(bar, Color.white.opacity(0.32), radius: thickness / 2)
        let played = CGRect(x: bar.minX, y: bar.minY, width: bar.width * share, height: thickness)
        canvas.fill(played, theme.accent, radius: thickness / 2)
        let knob = isActive ? 7.0 : 6.0
        let x = min(rect.maxX - knob, max(rect.minX + knob, played.maxX))
        canvas.fillOval(in: CGRect(x: x - knob, y: bar.midY - knob, width: 2 * knob, height: 2 * knob), .white)
        let style = TextStyle.small.weight(.medium).tabular
        let isAbove = !(edges.contains(.top) && !edges.contains(.bottom))
        let y = isAbove ? rect.minY - 13 : rect.maxY - 3
        canvas.draw(
            Self.clock(progress.position), in: CGRect(x: rect.minX, y: y, width: 48, height: 16), style: style,
            color: theme.onGlass)
        canvas.draw(
            "−" + Self.clock(progress.duration - progress.position),
            in: CGRect(x: rect.maxX - 48, y: y, width: 48, height: 16), style: style, color: theme.onGlass,
            alignment: .trailing)
    }

    private func drawBadge(
        rects: [Control: Rect], scale: Double, width: Double, height: Double, on canvas: Canvas, theme: Theme
    ) {
        let size = Badge.size(of: "LIVE")
        let metrics = Metrics(width: width, height: height)
        let isFlipped = edges.contains(.top) && !edges.contains(.bottom)
        func place(_ x: Double, _ y: Double) -> CGRect {
            CGRect(
                x: x, y: isFlipped ? height - y - size.height : y, width: size.width, height: size.height)
        }
        let inset = metrics.inset + 2
        let others = rects.values.map { $0.points(scale).insetBy(dx: -4, dy: -2) }
        // Beside the row, else between the corner buttons; a window without room for it shows the picture instead.
        let places = [
            place(inset, height - inset - size.height),
            place((width - size.width) / 2, metrics.inset + (metrics.corner - size.height) / 2),
        ]
        guard let rect = places.first(where: { place in !others.contains { $0.intersects(place) } }) else { return }
        Badge.draw("LIVE", in: rect, fill: theme.danger, on: canvas, theme: theme)
    }

    private func drawTooltip(
        _ text: String, beside rect: CGRect, width: Double, height: Double, on canvas: Canvas, theme: Theme
    ) {
        let style = TextStyle.small.weight(.medium)
        let size = Canvas.measure(text, style: style)
        let chip = CGSize(width: min(width - 8, size.width + 16), height: 24)
        let x = min(width - 4 - chip.width, max(4, rect.midX - chip.width / 2))
        // In the band of the buttons when there is room beside them, so that the overlay need not grow.
        let isLeft = rect.midX < width / 2
        let beside = CGRect(
            x: isLeft ? rect.maxX + 6 : rect.minX - 6 - chip.width, y: rect.midY - chip.height / 2,
            width: chip.width, height: chip.height)
        let isUpper = rect.midY < height / 2
        let away = CGRect(
            x: x, y: isUpper ? rect.maxY + 4 : rect.minY - 4 - chip.height, width: chip.width, height: chip.height)
        let isCorner = hovered == .close || hovered == .restore
        let other = isCorner ? width - 2 * (rect.width + 16) : 0
        let box = isCorner && chip.width <= other ? beside : away
        canvas.fill(box, Color(0x0F1115, alpha: 0.92), radius: Theme.Radius.small)
        canvas.draw(text, in: box.insetBy(dx: 8, dy: 0), style: style, color: theme.onGlass, alignment: .center)
    }

    /// `0:03`, `12:48`, `1:02:03`.
    public static func clock(_ seconds: Double) -> String {
        let whole = seconds.isFinite ? max(0, min(359_999, Int(seconds.rounded()))) : 0
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }
}
