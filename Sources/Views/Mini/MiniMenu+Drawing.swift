import Foundation
public import Frames
import Geometry

extension MiniMenu {
    /// The menu as its window shows it, of `size(scale:)`; clear outside its round corners.
    ///
    /// - Parameter highlighted: what is under the pointer or chosen by key.
    public func bitmap(highlighted: Action? = nil, scale: Double = 1, theme: Theme = .dark) -> Bitmap {
        Bitmap(size: size(scale: scale), scale: scale) { canvas in
            canvas.fill(canvas.bounds, theme.panel, radius: Metrics.radius)
            canvas.stroke(canvas.bounds, theme.line, width: 1, radius: Metrics.radius)
            for (entry, rect) in rows {
                switch entry {
                case .separator:
                    canvas.fill(
                        CGRect(x: rect.minX + 4, y: rect.midY - 0.5, width: rect.width - 8, height: 1), theme.line)
                case .heading(let text):
                    canvas.draw(
                        text, in: rect.insetBy(dx: 10, dy: 0), style: Metrics.heading, color: theme.dim)
                case .item(let item):
                    draw(item, in: rect, isHighlighted: item.id == highlighted, on: canvas, theme: theme)
                case .choices(let title, let cells, let reason):
                    let color = cells.contains(where: \.isEnabled) ? theme.text : theme.dim.opacity(0.7)
                    canvas.draw(title, in: titleRect(in: rect), style: Metrics.style, color: color)
                    if let reason {
                        canvas.draw(
                            reason, in: rect.insetBy(dx: 10, dy: 0), style: Metrics.small, color: theme.dim,
                            alignment: .trailing)
                    } else {
                        draw(cells, in: rect, highlighted: highlighted, on: canvas, theme: theme)
                    }
                }
            }
        }
    }

    private func titleRect(in row: CGRect) -> CGRect {
        let x = Metrics.lead - Metrics.padding
        return CGRect(x: row.minX + x, y: row.minY, width: row.width - x, height: row.height)
    }

    private func draw(_ item: Item, in rect: CGRect, isHighlighted: Bool, on canvas: Canvas, theme: Theme) {
        let isLit = isHighlighted && item.isEnabled
        var color = item.isDestructive ? theme.danger.mixed(with: .white, 0.12) : theme.text
        var quiet = theme.dim
        if !item.isEnabled { (color, quiet) = (theme.dim.opacity(0.7), theme.dim.opacity(0.6)) }
        if isLit {
            canvas.fill(rect, item.isDestructive ? theme.danger : theme.line, radius: Theme.Radius.small)
            if item.isDestructive { (color, quiet) = (theme.onGlass, theme.onGlass.opacity(0.8)) }
        }
        let lead = CGRect(x: rect.minX + 2, y: rect.minY, width: 28, height: rect.height)
        if let isChecked = item.isChecked {
            drawBox(isChecked, in: lead, isEnabled: item.isEnabled, isLit: isLit, on: canvas, theme: theme)
        } else if let icon = item.icon {
            let tint = item.isDestructive || isLit ? color : quiet
            canvas.draw(icon, in: lead, size: 16, color: tint)
        }
        canvas.draw(item.title, in: titleRect(in: rect), style: Metrics.style, color: color)
        if let shortcut = item.shortcut {
            canvas.draw(
                shortcut, in: rect.insetBy(dx: 10, dy: 0), style: Metrics.small, color: quiet, alignment: .trailing)
        }
    }

    /// An option: an empty box, or a full one with a check mark; told by shape, not by colour alone.
    private func drawBox(
        _ isChecked: Bool, in rect: CGRect, isEnabled: Bool, isLit: Bool, on canvas: Canvas, theme: Theme
    ) {
        let box = CGRect(x: rect.midX - 7.5, y: rect.midY - 7.5, width: 15, height: 15)
        let strength = isEnabled ? 1 : 0.5
        if isChecked {
            canvas.fill(box, theme.accent.opacity(strength), radius: 4)
            canvas.draw(.check, in: box, size: 13, color: theme.onGlass.opacity(strength))
        } else {
            canvas.stroke(box, (isLit ? theme.text : theme.dim).opacity(strength * 0.8), width: 1.4, radius: 4)
        }
    }

    private func draw(_ cells: [Item], in row: CGRect, highlighted: Action?, on canvas: Canvas, theme: Theme) {
        let places = cells.indices.map { Self.cell($0, of: cells.count, in: row) }
        guard let first = places.first, let last = places.last else { return }
        let track = first.union(last)
        canvas.fill(track, theme.raised, radius: Theme.Radius.small)
        canvas.stroke(track, theme.line, width: 1, radius: Theme.Radius.small)
        for (item, place) in zip(cells, places) {
            let isChosen = item.isChecked == true
            let isLit = item.id == highlighted && item.isEnabled
            var color = isChosen ? theme.onGlass : isLit ? theme.text : theme.dim
            if !item.isEnabled { color = theme.dim.opacity(0.5) }
            if isChosen { canvas.fill(place, theme.accent, radius: Theme.Radius.small) }
            if isLit {
                if !isChosen { canvas.fill(place, theme.line, radius: Theme.Radius.small) }
                canvas.stroke(place, isChosen ? theme.onGlass : theme.dim, width: 1.4, radius: Theme.Radius.small)
            }
            switch item.id {
            case .opacity(let percent):
                canvas.draw("\(percent)", in: place, style: Metrics.small, color: color, alignment: .center)
            case .corner(let corner): drawScreen(corner, in: place, color: color, on: canvas)
            default: canvas.draw(item.title, in: place, style: Metrics.small, color: color, alignment: .center)
            }
        }
    }

    /// A small screen with a window in its corner.
    private func drawScreen(_ corner: Corner, in rect: CGRect, color: Color, on canvas: Canvas) {
        let screen = CGRect(x: rect.midX - 9, y: rect.midY - 6.5, width: 18, height: 13)
        canvas.stroke(screen, color, width: 1.2, radius: 2.5)
        let window = CGRect(
            x: corner.isLeft ? screen.minX + 2.6 : screen.maxX - 9.6,
            y: corner.isUpper ? screen.minY + 2.6 : screen.maxY - 7, width: 7, height: 4.4)
        canvas.fill(window, color, radius: 1)
    }
}
