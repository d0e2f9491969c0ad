import Foundation
public import Frames
public import Geometry

/// The list of keys over a mini window that has the keyboard (spec M4).
///
/// A value; pure, any thread. It is drawn over the whole picture, dimmed: the presenter blends all of it, but only while
/// somebody reads.
public struct MiniHelp: Sendable, Hashable {
    /// Keys and what they do.
    public struct Row: Sendable, Hashable {
        /// The names on the keys, any of which does it: `Esc`, `Shift ↑↓←→`.
        public var keys: [String]
        /// What they do, in a word or three.
        public var title: String

        /// A row.
        public init(_ keys: [String], _ title: String) {
            self.keys = keys
            self.title = title
        }
    }

    /// What is listed, the most wanted first: what has no room is left out from the end.
    public var rows: [Row]

    /// The keys of a window of some kind.
    public init(kind: MiniControls.Kind, hasCompositor: Bool = true) {
        rows = Self.rows(kind: kind, hasCompositor: hasCompositor)
    }

    /// The keys of a window of some kind, the most wanted first. No single letter ends a session.
    ///
    /// - Parameter hasCompositor: whether the desktop can show a window that is not opaque; without, + and − change
    ///   the size.
    public static func rows(kind: MiniControls.Kind, hasCompositor: Bool = true) -> [Row] {
        var rows = [Row(["Esc"], "Leave"), Row(["Enter", "R"], "Full size")]
        switch kind {
        case .call: rows += [Row(["Space", "M"], "Mute"), Row(["C"], "Camera")]
        case .live: rows += [Row(["Space"], "Play, pause"), Row(["M"], "Mute")]
        case .view: break
        }
        return rows + [
            Row(["↑↓←→"], "Move"),
            Row(["Shift ↑↓←→"], "Resize"),
            Row(["+", "−"], hasCompositor ? "Opacity" : "Size"),
            Row(["S"], "Tuck away"),
            Row(["H"], "Hide"),
            Row(["Ctrl W"], kind.closeTitle),
            Row(["?"], "This list"),
        ]
    }

    /// The measures of the list, in points, for a window's size.
    private struct Metrics {
        var style: TextStyle
        var row: Double
        var inset: Double
        var cap: Double
        var gap = 8.0

        init(width: Double, height: Double) {
            if min(width, height) >= 200 {
                (style, row, inset, cap) = (TextStyle(size: 13, lineHeight: 18), 26, 18, 20)
            } else if min(width, height) >= 140 {
                (style, row, inset, cap) = (.small, 21, 12, 17)
            } else {
                (style, row, inset, cap, gap) = (TextStyle(size: 10, lineHeight: 13), 16.5, 6, 14, 6)
            }
        }

        var capStyle: TextStyle { TextStyle(size: style.size - 1.5, lineHeight: style.lineHeight, weight: .medium) }
        func width(ofCap key: String) -> Double { max(cap, Canvas.measure(key, style: capStyle).width + 9) }
        func width(ofCaps keys: [String]) -> Double {
            keys.reduce(0) { $0 + width(ofCap: $1) } + 3 * Double(max(0, keys.count - 1))
        }
    }

    /// Where the rows of a window of some size go.
    private struct Layout {
        var metrics: Metrics
        var rows: [Row]
        var columns: Int
        var perColumn: Int
        /// How many are shown; the place after the last is the mark for more, if there are more.
        var shown: Int
        /// The room of the key caps in each column.
        var caps: [Double] = []
        /// The width of each column.
        var widths: [Double] = []

        init(_ rows: [Row], columns: Int, perColumn: Int, _ metrics: Metrics) {
            (self.rows, self.columns, self.perColumn, self.metrics) = (rows, columns, perColumn, metrics)
            let places = columns * perColumn
            shown = rows.count <= places ? rows.count : max(0, places - 1)
            for column in 0..<columns {
                let group = rows.prefix(shown).dropFirst(column * perColumn).prefix(perColumn)
                let cap = group.map { metrics.width(ofCaps: $0.keys) }.max() ?? 0
                let title = group.map { Canvas.measure($0.title, style: metrics.style).width }.max() ?? 0
                caps.append(cap)
                widths.append(cap + metrics.gap + title)
            }
        }

        /// With the least room between two columns.
        var width: Double { widths.reduce(0, +) + (columns > 1 ? 1.5 * metrics.gap : 0) }
    }

