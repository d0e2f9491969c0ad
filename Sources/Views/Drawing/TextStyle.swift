/// How text is set: the type scale of the design (body, small, title) and what may vary in it.
public struct TextStyle: Sendable, Hashable {
    /// The weights of the design, on CSS's scale.
    public enum Weight: Int, Sendable, Hashable, CaseIterable {
        /// 400: running text.
        case regular = 400
        /// 550: names, buttons.
        case medium = 550
        /// 650: titles, badges.
        case semibold = 650
    }

    /// The font size, in points.
    public var size: Double
    /// From one baseline to the next, in points.
    public var lineHeight: Double
    /// How bold it is.
    public var weight: Weight
    /// Figures of one width, for numbers that change.
    public var isTabular = false
    /// Extra space between letters, in points.
    public var tracking = 0.0

    /// A style.
    public init(size: Double, lineHeight: Double, weight: Weight = .regular) {
        self.size = size
        self.lineHeight = lineHeight
        self.weight = weight
    }

    /// 14 on 20.
    public static let body = TextStyle(size: 14, lineHeight: 20)
    /// 12 on 16.
    public static let small = TextStyle(size: 12, lineHeight: 16)
    /// 22 on 28.
    public static let title = TextStyle(size: 22, lineHeight: 28, weight: .semibold)

    /// The same in another weight.
    public func weight(_ weight: Weight) -> TextStyle {
        var copy = self
        copy.weight = weight
        return copy
    }

    /// The same with figures of one width.
    public var tabular: TextStyle {
        var copy = self
        copy.isTabular = true
        return copy
    }

    /// The same with `points` between the letters.
    public func tracking(_ points: Double) -> TextStyle {
        var copy = self
        copy.tracking = points
        return copy
    }
}

/// Where text goes in the width it is given.
public enum TextAlignment: Sendable, Hashable {
    /// At the side where reading starts.
    case leading
    /// In the middle.
    case center
    /// At the side where reading ends.
    case trailing
}
