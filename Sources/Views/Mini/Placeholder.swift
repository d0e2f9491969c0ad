public import Foundation
public import Frames
public import Geometry

/// What a window shows when it has no picture: "Connecting…", "The stream ended", "In picture in picture".
public struct Placeholder: Sendable, Hashable {
    /// What is the matter, in a few words.
    public var title: String
    /// A second, quieter line.
    public var detail: String?
    /// Drawn above the words.
    public var icon: Icon?

    /// A placeholder.
    public init(_ title: String, detail: String? = nil, icon: Icon? = nil) {
        self.title = title
        self.detail = detail
        self.icon = icon
    }

    /// A window of `size` device pixels full of it. Any thread.
    public func bitmap(size: Size, scale: Double = 1, theme: Theme = .dark) -> Bitmap {
        Bitmap(size: size, scale: scale) { canvas in
            canvas.clear(theme.background)
            draw(in: canvas.bounds, on: canvas, theme: theme)
        }
    }

    /// Draws it in the middle of `rect`, without a background. What has no room is left out: the icon first, then the
    /// detail.
    public func draw(in rect: CGRect, on canvas: Canvas, theme: Theme = .dark) {
        let box = rect.insetBy(dx: min(16, rect.width / 10), dy: 4)
        guard box.width > 0, box.height > 0 else { return }
        let isSmall = rect.width < 240
        let titleStyle = (isSmall ? TextStyle.small : TextStyle.body).weight(.medium)
        let titleSize = Canvas.measure(title, style: titleStyle, width: box.width, lines: 2)
        let detailSize = detail.map { Canvas.measure($0, style: .small, width: box.width, lines: 2) }
        let iconSide = isSmall || rect.height < 160 ? 22.0 : 32.0
        var height = titleSize.height
        let hasDetail = detailSize.map { height + 4 + $0.height <= box.height } ?? false
        if hasDetail, let detailSize { height += 4 + detailSize.height }
        let hasIcon = icon != nil && height + iconSide + 12 <= box.height
        if hasIcon { height += iconSide + 12 }
        var y = rect.midY - height / 2
        if hasIcon, let icon {
            canvas.draw(
                icon, in: CGRect(x: box.minX, y: y, width: box.width, height: iconSide), size: iconSide,
                color: theme.dim)
            y += iconSide + 12
        }
        canvas.draw(
            title, in: CGRect(x: box.minX, y: y, width: box.width, height: titleSize.height), style: titleStyle,
            color: theme.text, alignment: .center, lines: 2)
        y += titleSize.height + 4
        if hasDetail, let detail, let detailSize {
            canvas.draw(
                detail, in: CGRect(x: box.minX, y: y, width: box.width, height: detailSize.height), style: .small,
                color: theme.dim, alignment: .center, lines: 2)
        }
    }
}
