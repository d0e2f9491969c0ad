import Foundation
import Frames
import Geometry

/// One thing to draw, found on the way through the tree: a view alone, a subtree as one picture, or a place for video.
struct DrawItem {
    enum Content {
        case alone
        case tree
        case video
        /// What of a video's view lies under the video.
        case shadow
        /// What of a video's view lies over the video.
        case edge
    }

    /// What makes a drawn item differ from the one before.
    struct Key: Hashable {
        var view: ObjectIdentifier
        var version: Int
        var content: Content
        var rect: Rect
        var origin: Point
        var rounding: Composition.Rounding?
        var alpha: Double
    }

    var view: View
    var content: Content
    /// The view's upper left corner, on a whole device pixel.
    var origin: Point
    /// What it can touch, inside the clip and the window.
    var rect: Rect
    var clip: Rect
    var rounding: Composition.Rounding?
    var alpha: Double
    /// True when it hides everything under `rect`.
    var isOpaque: Bool

    /// Its key, with `place` as the origin of all coordinates: what moves as a whole stays the same.
    @MainActor func key(from place: Point = .zero, alpha: Double? = nil) -> Key {
        let rounding = rounding.map {
            Composition.Rounding(rect: $0.rect.offset(by: -place.x, -place.y), radius: $0.radius)
        }
        return Key(
            view: ObjectIdentifier(view), version: content == .tree ? view.subtreeVersion : view.ownVersion,
            content: content, rect: rect.offset(by: -place.x, -place.y),
            origin: Point(origin.x - place.x, origin.y - place.y),
            rounding: rounding, alpha: alpha ?? self.alpha)
    }

    /// Draws it on a canvas whose origin is `place`.
    @MainActor func draw(on canvas: Canvas, place: Point, alpha: Double) {
        canvas.saved {
            canvas.translate(by: -Double(place.x) / canvas.scale, -Double(place.y) / canvas.scale)
            canvas.clip(to: rect.points(canvas.scale))
            if let rounding {
                canvas.clip(to: rounding.rect.points(canvas.scale), radius: rounding.radius / canvas.scale)
            }
            canvas.translate(by: Double(origin.x) / canvas.scale, Double(origin.y) / canvas.scale)
            canvas.group(alpha: alpha) {
                switch content {
                case .tree: view.drawTree(on: canvas)
                case .alone: view.drawOwn(on: canvas)
                case .shadow: view.drawShadow(on: canvas)
                case .edge: view.drawBorder(on: canvas)
                case .video: break
                }
            }
        }
    }
}
