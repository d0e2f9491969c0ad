import Geometry

/// A surface that shows a layer: the stage, the in-app tile, the mini window.
public protocol LayerHost: AnyObject, Sendable {
    /// There is a newer sample buffer, or none any more. Called on the media thread; must not block.
    func layerDidChange()
}

/// What windows show: keeps the newest sample buffer and tells its hosts (`AVSampleBufferDisplayLayer` of the model).
///
/// Newest wins: a host that is slow or away finds the newest when it comes back, and counts what it missed by the gap
/// in `SampleBuffer.sequence`. Any thread.
public final class DisplayLayer: Sendable {
    /// How the layer is (spec B7).
    public enum Status: Sendable, Hashable {
        /// Nothing was enqueued yet, or it was flushed.
        case unknown
        /// The newest sample buffer can be shown.
        case rendering
        /// The reason why not. The next frame flushes it.
        case failed(String)
    }
    private struct State {
        var newest: SampleBuffer?
        var sequence: UInt64 = 0
        var status = Status.unknown
        var hosts: [any LayerHost] = []
    }
    private let state = Lock(State())

    /// An empty layer.
    public init() {}

    /// What is to be seen now.
    public var newest: SampleBuffer? { state.withLock { $0.newest } }
    /// How many frames were ever enqueued.
    public var enqueuedCount: UInt64 { state.withLock { $0.sequence } }
    /// How the layer is.
    public var status: Status { state.withLock { $0.status } }
    /// How many surfaces show it.
    public var hostCount: Int { state.withLock { $0.hosts.count } }

    /// Adds a surface and tells it of what is there already. Adding it twice changes nothing. The layer holds it until
    /// `remove(_:)`.
    public func add(_ host: any LayerHost) {
        let isFilled = state.withLock { state in
            if !state.hosts.contains(where: { $0 === host }) { state.hosts.append(host) }
            return state.newest != nil
        }
        if isFilled { host.layerDidChange() }
    }

    /// Takes a surface away; one call may still be under way on the media thread.
    public func remove(_ host: any LayerHost) { state.withLock { $0.hosts.removeAll { $0 === host } } }

    /// Replaces the newest sample buffer and tells every host. A failed layer is flushed first and goes on.
    public func enqueue(_ frame: VideoFrame) {
        // The replaced frame is released outside the lock: its deinit gives memory back to a decoder.
        let now = HostTime.now()
        let (old, hosts) = state.withLock { state in
            state.sequence &+= 1
            let old = state.newest
            state.newest = SampleBuffer(
                frame: frame, presentationTime: frame.timestamp, duration: frame.duration, sequence: state.sequence,
                hostTime: now)
            state.status = .rendering
            return (old, state.hosts)
        }
        for host in hosts { host.layerDidChange() }
        withExtendedLifetime(old) {}
    }

    /// Forgets the newest sample buffer (`flushAndRemoveImage`): hosts show their background.
    public func flush() { change(to: .unknown) }

    /// Marks the layer as failed and forgets the newest sample buffer, until the next frame comes.
    public func fail(_ reason: String) { change(to: .failed(reason)) }

    private func change(to status: Status) {
        let (old, hosts) = state.withLock { state in
            let old = state.newest
            state.newest = nil
            state.status = status
            return (old, state.hosts)
        }
        for host in hosts { host.layerDidChange() }
        withExtendedLifetime(old) {}
    }
}
