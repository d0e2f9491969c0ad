import Frames
import Geometry

/// Keeps an avatar in a layer: a last video frame that was still under way must not cover it.
///
/// It watches the layer only while an avatar is shown.
final class AvatarGuard: LayerHost {
    private let layer: DisplayLayer
    private let avatar = Lock<VideoFrame?>(nil)

    init(_ layer: DisplayLayer) { self.layer = layer }

    /// Shows `frame` until `release`.
    func show(_ frame: VideoFrame) {
        let isFirst = avatar.withLock { avatar in
            defer { avatar = frame }
            return avatar == nil
        }
        layer.enqueue(frame)
        if isFirst { layer.add(self) }
    }

    /// Lets video through again.
    func release() {
        layer.remove(self)
        let old = avatar.withLock { $0.take() }
        withExtendedLifetime(old) {}
    }

    func layerDidChange() {
        let avatar = avatar.withLock { $0 }
        guard let avatar, let newest = layer.newest, newest.frame !== avatar else { return }
        layer.enqueue(avatar)
    }
}
