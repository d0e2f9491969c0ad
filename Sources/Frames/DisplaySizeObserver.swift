public import Geometry

/// Tells when the shape of a layer's picture changes, whether or not anything of it is converted.
///
/// The one source of a window's aspect: only a frame changes it.
public final class DisplaySizeObserver: LayerHost {
    private let layer: DisplayLayer
    private let last = Lock(Size.zero)
    private let onChange: @Sendable (Size) -> Void

    /// Watches a layer until `stop`.
    ///
    /// - Parameter onChange: told on the media thread, once a change, with the upright shape in square pixels.
    public init(_ layer: DisplayLayer, onChange: @escaping @Sendable (Size) -> Void) {
        self.layer = layer
        self.onChange = onChange
        layer.add(self)
    }

    /// Compares the newest picture's shape with the last.
    public func layerDidChange() {
        guard let size = layer.newest?.frame.displaySize else { return }
        let isNew = last.withLock { last in
            defer { last = size }
            return last != size
        }
        if isNew { onChange(size) }
    }

    /// Watches no more.
    public func stop() { layer.remove(self) }
}
