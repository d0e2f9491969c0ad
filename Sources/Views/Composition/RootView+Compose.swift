import Foundation
import Frames
import Geometry

/// What a window remembers of its last composition.
struct CompositorState {
    var base: Bitmap?
    var baseItems: [DrawItem.Key] = []
    /// Islands by what is in them.
    var islands: [[DrawItem.Key]: Bitmap] = [:]
    var videoIDs: [ObjectIdentifier: UInt64] = [:]
    /// Pixels drawn by the last composition: what tests of damage look at.
    var drawnPixels = 0
    var drawnRects: [Rect] = []
}

extension RootView {
    /// Things over video that are drawn, kept and blended as one bitmap.
    private struct Island {
        var rect: Rect
        var items: [DrawItem]
    }

    private enum Layer {
        case island(Island)
        case video(DrawItem)

        var rect: Rect {
            switch self {
            case .island(let island): island.rect
            case .video(let item): item.rect
            }
        }
    }

    /// Lays out, draws what is damaged, and tells what the window shows from now on.
    ///
    /// Only damaged areas of the first plane are drawn, and only those bitmaps over video whose content changed; a fade
    /// or a move of a whole bitmap draws nothing.
    public func compose() -> Composition {
        let damage = takeDamage()
        let items = collectItems()
        let (base, layers) = arrange(items)
        compositor.drawnPixels = 0
        compositor.drawnRects = []
        var planes = [Composition.Plane.drawing(Overlay(bitmap: drawBase(base, damage: damage)))]
        var islands: [[DrawItem.Key]: Bitmap] = [:]
        for (index, layer) in layers.enumerated() {
            switch layer {
            case .island(let island):
                let alphas = Set(island.items.map(\.alpha))
                // One opacity for all of it is left to the blending, if no two things in it overlap.
                let shared = alphas.count == 1 && island.items.count == 1 ? alphas.first ?? 1 : 1
                let place = island.rect.origin
                let key = island.items.map { $0.key(from: place, alpha: $0.alpha / shared) }
                let bitmap = compositor.islands[key] ?? drawIsland(island, shared: shared)
                islands[key] = bitmap
                planes.append(
                    .drawing(Overlay(bitmap: bitmap, origin: place, alpha: UInt8((shared * 255).rounded()))))
            case .video(let item):
                let above = layers[(index + 1)...].contains { $0.rect.intersects(item.rect) }
                if let video = video(item, isCovered: above) { planes.append(.video(video)) }
            }
        }
        compositor.islands = islands
        return Composition(size: size, planes: planes, damage: damage)
    }

    /// What goes into the first plane, and what goes over it: whatever meets video, or meets what meets video.
    private func arrange(_ items: [DrawItem]) -> (base: [DrawItem], layers: [Layer]) {
        var base: [DrawItem] = []
        var layers: [Layer] = []
        for item in items {
            if item.content == .video {
                layers.append(.video(item))
                continue
            }
            guard layers.contains(where: { $0.rect.intersects(item.rect) }) else {
                base.append(item)
                continue
            }
            var island = Island(rect: item.rect, items: [item])
            // Islands since the last video that it meets become one with it; the order of drawing is kept.
            var isGrowing = true
            while isGrowing {
                isGrowing = false
                for index in layers.indices.reversed() {
                    guard case .island(let other) = layers[index] else { break }
                    guard other.rect.intersects(island.rect) else { continue }
                    island.items = other.items + island.items
                    island.rect = island.rect.union(other.rect)
                    layers.remove(at: index)
                    isGrowing = true
                    break
                }
            }
            layers.append(.island(island))
        }
        return (base, layers)
    }

    private func drawBase(_ items: [DrawItem], damage: DamageRegion) -> Bitmap {
        let keys = items.map { $0.key() }
        let old = compositor.base
        defer { compositor.baseItems = keys }
        var dirty = DamageRegion()
        if let old, old.size == size {
            let known = Set(compositor.baseItems)
            let current = Set(keys)
            let oldRects = Dictionary(grouping: compositor.baseItems, by: \.view)
            let newRects = Dictionary(grouping: keys, by: \.view)
            for key in known.symmetricDifference(current) {
                let isInBoth = oldRects[key.view] != nil && newRects[key.view] != nil
                if isInBoth {
                    for part in damage.clipped(to: key.rect).rects { dirty.add(part) }
                } else {
                    dirty.add(key.rect)
                }
            }
            if dirty.isEmpty && compositor.baseItems == keys { return old }
            // The order alone may have changed.
            if dirty.isEmpty { for part in damage.rects { dirty.add(part) } }
        } else {
            dirty.add(Rect(size: size))
        }
        let bitmap = Bitmap(size: size) { target in
            if let old, old.size == size {
                target.base.update(from: old.base, count: old.stride * size.height)
            }
            let canvas = Canvas(target, scale: scale)
            for rect in dirty.rects {
                canvas.saved {
                    canvas.clip(to: rect.points(scale))
                    canvas.clear(.black)
                    for item in items where item.rect.intersects(rect) {
                        item.draw(on: canvas, place: .zero, alpha: item.alpha)
                    }
                }
            }
        }
        compositor.drawnPixels += dirty.area
        compositor.drawnRects += dirty.rects
        compositor.base = bitmap
        return bitmap
    }

    private func drawIsland(_ island: Island, shared: Double) -> Bitmap {
        compositor.drawnPixels += island.rect.size.area
        compositor.drawnRects.append(island.rect)
        return Bitmap(size: island.rect.size, scale: scale) { canvas in
            for item in island.items {
                item.draw(on: canvas, place: island.rect.origin, alpha: item.alpha / shared)
            }
        }
    }

    private func video(_ item: DrawItem, isCovered: Bool) -> Composition.Video? {
        guard let view = item.view as? VideoView, let layer = view.layer else { return nil }
        let box = view.bounds.pixelsNearest(scale).offset(by: item.origin.x, item.origin.y)
        let video = Composition.Video(
            id: view.id, layer: layer, rect: box, clip: item.rect, rounding: item.rounding, gravity: view.gravity,
            alpha: UInt8((item.alpha * 255).rounded()), background: view.background?.rgb, isCovered: isCovered)
        view.placement = video
        return video
    }
}
