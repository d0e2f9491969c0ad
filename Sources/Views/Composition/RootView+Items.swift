import Foundation
import Geometry

extension RootView {
    /// Everything to be drawn, bottom to top.
    func collectItems() -> [DrawItem] {
        var items: [DrawItem] = []
        collect(
            self, origin: .zero, clip: Rect(size: size), rounding: nil, alpha: 1, into: &items)
        return Self.withoutHidden(items)
    }

    private func collect(
        _ view: View, origin: Point, clip: Rect, rounding: Composition.Rounding?, alpha inherited: Double,
        into items: inout [DrawItem]
    ) {
        let alpha = inherited * view.alpha
        guard !view.isHidden, alpha > 0.002 else { return }
        let hasVideo = view.containsVideo
        let hasChildren = view.subviews.contains { !$0.isHidden && $0.alpha > 0 }
        let isCut = view.clipsToBounds && view.cornerRadius > 0
        // One picture: where parts would show through each other, or where round corners cut them.
        let isTree = !hasVideo && hasChildren && ((alpha < 1 && view.drawsItself) || isCut)
        func add(_ content: DrawItem.Content, _ extent: CGRect) {
            let touched = extent.pixelsTouched(scale).offset(by: origin.x, origin.y)
            let rect = touched.intersection(clip)
            guard !rect.isEmpty else { return }
            let isOpaque =
                (content == .alone || content == .tree) && view.background?.alpha == 1 && view.cornerRadius == 0
                && alpha >= 1
                && rounding == nil && view.shadow == 0
            items.append(
                DrawItem(
                    view: view, content: content, origin: origin, rect: rect, clip: clip, rounding: rounding,
                    alpha: alpha, isOpaque: isOpaque))
        }
        if isTree { return add(.tree, view.extent) }
        if view is VideoView {
            if view.shadow > 0 { add(.shadow, view.ownExtent) }
        } else if view.drawsItself {
            add(.alone, view.ownExtent)
        }
        let box = view.bounds.pixelsNearest(scale).offset(by: origin.x, origin.y)
        var innerClip = clip
        var innerRounding = rounding
        if view.clipsToBounds || view is VideoView {
            if view.clipsToBounds { innerClip = clip.intersection(box) }
            if view.cornerRadius > 0 {
                let own = Composition.Rounding(rect: box, radius: view.cornerRadius * scale)
                // Of two round cuts the tighter one counts: the outer one's corners are hardly ever inside it.
                innerRounding = rounding.map { $0.rect.size.area < box.size.area ? $0 : own } ?? own
            }
        }
        if view is VideoView {
            let seen = box.intersection(innerClip)
            if !seen.isEmpty {
                items.append(
                    DrawItem(
                        view: view, content: .video, origin: origin, rect: seen, clip: innerClip,
                        rounding: innerRounding,
                        alpha: alpha, isOpaque: false))
            }
            if view.border != nil { add(.edge, view.bounds) }
        }
        if !view.clipsToBounds { innerRounding = rounding }
        for child in view.subviews {
            let x = origin.x + Int((child.frame.minX * scale).rounded())
            let y = origin.y + Int((child.frame.minY * scale).rounded())
            collect(
                child, origin: Point(x, y), clip: innerClip, rounding: innerRounding, alpha: alpha, into: &items)
        }
    }

    /// Without what lies wholly under something opaque: video there is not even converted.
    private static func withoutHidden(_ items: [DrawItem]) -> [DrawItem] {
        var covers: [Rect] = []
        var kept: [DrawItem] = []
        for item in items.reversed() {
            if covers.contains(where: { $0.contains(item.rect) }) { continue }
            if item.isOpaque {
                let box = item.view.bounds.pixelsNearest(item.scale).offset(by: item.origin.x, item.origin.y)
                covers.append(box.intersection(item.clip))
            }
            kept.append(item)
        }
        return kept.reversed()
    }
}

extension DrawItem {
    @MainActor fileprivate var scale: Double { view.root?.scale ?? 1 }
}
