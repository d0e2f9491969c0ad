import Frames
import Geometry

/// Tells the main actor that a layer has a newer frame: at most one message under way, however many frames come.
final class FrameWatcher: LayerHost {
    private let isUnderWay = Lock(false)
    private let layer: DisplayLayer
    private let body: @MainActor @Sendable () -> Void

    init(layer: DisplayLayer, _ body: @escaping @MainActor @Sendable () -> Void) {
        self.layer = layer
        self.body = body
        layer.add(self)
    }

    func stop() { layer.remove(self) }

    func layerDidChange() {
        let isFirst = isUnderWay.withLock { flag in
            defer { flag = true }
            return !flag
        }
        guard isFirst else { return }
        Task { @MainActor [weak self] in
            guard let self else { return }
            self.isUnderWay.withLock { $0 = false }
            self.body()
        }
    }
}