    /// The first of these that fits: all in one column, all in two, both again in short, with the signs on the
    /// keys instead of their names; else as many as one column holds.
    private func layout(width: Double, height: Double) -> Layout {
        let metrics = Metrics(width: width, height: height)
        let room = (width: width - 2 * metrics.inset, height: height - 2 * metrics.inset)
        let most = max(1, Int(room.height / metrics.row))
        let compact = rows.map { Row($0.keys.map(Self.sign), Self.short($0.title)) }
        for rows in [rows, compact] {
            for columns in 1...2 {
                let perColumn = (rows.count + columns - 1) / columns
                guard perColumn <= most else { continue }
                let layout = Layout(rows, columns: columns, perColumn: perColumn, metrics)
                if layout.width <= room.width { return layout }
            }
        }
        return Layout(compact, columns: 1, perColumn: min(most, rows.count), metrics)
    }

    /// One word for what wants two.
    private static func short(_ title: String) -> String {
        switch title {
        case "Play, pause": "Pause"
        case "Stop watching", "Stop floating": "Stop"
        default: title
        }
    }

    /// What stands on a key in place of its name.
    private static func sign(_ key: String) -> String {
        switch key {
        case "Enter": "↵"
        case "Space": "␣"
        default: key.replacing("Shift ", with: "⇧").replacing("Ctrl ", with: "^")
        }
    }

    /// How many of the rows a window of `size` device pixels has room for.
    public func shownCount(in size: Size, scale: Double = 1) -> Int {
        layout(width: Double(size.width) / scale, height: Double(size.height) / scale).shown
    }

    /// The list as it is to be blended over the picture of a window of `size` device pixels: in one column or two, the
    /// last places left out and marked by an ellipsis when there is no room.
    public func overlay(for size: Size, scale: Double = 1, theme: Theme = .dark) -> Overlay {
        let bitmap = Bitmap(size: Size(max(1, size.width), max(1, size.height)), scale: scale) { canvas in
            canvas.clear(Color(0x0F1115, alpha: 0.84))
            let bounds = canvas.bounds
            let layout = layout(width: bounds.width, height: bounds.height)
            let metrics = layout.metrics
            let gutter = max(1.5 * metrics.gap, min(40, (bounds.width - layout.widths.reduce(0, +)) / 3))
            let total = layout.widths.reduce(0, +) + gutter * Double(layout.columns - 1)
            let height = Double(layout.perColumn) * metrics.row
            var x = max(metrics.inset, (bounds.width - total) / 2)
            let top = (bounds.height - height) / 2
            for column in 0..<layout.columns {
                for line in 0..<layout.perColumn {
                    let index = column * layout.perColumn + line
                    let y = top + Double(line) * metrics.row
                    if index < layout.shown {
                        let row = CGRect(
                            x: x, y: y, width: min(layout.widths[column], bounds.width - x - 2), height: metrics.row)
                        draw(layout.rows[index], in: row, caps: layout.caps[column], metrics, on: canvas, theme: theme)
                    } else if index == layout.shown, layout.shown < layout.rows.count {
                        canvas.draw(
                            "…",
                            in: CGRect(
                                x: x + layout.caps[column] + metrics.gap, y: y, width: 20, height: metrics.row),
                            style: metrics.style, color: theme.dim)
                    }
                }
                x += layout.widths[column] + gutter
            }
        }
        return Overlay(bitmap: bitmap)
    }

    private func draw(
        _ row: Row, in rect: CGRect, caps: Double, _ metrics: Metrics, on canvas: Canvas, theme: Theme
    ) {
        // The caps end where the titles begin, so that the eye has one edge to go down.
        var x = rect.minX + caps - metrics.width(ofCaps: row.keys)
        for key in row.keys {
            let cap = CGRect(
                x: x, y: rect.midY - metrics.cap / 2, width: metrics.width(ofCap: key), height: metrics.cap)
            canvas.fill(cap, theme.onGlass.opacity(0.22), radius: 4)
            canvas.fill(
                CGRect(x: cap.minX, y: cap.minY, width: cap.width, height: cap.height - 1.5), Color(0x2A303A), radius: 4
            )
            canvas.draw(
                key, in: cap.offsetBy(dx: 0, dy: -0.5), style: metrics.capStyle, color: theme.onGlass,
                alignment: .center)
            x += cap.width + 3
        }
        let start = rect.minX + caps + metrics.gap
        canvas.draw(
            row.title, in: CGRect(x: start, y: rect.minY, width: rect.maxX - start, height: rect.height),
            style: metrics.style, color: theme.onGlass)
    }
}
