import Foundation
import Geometry

extension MiniControls {
    /// Where all that is drawn goes, in points. None is over another, but for the two that come with the pointer's place:
    /// the bubble and the tooltip.
    struct Parts {
        var metrics: Metrics
        var width: Double
        var height: Double
        var rects: [Control: CGRect]
        /// LIVE.
        var badge: CGRect?
        /// Who is seen.
        var name: CGRect?
        /// The time that the pointer is at on the seek bar.
        var bubble: CGRect?
        /// The title of the control under the pointer.
        var tooltip: CGRect?
        /// How the session stands; seen without the pointer too.
        var status: CGRect?
        /// Who is seen has the microphone off; seen without the pointer too.
        var muted: CGRect?

        /// How far the shade behind the controls reaches.
        var depth: Double { min(64, height / 2) }

        private var hovered: [CGRect] { Array(rects.values) + [badge, name, bubble, tooltip].compactMap { $0 } }
        var hasTop: Bool { hovered.contains { $0.midY < height / 2 } }
        var hasBottom: Bool { hovered.contains { $0.midY >= height / 2 } }

        /// The strips of the window, in device pixels, that hold all that comes with the pointer: one or two, apart.
        func bands(scale: Double) -> [Rect] {
            let upper = hovered.filter { $0.midY < height / 2 }.map(\.maxY).max()
            let lower = hovered.filter { $0.midY >= height / 2 }.map(\.minY).min()
            func band(_ top: Double, _ bottom: Double) -> Rect {
                CGRect(x: 0, y: top, width: width, height: bottom - top).pixelsNearest(scale)
            }
            let first = upper.map { band(0, min(height, max(depth, $0 + 2))) }
            // The times stand above the bar, a little higher than it.
            let second = lower.map { band(max(0, min(height - depth, $0 - 16)), height) }
            guard let first, let second else { return [first, second].compactMap { $0 } }
            return first.maxY >= second.y ? [first.union(second)] : [first, second]
        }
    }

    /// The parts of a window of `size` device pixels; nil when it has no room for any control.
    func parts(in size: Size, scale: Double) -> Parts? {
        let rects = rects(in: size, scale: scale).mapValues { $0.points(scale) }
        guard !rects.isEmpty else { return nil }
        let (width, height) = (Double(size.width) / scale, Double(size.height) / scale)
        var parts = Parts(
            metrics: Metrics(width: width, height: height), width: width, height: height, rects: rects)
        parts.status = statusRect(parts)
        parts.muted = mutedRect(parts)
        parts.badge = badgeRect(parts)
        parts.tooltip = tooltipRect(parts)
        parts.name = nameRect(parts)
        parts.bubble = bubbleRect(parts)
        return parts
    }

    /// The height of a chip with words.
    private static let chip = 24.0

    /// The same place as seen from the other side when close and restore are below.
    private func mirrored(_ rect: CGRect, _ parts: Parts) -> CGRect {
        guard isFlipped else { return rect }
        return CGRect(x: rect.minX, y: parts.height - rect.maxY, width: rect.width, height: rect.height)
    }

    private func isFree(_ rect: CGRect, _ parts: Parts, dx: Double = 4, dy: Double = 2) -> Bool {
        let others = Array(parts.rects.values) + [parts.status, parts.muted].compactMap { $0 }
        return !others.contains { $0.insetBy(dx: -dx, dy: -dy).intersects(rect) }
            && CGRect(x: 0, y: 0, width: parts.width, height: parts.height).contains(rect)
    }

    /// The upper edge of the row, as if it were below.
    private func rowTop(_ parts: Parts) -> Double {
        let bar = parts.rects[.seekBar] == nil ? 0 : 27.0
        let times = Self.stacksTimes(extras, parts.metrics, width: parts.width, hasBar: bar > 0) ? Self.times : 0
        return parts.height - parts.metrics.inset - bar - times - parts.metrics.row
    }

    /// Between the two buttons in the corners, or below them when the words are too long for that.
    private func statusRect(_ parts: Parts) -> CGRect? {
        guard let statusText, !statusText.isEmpty else { return nil }
        let metrics = parts.metrics
        let wanted = Canvas.measure(statusText, style: .small.weight(.medium)).width + 20
        let between = parts.width - 2 * (metrics.inset + metrics.corner + 6)
        let below = metrics.inset + metrics.corner + 4
        let hasRoomBelow = below + Self.chip + 4 <= rowTop(parts)
        let isBelow = wanted > between && hasRoomBelow
        let chip = min(wanted, isBelow ? parts.width - 2 * metrics.inset : between)
        guard chip >= 28 else { return nil }
        let y = isBelow ? below : metrics.inset + (metrics.corner - Self.chip) / 2
        return mirrored(CGRect(x: (parts.width - chip) / 2, y: y, width: chip, height: Self.chip), parts)
    }

    /// At the right end of the row, else above it.
    private func mutedRect(_ parts: Parts) -> CGRect? {
        guard isParticipantMuted else { return nil }
        let side = parts.metrics.row >= 36 && parts.width >= 200 ? 28.0 : 22
        let x = parts.width - parts.metrics.inset - side
        let top = rowTop(parts)
        let places = [top + (parts.metrics.row - side) / 2, top - 6 - side].map { y in
            mirrored(CGRect(x: x, y: y, width: side, height: side), parts)
        }
        return places.first { isFree($0, parts, dx: 2) }
    }

