import Geometry

/// One lightweight renderer on a track, feeding one display layer (spec B1, B2). One bridge and one layer a session.
public final class FrameBridge: VideoRenderer {
    /// What the session's windows show.
    public let layer: DisplayLayer
    private let track: Lock<VideoTrack?>

    /// A bridge that is attached to nothing.
    public init(layer: DisplayLayer = DisplayLayer()) {
        self.layer = layer
        track = Lock(nil)
    }

    /// Takes the frames of `track` from now on, and of no other.
    public func attach(to track: VideoTrack) {
        let old = self.track.withLock { current in
            defer { current = track }
            return current
        }
        if old !== track {
            old?.remove(self)
            track.add(self)
        }
    }

    /// Takes no more frames. The layer keeps the last picture.
    public func detach() {
        let old = track.withLock { current in
            defer { current = nil }
            return current
        }
        old?.remove(self)
    }

    /// Hands the frame on to the layer. Media thread; costs a pointer swap under a lock.
    public func render(_ frame: VideoFrame) { layer.enqueue(frame) }
}
