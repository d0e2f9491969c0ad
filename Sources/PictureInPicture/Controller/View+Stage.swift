import Foundation
public import Geometry
public import Views

// Any view can be the place that a mini window comes from (spec S12).
extension View: PictureInPictureStage {
    /// Where it is, in device pixels of the root window; nil while it, or its window, is on no screen.
    public var frameOnScreen: Rect? {
        guard let root, let origin = (root.host as? any StageWindow)?.originOnScreen, !isOutOfSight else { return nil }
        let rect = convert(bounds)
        let (scale, left, top) = (root.scale, rect.minX * root.scale, rect.minY * root.scale)
        let pixels = Rect(
            x: origin.x + Int(left.rounded()), y: origin.y + Int(top.rounded()),
            width: Int((rect.width * scale).rounded()), height: Int((rect.height * scale).rounded()))
        return pixels.isEmpty ? nil : pixels
    }

    /// Calls `body` once its window shows it; at once without a window that could tell.
    public func whenFrameShown(_ body: @escaping @MainActor () -> Void) {
        guard let window = root?.host as? any StageWindow else { return body() }
        window.whenFrameShown(in: self, body)
    }

    private var isOutOfSight: Bool { isHidden || alpha <= 0 || (superview?.isOutOfSight ?? false) }
}