    /// Beside the row, else between the corner buttons; a window without room for it shows the picture instead.
    private func badgeRect(_ parts: Parts) -> CGRect? {
        guard isLive else { return nil }
        let size = Badge.size(of: "LIVE")
        let metrics = parts.metrics
        let inset = metrics.inset + 2
        let places = [
            CGPoint(x: inset, y: rowTop(parts) + (metrics.row - size.height) / 2),
            CGPoint(x: (parts.width - size.width) / 2, y: metrics.inset + (metrics.corner - size.height) / 2),
        ].map { mirrored(CGRect(origin: $0, size: size), parts) }
        return places.first { isFree($0, parts) }
    }

    /// At the left end of the row; else in a small window between the corner buttons, in others above the row. Cut
    /// when it is too long.
    private func nameRect(_ parts: Parts) -> CGRect? {
        guard let name, !name.isEmpty else { return nil }
        let metrics = parts.metrics
        let wanted = Canvas.measure(name, style: .small.weight(.medium)).width + 18
        let top = rowTop(parts)
        var places: [CGRect] = []
        func add(_ x: Double, _ y: Double, _ room: Double) {
            guard room >= min(wanted, 88) else { return }
            places.append(CGRect(x: x, y: y, width: min(wanted, room), height: Self.chip))
        }
        if parts.rects[.seekBar] == nil {
            let row = parts.rects.filter { $0.key != .close && $0.key != .restore }.values
            let start =
                parts.badge.map { $0.midX < parts.width / 3 ? Double($0.maxX) + 6 : metrics.inset } ?? metrics.inset
            let end = parts.muted.map { Double($0.minX) } ?? parts.width - metrics.inset + 8
            let room = row.map { Double($0.minX) }.reduce(end, min) - 8 - start
            add(start, top + (metrics.row - Self.chip) / 2, room)
        }
        if metrics.row < 36 {
            let room = min(wanted, parts.width - 2 * (metrics.inset + metrics.corner + 6))
            add((parts.width - room) / 2, metrics.inset + (metrics.corner - Self.chip) / 2, room)
        }
        add(metrics.inset, top - 6 - Self.chip, parts.width - 2 * metrics.inset)
        let place = places.map { mirrored($0, parts) }.first {
            isFree($0, parts) && parts.badge?.intersects($0) != true
        }
        // It makes room for a tooltip, but does not jump elsewhere for it.
        return place.flatMap { parts.tooltip?.intersects($0) == true ? nil : $0 }
    }

    /// Close above the bar, where the pointer is.
    private func bubbleRect(_ parts: Parts) -> CGRect? {
        guard let seekHover, let progress, progress.duration > 0, let bar = parts.rects[.seekBar] else { return nil }
        let size = CGSize(
            width: Canvas.measure(Self.clock(seekHover), style: .small.weight(.medium).tabular).width + 14, height: 20)
        let x = bar.minX + bar.width * min(1, max(0, seekHover / progress.duration)) - size.width / 2
        let inside = min(parts.width - 4 - size.width, max(4, x))
        let y = isFlipped ? bar.midY + 9 : bar.midY - 9 - size.height
        return CGRect(origin: CGPoint(x: inside, y: y), size: size)
    }

    private func tooltipRect(_ parts: Parts) -> CGRect? {
        guard showsTooltip, let hovered, hovered != .seekBar, let rect = parts.rects[hovered] else { return nil }
        let (width, height) = (parts.width, parts.height)
        let words = Canvas.measure(Self.fitting(tooltip(of: hovered), width - 24), style: .small.weight(.medium))
        let chip = CGSize(width: min(width - 8, words.width + 16), height: Self.chip)
        let x = min(width - 4 - chip.width, max(4, rect.midX - chip.width / 2))
        let isUpper = rect.midY < height / 2
        let away = CGRect(
            x: x, y: isUpper ? rect.maxY + 4 : rect.minY - 4 - chip.height, width: chip.width, height: chip.height)
        guard hovered == .close || hovered == .restore else { return away }
        // In the band of the buttons when there is room beside them, so that the overlay need not grow.
        let beside = CGRect(
            x: rect.midX < width / 2 ? rect.maxX + 6 : rect.minX - 6 - chip.width, y: rect.midY - chip.height / 2,
            width: chip.width, height: chip.height)
        let hasRoom = chip.width <= width - 2 * (rect.width + 16)
        return hasRoom && parts.status?.insetBy(dx: -4, dy: 0).intersects(beside) != true ? beside : away
    }

    /// A tooltip, or its second half alone where there is no room for both: what it does is told by the icon.
    static func fitting(_ tooltip: String, _ room: Double) -> String {
        guard Canvas.measure(tooltip, style: .small.weight(.medium)).width > room else { return tooltip }
        return tooltip.split(separator: " · ").last.map { String($0) } ?? tooltip
    }
}
