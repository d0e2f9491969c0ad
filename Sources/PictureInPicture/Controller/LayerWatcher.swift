import Frames
import Geometry

/// Notices when the picture of a layer appears, goes or changes its shape.
///
/// Runs on the media thread for each frame, so it only compares; a change, which is rare, hops to the main actor.
final class LayerWatcher: LayerHost {
    private let layer: DisplayLayer
    private let seen = Lock<Size?>(nil)
    private let onChange: @MainActor @Sendable () -> Void

    init(_ layer: DisplayLayer, onChange: @escaping @MainActor @Sendable () -> Void) {
        self.layer = layer
        self.onChange = onChange
    }

    func layerDidChange() {
        let size = layer.newest?.frame.displaySize
        let hasChanged = seen.withLock { seen in
            defer { seen = size }
            return seen != size
        }
        guard hasChanged else { return }
        let onChange = onChange
        Task { @MainActor in onChange() }
    }
}
