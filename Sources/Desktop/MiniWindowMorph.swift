import Geometry

/// A rectangle on its way: `share` of the way, 0 to 1, from `start` to `end`, to the nearest pixel; never empty.
///
/// The sides travel, not the size: an edge that both have stays where it is at every step.
nonisolated func morph(_ start: Rect, into end: Rect, share: Double) -> Rect {
    func between(_ from: Int, _ to: Int) -> Int { from + Int((Double(to - from) * share).rounded()) }
    let (x, y) = (between(start.x, end.x), between(start.y, end.y))
    return Rect(
        x: x, y: y, width: max(1, between(start.maxX, end.maxX) - x), height: max(1, between(start.maxY, end.maxY) - y))
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
