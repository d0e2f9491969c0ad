/// A corner of a work area or a window. Raw values are the words of the command line and of scenarios.
public enum Corner: String, Sendable, Hashable, CaseIterable {
    /// Upper left.
    case upperLeft = "upper-left"
    /// Upper right.
    case upperRight = "upper-right"
    /// Lower left.
    case lowerLeft = "lower-left"
    /// Lower right.
    case lowerRight = "lower-right"

    /// On the left side.
    public var isLeft: Bool { self == .upperLeft || self == .lowerLeft }
    /// On the upper side.
    public var isUpper: Bool { self == .upperLeft || self == .upperRight }
}

/// A rectangle of `size` in a corner of `area`, `margin` pixels from its edges. One that does not fit keeps the upper
/// left of it inside.
public func place(_ size: Size, in corner: Corner, of area: Rect, margin: Int) -> Rect {
    let x = corner.isLeft ? area.x + margin : area.maxX - margin - size.width
    let y = corner.isUpper ? area.y + margin : area.maxY - margin - size.height
    return clamp(Rect(origin: Point(x, y), size: size), into: area)
}

/// The same rectangle, moved as little as possible to lie wholly in `area`. One that is too large keeps its left and
/// upper edge inside.
public func clamp(_ rect: Rect, into area: Rect) -> Rect {
    var result = rect
    result.x = max(area.x, min(rect.x, area.maxX - rect.width))
    result.y = max(area.y, min(rect.y, area.maxY - rect.height))
    return result
}
