public import Foundation
public import Views

/// Where the in-app tile goes: pure functions of its parent's bounds (spec C1, C2, C7, C8). All in points.
public struct TileGeometry: Sendable, Hashable {
    /// A corner of the parent.
    public enum Corner: Sendable, Hashable, CaseIterable {
        /// At the bottom, on the right.
        case lowerRightCorner
        /// At the top, on the right.
        case upperRightCorner
        /// At the bottom, on the left.
        case lowerLeftCorner
        /// At the top, on the left.
        case upperLeftCorner

        /// The corner on these sides.
        public init(isLower: Bool, isRight: Bool) {
            switch (isLower, isRight) {
            case (true, true): self = .lowerRightCorner
            case (false, true): self = .upperRightCorner
            case (true, false): self = .lowerLeftCorner
            case (false, false): self = .upperLeftCorner
            }
        }

        /// True at the bottom.
        public var isLower: Bool { self == .lowerRightCorner || self == .lowerLeftCorner }
        /// True on the right.
        public var isRight: Bool { self == .lowerRightCorner || self == .upperRightCorner }
    }

    /// The tile's side.
    public static let side = 150.0
    /// A throw faster than this, in points a second, decides by its direction.
    public static let throwSpeed = 20.0

    /// The parent's bounds.
    public var bounds: CGRect
    /// How near to the edges it may come; nonsense below zero counts as zero.
    public var insets: EdgeInsets

    /// The room there is.
    public init(bounds: CGRect, insets: EdgeInsets) {
        self.bounds = bounds
        self.insets = insets
    }

    /// Where the tile may be. When the insets leave nothing, the parent's bounds.
    public var area: CGRect {
        let left = max(0, insets.left)
        let top = max(0, insets.top)
        let width = bounds.width - left - max(0, insets.right)
        let height = bounds.height - top - max(0, insets.bottom)
        guard width >= 1, height >= 1 else { return bounds }
        return CGRect(x: bounds.minX + left, y: bounds.minY + top, width: width, height: height)
    }

    /// The tile's size: 150 × 150, less where there is no room for that.
    public var size: CGSize {
        CGSize(width: min(Self.side, area.width), height: min(Self.side, area.height))
    }

    /// The tile in a corner.
    public func frame(in corner: Corner) -> CGRect {
        let (area, size) = (area, size)
        return CGRect(
            x: corner.isRight ? area.maxX - size.width : area.minX,
            y: corner.isLower ? area.maxY - size.height : area.minY, width: size.width, height: size.height)
    }

    /// The tile with its corner at `origin`, as near as it may come.
    public func frame(at origin: CGPoint) -> CGRect { CGRect(origin: origin, size: size).moved(into: area) }

    /// The corner that a tile at `frame` goes to when it is let go: per axis where it is thrown, else the nearer half.
    public func corner(for frame: CGRect, velocity: Velocity) -> Corner {
        let area = area
        return Corner(
            isLower: abs(velocity.dy) > Self.throwSpeed ? velocity.dy > 0 : frame.midY >= area.midY,
            isRight: abs(velocity.dx) > Self.throwSpeed ? velocity.dx > 0 : frame.midX >= area.midX)
    }
}
