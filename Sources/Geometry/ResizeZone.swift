/// Where on a window's rim the pointer is: what a drag from there resizes. The opposite side stays.
public enum ResizeZone: Sendable, Hashable, CaseIterable {
    /// The upper edge.
    case top
    /// The lower edge.
    case bottom
    /// The left edge.
    case left
    /// The right edge.
    case right
    /// The upper left corner.
    case topLeft
    /// The upper right corner.
    case topRight
    /// The lower left corner.
    case bottomLeft
    /// The lower right corner.
    case bottomRight

    /// The zone at a place in a window of `size`; nil in the middle, which moves the window.
    ///
    /// - Parameters:
    ///   - rim: how far the edges reach inwards, in pixels.
    ///   - corner: how far along the edges the corners reach, in pixels.
    public init?(at point: Point, in size: Size, rim: Int = 8, corner: Int = 16) {
        guard Rect(size: size).contains(point) else { return nil }
        // In a window so small that the rims meet, the nearer one counts.
        let rim = min(rim, size.width / 4, size.height / 4)
        let corner = min(corner, size.width / 3, size.height / 3)
        let (fromRight, fromBottom) = (size.width - 1 - point.x, size.height - 1 - point.y)
        let onRim = point.x < rim || point.y < rim || fromRight < rim || fromBottom < rim
        guard onRim else { return nil }
        let (nearLeft, nearRight) = (point.x < corner, fromRight < corner)
        let (nearTop, nearBottom) = (point.y < corner, fromBottom < corner)
        switch (nearLeft, nearRight, nearTop, nearBottom) {
        case (true, _, true, _): self = .topLeft
        case (true, _, _, true): self = .bottomLeft
        case (_, true, true, _): self = .topRight
        case (_, true, _, true): self = .bottomRight
        default:
            if point.x < rim {
                self = .left
            } else if fromRight < rim {
                self = .right
            } else {
                self = point.y < rim ? .top : .bottom
            }
        }
    }

    /// The left side moves.
    public var movesLeft: Bool { self == .left || self == .topLeft || self == .bottomLeft }
    /// The right side moves.
    public var movesRight: Bool { self == .right || self == .topRight || self == .bottomRight }
    /// The upper side moves.
    public var movesTop: Bool { self == .top || self == .topLeft || self == .topRight }
    /// The lower side moves.
    public var movesBottom: Bool { self == .bottom || self == .bottomLeft || self == .bottomRight }
}

/// A window after its rim was dragged: the shape of `aspect` is kept and the side opposite the zone stays (spec M6).
///
/// - Parameters:
///   - start: the window when the drag began.
///   - delta: how far the pointer has gone since.
///   - aspect: the shape to keep.
///   - limits: the least and the largest size.
public func resized(
    _ start: Rect, from zone: ResizeZone, by delta: Point, aspect: Size, limits: SizeLimits
) -> Rect {
    let dx = zone.movesLeft ? -delta.x : zone.movesRight ? delta.x : 0
    let dy = zone.movesTop ? -delta.y : zone.movesBottom ? delta.y : 0
    let wanted = Size(max(1, start.width + dx), max(1, start.height + dy))
    // At a corner the way that was dragged further, measured in widths, leads.
    let widthLeads =
        (zone.movesLeft || zone.movesRight)
        && (!(zone.movesTop || zone.movesBottom) || abs(dx) * aspect.height >= abs(dy) * aspect.width)
    let width = widthLeads ? wanted.width : max(1, rounded(wanted.height * aspect.width, over: aspect.height))
    let size = limits.clamped(width: width, aspect: aspect)
    let x = zone.movesLeft ? start.maxX - size.width : start.x
    let y = zone.movesTop ? start.maxY - size.height : start.y
    return Rect(origin: Point(x, y), size: size)
}
