public import Geometry
import Foundation

extension MiniMenu {
    /// The measures of the menu, in points (look: "Controls").
    enum Metrics {
        /// The height of a row.
        static let row = 28.0
        /// The height of a line between groups.
        static let separator = 9.0
        /// From the menu's edge to its rows.
        static let padding = 6.0
        /// Where titles begin: after the box or icon.
        static let lead = 38.0
        /// A cell of a row of choices.
        static let cell = CGSize(width: 36, height: 22)
        /// The radius of the menu's corners.
        static let radius = 10.0
        /// How titles are set.
        static let style = TextStyle(size: 13, lineHeight: 18)
        /// How shortcuts, cells and reasons are set.
        static let small = TextStyle.small.tabular
        /// How headings are set.
        static let heading = TextStyle.small.weight(.semibold)
    }

    /// The whole menu, in device pixels.
    public func size(scale: Double = 1) -> Size {
        let size = pointSize
        return Size(Int((size.width * scale).rounded()), Int((size.height * scale).rounded()))
    }

    /// The radius of the menu's corners, in points: what an opaque window is shaped to.
    public static var cornerRadius: Double { Metrics.radius }

    /// What can be chosen at a place of the menu, in device pixels.
    ///
    /// - Returns: nil on lines, titles of choices, what is disabled, and outside.
    public func hitTest(_ point: Point, scale: Double = 1) -> Action? {
        for (action, rect) in rects(scale: scale) where rect.contains(point) {
            return item(action)?.isEnabled == true ? action : nil
        }
        return nil
    }

    /// Where everything that can be chosen is, disabled or not, in device pixels. Choices that a reason stands for have
    /// no place.
    public func rects(scale: Double = 1) -> [Action: Rect] {
        var rects: [Action: Rect] = [:]
        for (entry, row) in rows {
            switch entry {
            case .separator, .heading: break
            case .item(let item): rects[item.id] = row.pixelsNearest(scale)
            case .choices(_, let cells, let reason):
                guard reason == nil else { continue }
                for (index, cell) in cells.enumerated() {
                    rects[cell.id] = Self.cell(index, of: cells.count, in: row).pixelsNearest(scale)
                }
            }
        }
        return rects
    }

    /// Every row and where it is, in points.
    var rows: [(entry: Entry, rect: CGRect)] {
        var y = Metrics.padding
        let width = pointSize.width - 2 * Metrics.padding
        return entries.map { entry in
            let height = Self.height(of: entry)
            defer { y += height }
            return (entry, CGRect(x: Metrics.padding, y: y, width: width, height: height))
        }
    }

    /// One of the cells at the right end of a row.
    static func cell(_ index: Int, of count: Int, in row: CGRect) -> CGRect {
        let size = Metrics.cell
        return CGRect(
            x: row.maxX - 4 - Double(count - index) * size.width, y: row.midY - size.height / 2, width: size.width,
            height: size.height)
    }

    private static func height(of entry: Entry) -> Double {
        if case .separator = entry { Metrics.separator } else { Metrics.row }
    }

    private var pointSize: CGSize {
        let height = entries.reduce(0) { $0 + Self.height(of: $1) } + 2 * Metrics.padding
        let width =
            entries.map { entry -> Double in
                switch entry {
                case .separator: 0
                case .heading(let text): Canvas.measure(text, style: Metrics.heading).width + 10 - Metrics.lead
                case .item(let item):
                    Canvas.measure(item.title, style: Metrics.style).width
                        + (item.shortcut.map { 28 + Canvas.measure($0, style: Metrics.small).width } ?? 0)
                case .choices(let title, let cells, let reason):
                    Canvas.measure(title, style: Metrics.style).width + 20
                        + (reason.map { Canvas.measure($0, style: Metrics.small).width }
                            ?? Double(cells.count) * Metrics.cell.width - 6)
                }
            }.max() ?? 0
        return CGSize(width: max(160, Metrics.lead + width + 10 + 2 * Metrics.padding), height: height)
    }
}
