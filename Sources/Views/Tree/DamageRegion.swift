public import Geometry

/// Areas that have to be drawn again, in device pixels: a short list of rectangles that do not overlap much.
public struct DamageRegion: Sendable, Hashable {
    /// The areas; empty when there is nothing to draw.
    public private(set) var rects: [Rect] = []
    /// More rectangles than this are merged: drawing a little too much is cheaper than walking the tree often.
    static let limit = 8

    /// Nothing.
    public init() {}

    /// True when there is nothing to draw.
    public var isEmpty: Bool { rects.isEmpty }
    /// Pixels in all; where rectangles overlap they count twice.
    public var area: Int { rects.reduce(0) { $0 + $1.size.area } }

    /// Adds an area, merged with those it meets when their union wastes little.
    public mutating func add(_ rect: Rect) {
        guard !rect.isEmpty else { return }
        var new = rect
        var index = 0
        while index < rects.count {
            let old = rects[index]
            if old.contains(new) { return }
            let both = old.union(new)
            if new.contains(old) || both.size.area <= old.size.area + new.size.area {
                rects.remove(at: index)
                new = both
                index = 0
            } else {
                index += 1
            }
        }
        rects.append(new)
        while rects.count > Self.limit { mergeNearest() }
    }

    /// The smallest rectangle around all of it; empty when there is nothing.
    public var bounds: Rect { rects.reduce(.zero) { $0.union($1) } }

    /// Whether any of it meets `rect`.
    public func intersects(_ rect: Rect) -> Bool { rects.contains { $0.intersects(rect) } }

    /// The part of it inside `rect`.
    public func clipped(to rect: Rect) -> DamageRegion {
        var region = DamageRegion()
        for part in rects { region.add(part.intersection(rect)) }
        return region
    }

    private mutating func mergeNearest() {
        var best = (waste: Int.max, a: 0, b: 1)
        for a in rects.indices {
            for b in rects.indices where b > a {
                let waste = rects[a].union(rects[b]).size.area - rects[a].size.area - rects[b].size.area
                if waste < best.waste { best = (waste, a, b) }
            }
        }
        let both = rects[best.a].union(rects[best.b])
        rects.remove(at: best.b)
        rects.remove(at: best.a)
        rects.append(both)
    }
}
