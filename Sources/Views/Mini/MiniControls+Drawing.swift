import Foundation
public import Frames
public import Geometry

extension MiniControls {
    /// The controls as they are to be blended over the picture of a window of `size` device pixels, in one piece.
    ///
    /// - Returns: no larger than what is drawn: a presenter blends every pixel of it, each frame. Nil when the window
    ///   has no room for any control.
    public func overlay(for size: Size, scale: Double = 1, theme: Theme = .dark) -> Overlay? {
        guard let parts = parts(in: size, scale: scale), let first = parts.bands(scale: scale).first else { return nil }
        let whole = parts.bands(scale: scale).reduce(first) { $0.union($1) }
        return draw(parts, in: whole, scale: scale, theme: theme)
    }

    /// The same as `overlay(for:scale:theme:)` in two bands, above and below, without the clear middle: half as much to
    /// blend. One piece when the bands touch, none when the window has no room for any control.
    public func overlays(for size: Size, scale: Double = 1, theme: Theme = .dark) -> [Overlay] {
        guard let parts = parts(in: size, scale: scale) else { return [] }
        return parts.bands(scale: scale).map { draw(parts, in: $0, scale: scale, theme: theme) }
    }

    private func draw(_ parts: Parts, in band: Rect, scale: Double, theme: Theme) -> Overlay {
        let bitmap = Bitmap(size: band.size, scale: scale) { canvas in
            canvas.translate(by: -Double(band.x) / scale, -Double(band.y) / scale)
            draw(parts, seen: band.points(scale), on: canvas, theme: theme)
        }
        return Overlay(bitmap: bitmap, origin: band.origin)
    }

    private func draw(_ parts: Parts, seen: CGRect, on canvas: Canvas, theme: Theme) {
        let (width, height) = (parts.width, parts.height)
        let depth = parts.depth
        if parts.hasTop {
            canvas.fill(
                CGRect(x: 0, y: 0, width: width, height: depth), .scrim(from: .zero, to: CGPoint(x: 0, y: depth)))
        }
        if parts.hasBottom {
            canvas.fill(
                CGRect(x: 0, y: height - depth, width: width, height: depth),
                .scrim(from: CGPoint(x: 0, y: height), to: CGPoint(x: 0, y: height - depth)))
        }
        for control in Control.allCases {
            guard let rect = parts.rects[control], rect.intersects(seen.insetBy(dx: 0, dy: -16)) else { continue }
            if control == .seekBar {
                drawSeekBar(in: rect, bubble: parts.bubble, on: canvas, theme: theme)
            } else {
                // What the bubble covers steps back, so that the time is read alone.
                canvas.group(alpha: parts.bubble?.intersects(rect) == true ? 0.4 : 1) {
                    drawButton(control, in: rect, icon: parts.metrics.icon, on: canvas, theme: theme)
                }
            }
        }
        if let badge = parts.badge { Badge.draw("LIVE", in: badge, fill: theme.danger, on: canvas, theme: theme) }
        if let name, let rect = parts.name { Self.drawChip(name, in: rect, on: canvas, theme: theme) }
        if let seekHover, let rect = parts.bubble {
            canvas.fill(rect, Self.dense, radius: Theme.Radius.small)
            canvas.draw(
                Self.clock(seekHover), in: rect, style: TextStyle.small.weight(.medium).tabular, color: theme.onGlass,
                alignment: .center)
        }
        if let hovered, let rect = parts.tooltip {
            canvas.fill(rect, Self.dense, radius: Theme.Radius.small)
            canvas.draw(
                Self.fitting(tooltip(of: hovered), width - 24), in: rect.insetBy(dx: 8, dy: 0),
                style: .small.weight(.medium),
                color: theme.onGlass, alignment: .center)
        }
    }

    /// Glass that words of a moment stand on, over controls too.
    private static var dense: Color { Color(0x0F1115, alpha: 0.92) }

    /// A few words on glass.
    static func drawChip(_ text: String, in rect: CGRect, on canvas: Canvas, theme: Theme) {
        canvas.fill(rect, theme.glass, radius: Theme.Radius.small)
        canvas.draw(
            text, in: rect.insetBy(dx: 8, dy: 0), style: .small.weight(.medium), color: theme.onGlass,
            alignment: .center)
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

    private func drawSeekBar(in rect: CGRect, bubble: CGRect?, on canvas: Canvas, theme: Theme) {
        guard let progress, progress.duration > 0 else { return }
        let share = min(1, max(0, progress.position / progress.duration))
        let isActive = hovered == .seekBar || pressed == .seekBar || focused == .seekBar || seekHover != nil
        let thickness = isActive ? 6.0 : 4.0
        let bar = CGRect(x: rect.minX, y: rect.midY - thickness / 2, width: rect.width, height: thickness)
        func part(_ share: Double) -> CGRect {
            CGRect(x: bar.minX, y: bar.minY, width: bar.width * share, height: thickness)
        }
        canvas.fill(bar, Color.white.opacity(0.32), radius: thickness / 2)
        let place = seekHover.map { min(1, max(0, $0 / progress.duration)) }
        if let place { canvas.fill(part(place), Color.white.opacity(0.3), radius: thickness / 2) }
        canvas.fill(part(share), theme.accent, radius: thickness / 2)
        if let place {
            let x = min(bar.maxX - 1, max(bar.minX + 1, part(place).maxX))
            canvas.fill(CGRect(x: x - 1, y: bar.midY - 6, width: 2, height: 12), .white, radius: 1)
        }
        let knob = isActive ? 7.0 : 6.0
        let x = min(rect.maxX - knob, max(rect.minX + knob, part(share).maxX))
        let oval = CGRect(x: x - knob, y: bar.midY - knob, width: 2 * knob, height: 2 * knob)
        if focused == .seekBar { canvas.fillOval(in: oval.insetBy(dx: -3, dy: -3), theme.accent.opacity(0.7)) }
        canvas.fillOval(in: oval, .white)
        let style = TextStyle.small.weight(.medium).tabular
        let y = isFlipped ? rect.maxY - 3 : rect.minY - 13
        let times = [
            (Self.clock(progress.position), CGRect(x: rect.minX, y: y, width: 48, height: 16), TextAlignment.leading),
            (
                "−" + Self.clock(progress.duration - progress.position),
                CGRect(x: rect.maxX - 48, y: y, width: 48, height: 16), .trailing
            ),
        ]
        for (text, place, alignment) in times where bubble?.intersects(place) != true {
            canvas.draw(text, in: place, style: style, color: theme.onGlass, alignment: alignment)
        }
    }

    /// `0:03`, `12:48`, `1:02:03`.
    public static func clock(_ seconds: Double) -> String {
        let whole = seconds.isFinite ? max(0, min(359_999, Int(seconds.rounded()))) : 0
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }
}
