public import Foundation

/// Lays out what it holds in a row or a column, each at the size it likes.
@MainActor open class StackView: View {
    /// Row or column.
    public enum Axis: Sendable, Hashable {
        /// From left to right.
        case horizontal
        /// From top to bottom.
        case vertical
    }
    /// Where views go across the axis.
    public enum Alignment: Sendable, Hashable {
        /// At the left or upper side.
        case start
        /// In the middle.
        case center
        /// As large as the stack.
        case fill
    }

    /// Row or column.
    public var axis: Axis { didSet { setNeedsLayout() } }
    /// Between two views, in points.
    public var spacing: Double { didSet { setNeedsLayout() } }
    /// Around all of them, in points.
    public var padding = 0.0 { didSet { setNeedsLayout() } }
    /// Where views go across the axis.
    public var alignment = Alignment.center { didSet { setNeedsLayout() } }

    /// A row or a column.
    public init(_ axis: Axis, spacing: Double = 8, padding: Double = 0) {
        self.axis = axis
        self.spacing = spacing
        self.padding = padding
        super.init()
    }

    private var arranged: [View] { subviews.filter { !$0.isHidden } }

    /// What all of them need.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let sizes = arranged.map { $0.sizeThatFits(size) }
        let gaps = spacing * Double(max(0, sizes.count - 1))
        let along = sizes.reduce(gaps) { $0 + (axis == .horizontal ? $1.width : $1.height) } + 2 * padding
        let across = (sizes.map { axis == .horizontal ? $0.height : $0.width }.max() ?? 0) + 2 * padding
        return axis == .horizontal
            ? CGSize(width: along, height: across) : CGSize(width: across, height: along)
    }

    /// Puts them one after the other.
    open override func layoutSubviews() {
        let box = bounds.insetBy(dx: padding, dy: padding)
        var place = axis == .horizontal ? box.minX : box.minY
        for view in arranged {
            var size = view.sizeThatFits(box.size)
            if alignment == .fill {
                if axis == .horizontal { size.height = box.height } else { size.width = box.width }
            }
            if axis == .horizontal {
                let y = alignment == .center ? box.midY - size.height / 2 : box.minY
                view.frame = CGRect(x: place, y: y, width: size.width, height: size.height)
                place += size.width + spacing
            } else {
                let x = alignment == .center ? box.midX - size.width / 2 : box.minX
                view.frame = CGRect(x: x, y: place, width: size.width, height: size.height)
                place += size.height + spacing
            }
        }
    }
}
