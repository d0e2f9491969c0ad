/// The edges of the screen that a window is snapped to; two of them are a corner.
public struct ScreenEdges: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8
    /// From bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The upper edge.
    public static let top = ScreenEdges(rawValue: 1)
    /// The lower edge.
    public static let bottom = ScreenEdges(rawValue: 2)
    /// The left edge.
    public static let left = ScreenEdges(rawValue: 4)
    /// The right edge.
    public static let right = ScreenEdges(rawValue: 8)
}
