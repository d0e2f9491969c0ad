import Geometry

/// A rectangle on its way: `share` of the way, 0 to 1, from `start` to `end`, to the nearest pixel; never empty.
///
/// The sides travel, not the size: an edge that both have stays where it is at every step. A size that misses the
/// shape of the picture by the rounding of a pixel is put right, so that no bar flickers at the rim.
///
/// - Parameter aspect: the shape of the picture.
nonisolated func morph(_ start: Rect, into end: Rect, aspect: Size, share: Double) -> Rect {
    if share <= 0 || share >= 1 { return share <= 0 ? start : end }
    func between(_ from: Int, _ to: Int) -> Int { from + Int((Double(to - from) * share).rounded()) }
    let (x, y) = (between(start.x, end.x), between(start.y, end.y))
    var rect = Rect(
        x: x, y: y, width: max(1, between(start.maxX, end.maxX) - x), height: max(1, between(start.maxY, end.maxY) - y))
    guard !aspect.isEmpty else { return rect }
    // From the shorter side: only so do picture and window agree to the pixel, by `fit`.
    if aspect.width >= aspect.height {
        let width = max(1, (rect.height * aspect.width + aspect.height / 2) / aspect.height)
        guard abs(width - rect.width) <= 1 + aspect.width / aspect.height else { return rect }
        if start.maxX == end.maxX { rect.x = rect.maxX - width }
        rect.width = width
    } else {
        let height = max(1, (rect.width * aspect.height + aspect.width / 2) / aspect.width)
        guard abs(height - rect.height) <= 1 + aspect.height / aspect.width else { return rect }
        if start.maxY == end.maxY { rect.y = rect.maxY - height }
        rect.height = height
    }
    return rect
}

/// A window of `size` that is taken hold of where another is held: the pointer is over the same part of the picture.
///
/// - Parameters:
///   - held: the window as it is now.
///   - pointer: a place in it, on the root.
nonisolated func takenInHand(_ held: Rect, at pointer: Point, size: Size) -> Rect {
    let x = pointer.x - (pointer.x - held.x) * size.width / max(1, held.width)
    let y = pointer.y - (pointer.y - held.y) * size.height / max(1, held.height)
    return Rect(origin: Point(x, y), size: size)
}
