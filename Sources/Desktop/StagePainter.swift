import Frames
import Geometry
import Views

/// Draws a composition into an image, and no more of it than is stale. Owned by a presenter's thread.
///
/// Plain video, opaque and without round corners, is scaled and converted straight into the image; what is rare goes
/// through the renderer of `Views`, which draws the same pixels.
nonisolated final class StagePainter {
    private let converter = FrameConverter()
    private let renderer = CompositionRenderer()
    private var scratch: UnsafeMutableRawPointer?
    private var capacity = 0

    deinit { scratch?.deallocate() }

    /// Draws what is stale; everything when nil.
    func paint(_ composition: Composition, stale: DamageRegion?, into target: PixelTarget) {
        let whole = Rect(size: composition.size).intersection(Rect(size: target.size))
        for area in areas(stale?.rects ?? [whole], around: composition.videos.map(\.clip), in: whole) {
            let isPlain = composition.videos.allSatisfy { !$0.clip.intersects(area) || $0.isPlain }
            if isPlain {
                paint(composition, area, into: target)
            } else {
                renderer.render(composition, into: target, areas: [area])
            }
        }
    }

    /// The same areas, without overlap, each video's clip either inside of one or outside of all: a frame is drawn as a
    /// whole, and nothing is blended twice.
    private func areas(_ stale: [Rect], around clips: [Rect], in whole: Rect) -> [Rect] {
        var areas = stale.map { $0.intersection(whole) }.filter { !$0.isEmpty }
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for clip in clips {
                let clip = clip.intersection(whole)
                for index in areas.indices where areas[index].intersects(clip) && !areas[index].contains(clip) {
                    areas[index] = areas[index].union(clip)
                    isGrowing = true
                }
            }
            var index = 0
            while index < areas.count {
                if let other = areas.indices.first(where: { $0 > index && areas[$0].intersects(areas[index]) }) {
                    areas[index] = areas[index].union(areas[other])
                    areas.remove(at: other)
                    isGrowing = true
                } else {
                    index += 1
                }
            }
        }
        return areas
    }

    private func paint(_ composition: Composition, _ area: Rect, into target: PixelTarget) {
        let part = target.part(area)
        for (index, plane) in composition.planes.enumerated() {
            switch plane {
            case .drawing(let overlay) where index == 0:
                let isHidden = composition.videos.contains { $0.hidesWhatIsBelow && $0.clip.contains(area) }
                if !isHidden { copy(overlay.bitmap, area, into: part) }
            case .drawing(let overlay):
                let rect = Rect(origin: overlay.origin, size: overlay.bitmap.size)
                guard rect.intersects(area) else { continue }
                let place = Point(rect.x - area.x, rect.y - area.y)
                converter.blend(Overlay(bitmap: overlay.bitmap, origin: place, alpha: overlay.alpha), into: part)
            case .video(let video):
                if video.clip.intersects(area) { paint(video, into: target) }
            }
        }
    }

    /// Copies a part of the first plane, which is opaque and as large as the window.
    private func copy(_ bitmap: Bitmap, _ area: Rect, into part: PixelTarget) {
        let area = area.intersection(Rect(size: bitmap.size))
        guard !area.isEmpty else { return }
        for row in 0..<area.height {
            let source = bitmap.base + (area.y + row) * bitmap.stride + area.x * 4
            (part.base + row * part.stride).update(from: source, count: area.width * 4)
        }
    }

    private func paint(_ video: Composition.Video, into target: PixelTarget) {
        let clip = video.clip.intersection(Rect(size: target.size))
        guard !clip.isEmpty else { return }
        guard let frame = video.layer.newest?.frame else {
            if let background = video.background { target.fill(clip, with: background) }
            return
        }
        let place = video.place(of: frame.displaySize)
        guard !place.isEmpty else { return }
        let part = target.part(clip)
        let seen = place.intersection(clip)
        if let background = video.background {
            part.fill(around: seen.offset(by: -clip.x, -clip.y), with: background)
        }
        guard !seen.isEmpty else { return }
        if seen == place {
            converter.convert(frame, into: target.part(place), background: video.background ?? 0)
        } else {
            // A picture that is cut: scaled as a whole, for only so its pixels lie where they would without the cut.
            let whole = scratchTarget(place.size)
            converter.convert(frame, into: whole, background: video.background ?? 0)
            for row in 0..<seen.height {
                let source = whole.base + (seen.y - place.y + row) * whole.stride + (seen.x - place.x) * 4
                let line = target.base + (seen.y + row) * target.stride + seen.x * 4
                line.update(from: source, count: seen.width * 4)
            }
        }
    }

    private func scratchTarget(_ size: Size) -> PixelTarget {
        let bytes = size.area * 4
        if let scratch, capacity >= bytes { return target(scratch, size) }
        scratch?.deallocate()
        let new = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        scratch = new
        capacity = bytes
        return target(new, size)
    }

    private func target(_ memory: UnsafeMutableRawPointer, _ size: Size) -> PixelTarget {
        PixelTarget(base: memory.assumingMemoryBound(to: UInt8.self), stride: size.width * 4, size: size)
    }
}

extension Composition.Video {
    /// Nothing but pixels to copy: opaque, and its corners are not round.
    nonisolated var isPlain: Bool { alpha == 255 && rounding == nil }

    /// Nothing of what lies below shows through, whatever its picture's shape.
    nonisolated var hidesWhatIsBelow: Bool { isPlain && background != nil }
}
