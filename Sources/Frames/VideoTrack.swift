public import Geometry

/// Something that is handed each frame of a track. Called on the track's media thread: it must not block.
public protocol VideoRenderer: AnyObject, Sendable {
    /// Takes the next frame, in order.
    func render(_ frame: VideoFrame)
}

/// The decoded frames of one participant or broadcast, in order (WebRTC's `VideoTrack`).
///
/// Frames are pushed by one media thread; renderers come and go on any thread.
public final class VideoTrack: Sendable {
    private struct State {
        var renderers: [any VideoRenderer] = []
        var count: UInt64 = 0
        var size = Size.zero
    }
    private let state = Lock(State())

    /// A track without renderers.
    public init() {}

    /// Frames pushed so far.
    public var frameCount: UInt64 { state.withLock { $0.count } }
    /// The shape of the newest frame as it is seen; zero before the first.
    public var displaySize: Size { state.withLock { $0.size } }

    /// Hands later frames to `renderer` too. Adding it twice changes nothing.
    public func add(_ renderer: any VideoRenderer) {
        state.withLock { state in
            if !state.renderers.contains(where: { $0 === renderer }) { state.renderers.append(renderer) }
        }
    }

    /// Hands `renderer` no more frames; one call may still be under way on the media thread.
    public func remove(_ renderer: any VideoRenderer) {
        state.withLock { $0.renderers.removeAll { $0 === renderer } }
    }

    /// Hands the next frame to every renderer. Media thread only.
    public func push(_ frame: VideoFrame) {
        let renderers = state.withLock { state in
            state.count &+= 1
            state.size = frame.displaySize
            return state.renderers
        }
        for renderer in renderers { renderer.render(frame) }
    }
}
