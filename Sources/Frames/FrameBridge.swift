import Geometry

/// One lightweight renderer on a track, feeding one display layer (spec B1, B2). One bridge and one layer a session.
///
/// The track keeps the bridge while it is attached; the bridge does not keep the track.
public final class FrameBridge: VideoRenderer {
    /// What the session's windows show.
    public let layer: DisplayLayer
    /// Weak: the track holds its renderers, and whoever decodes holds the track.
    private struct Source {
        weak var track: VideoTrack?
    }
    private let source = Lock(Source())

    /// A bridge that is attached to nothing.
    public init(layer: DisplayLayer = DisplayLayer()) {
        self.layer = layer
    }

    /// Takes the frames of `track` from now on, and of no other; one that is under way may still come.
    public func attach(to track: VideoTrack) { change(to: track) }

    /// Takes no more frames. The layer keeps the last picture.
    public func detach() { change(to: nil) }

    private func change(to track: VideoTrack?) {
        // Under the lock, so that of two changes at once the later one is what remains. Tracks call nobody back here.
        source.withLock { source in
            let current = source.track
            guard current !== track else { return }
            current?.remove(self)
            track?.add(self)
            source.track = track
        }
    }

    /// Hands the frame on to the layer. Media thread; costs a pointer swap under a lock.
    public func render(_ frame: VideoFrame) { layer.enqueue(frame) }
}
