import Geometry

/// Where a new mini window goes when others are up: beside them, never over them (spec B2).
///
/// As near to `wanted` as there is room: along the edge first, then in the next row above or below.
///
/// - Parameters:
///   - wanted: where it would be if it were alone; taken as it is when no other is there.
///   - area: what it has to lie in; where the others leave no room, it covers as little of them as it can.
///   - gap: pixels between two windows.
///   - others: the windows that are up.
nonisolated func placeBeside(_ wanted: Rect, in area: Rect, gap: Int, others: [Rect]) -> Rect {
    guard others.contains(where: { $0.intersects(wanted) }) else { return wanted }
    let home = clamp(wanted, into: area)
    // A free place touches the neighbours that bound it, so only their sides can begin one; and the area's own.
    let columns =
        [home.x, area.x, area.maxX - home.width] + others.flatMap { [$0.x - gap - home.width, $0.maxX + gap] }
    let rows =
        [home.y, area.y, area.maxY - home.height] + others.flatMap { [$0.y - gap - home.height, $0.maxY + gap] }
    var best = home
    var least = Int.max
    for y in nearest(rows, to: home.y) {
        for x in nearest(columns, to: home.x) {
            let place = Rect(origin: Point(x, y), size: home.size)
            guard place == home || area.contains(place) else { continue }
            let covered = others.reduce(0) { $0 + place.intersection($1).size.area }
            if covered == 0 { return place }
            if covered < least { (best, least) = (place, covered) }
        }
    }
    return best
}

private nonisolated func nearest(_ values: [Int], to home: Int) -> [Int] {
    Set(values).sorted { (abs($0 - home), $0) < (abs($1 - home), $1) }
}
