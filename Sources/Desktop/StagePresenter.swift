public import Frames
import Foundation
import Geometry
public import Views
public import XServer

/// Shows a view tree's compositions in one window, from a thread and an X connection of its own.
///
/// The main actor hands over what the window shows; video among it is blitted at the video's own pace, without the main
/// actor: a stuck one does not stop the picture (spec B1). What lies over video is blended into each frame. Only areas
/// that changed are drawn and sent. Its methods may be called on any thread.
public nonisolated final class StagePresenter: LayerHost, WindowPresenter {
    /// What the presenter starts with.
    public struct Configuration: Sendable {
        /// The display's name; nil for the environment's.
        public var display: String?
        /// How many images there are: two suffice, three absorb jitter.
        public var imageCount = 3
        /// The rungs of the transport ladder to try.
        public var ladder = ImageTransport.allCases
        /// For the thread's name, as `ps -L` shows it.
        public var name = "present main"

        /// The defaults.
        public init() {}
    }

    /// What is wanted: copied by the presenter's thread at each turn.
    struct Wish {
        var composition: Composition?
        /// Counts the compositions that were handed over.
        var generation: UInt64 = 0
        /// What changed since the thread looked last.
        var damage = DamageRegion()
        var isVisible = false
        var needsRedraw = false
        var syncRequest: Presenter.SyncRequest?
        var isStopping = false
    }
    /// What was done with one layer's frames.
    struct Tally {
        let layer: DisplayLayer
        /// The newest frame that was drawn or counted as dropped; nil while it is not in the window.
        var sequence: UInt64?
        /// True while the window shows it.
        var isHosted = false
        var counts = PresenterCounts()
    }
    struct Waiter {
        let generation: UInt64
        let body: @Sendable () -> Void
    }
    struct Orders {
        var wish = Wish()
        var tallies: [ObjectIdentifier: Tally] = [:]
        var waiters: [Waiter] = []
        var transport: ImageTransport?
        var refused = 0
        var inFlight = 0
    }

    let window: WindowID
    let configuration: Configuration
    let orders = Lock(Orders())
    let wakeup = Wakeup()
    let onEvent: @Sendable (PresenterEvent) -> Void
    private let finished = DispatchSemaphore(value: 0)

    /// Starts the thread and connects. The window exists on the server already and is not mapped.
    ///
    /// - Parameters:
    ///   - composition: what the window shows from its first moment.
    ///   - onEvent: told on the presenter's thread.
    public init(
        window: WindowID, composition: Composition, configuration: Configuration,
        onEvent: @escaping @Sendable (PresenterEvent) -> Void
    ) {
        self.window = window
        self.configuration = configuration
        self.onEvent = onEvent
        show(composition)
        let thread = Thread { [self] in
            StagePresenterLoop.run(self)
            finished.signal()
        }
        thread.name = configuration.name
        thread.start()
    }

    /// Shows something else from now on. Layers that are new in it are hosted, others no more.
    ///
    /// - Parameters:
    ///   - counter: set to `value` once it is on the screen (EWMH _NET_WM_SYNC_REQUEST).
    ///   - redraws: sends everything, though nothing may have changed.
    /// - Returns: its number for `whenShown`.
    @discardableResult public func show(
        _ composition: Composition, answering counter: SyncCounter? = nil, value: Int64 = 0, redraws: Bool = false
    ) -> UInt64 {
        var layers: [ObjectIdentifier: DisplayLayer] = [:]
        for video in composition.videos { layers[ObjectIdentifier(video.layer)] = video.layer }
        // Counted outside the lock: a layer tells its hosts, which take it.
        let enqueued = layers.mapValues(\.enqueuedCount)
        let (gone, generation) = orders.withLock { orders in
            let gone = orders.tallies.filter { $0.value.isHosted && layers[$0.key] == nil }
            for id in gone.keys {
                orders.tallies[id]?.isHosted = false
                orders.tallies[id]?.sequence = nil
            }
            for (id, layer) in layers {
                var tally = orders.tallies[id] ?? Tally(layer: layer)
                tally.isHosted = true
                // Frames from before it was seen here are nobody's loss.
                if tally.sequence == nil, orders.wish.isVisible { tally.sequence = enqueued[id] }
                orders.tallies[id] = tally
            }
            let isResize = orders.wish.composition?.size != composition.size
            orders.wish.composition = composition
            orders.wish.generation += 1
            for rect in composition.damage.rects { orders.wish.damage.add(rect) }
            if isResize || redraws { orders.wish.needsRedraw = true }
            if let counter { orders.wish.syncRequest = Presenter.SyncRequest(counter: counter, value: value) }
            return (gone.map(\.value.layer), orders.wish.generation)
        }
        for layer in gone { layer.remove(self) }
        for layer in layers.values { layer.add(self) }
        wakeup.signal()
        return generation
    }

    /// Calls `body`, on the presenter's thread, once the composition of that number or a later one is on the screen.
    /// Dropped without a call when the presenter ends before.
    public func whenShown(_ generation: UInt64, _ body: @escaping @Sendable () -> Void) {
        orders.withLock { $0.waiters.append(Waiter(generation: generation, body: body)) }
        wakeup.signal()
    }

    /// Wakes the thread, unless nobody would see the picture.
    public func layerDidChange() {
        if orders.withLock({ $0.wish.isVisible }) { wakeup.signal() }
    }

    /// Sends all of the window again, as after an exposure.
    public func redraw() {
        orders.withLock { $0.wish.needsRedraw = true }
        wakeup.signal()
    }

    /// Whether anything of the window can be seen. While not, nothing is converted and frames count as dropped.
    public func setVisible(_ isVisible: Bool) {
        let layers = orders.withLock { $0.tallies.filter(\.value.isHosted).mapValues(\.layer) }
        let enqueued = layers.mapValues(\.enqueuedCount)
        let isNew = orders.withLock { orders in
            guard orders.wish.isVisible != isVisible else { return false }
            orders.wish.isVisible = isVisible
            guard isVisible else { return true }
            orders.wish.needsRedraw = true
            for (id, count) in enqueued where orders.tallies[id]?.isHosted == true {
                if orders.tallies[id]?.sequence == nil { orders.tallies[id]?.sequence = count }
            }
            return true
        }
        if isNew { wakeup.signal() }
    }

    /// What was done with the frames of one layer so far. Frames that a hidden window misses count as they come.
    public func counts(of layer: DisplayLayer) -> PresenterCounts {
        let enqueued = layer.enqueuedCount
        return orders.withLock { orders in
            guard let tally = orders.tallies[ObjectIdentifier(layer)] else { return PresenterCounts() }
            var counts = tally.counts
            if !orders.wish.isVisible, let sequence = tally.sequence, enqueued > sequence {
                counts.dropped += Int(enqueued - sequence)
            }
            return counts
        }
    }

    /// Forgets what was counted for a layer that the window shows no more: its session is over.
    public func forget(_ layer: DisplayLayer) {
        let old = orders.withLock { orders in
            orders.tallies[ObjectIdentifier(layer)].flatMap { $0.isHosted ? nil : $0 }
                .map { tally in
                    orders.tallies[ObjectIdentifier(layer)] = nil
                    return tally
                }
        }
        withExtendedLifetime(old) {}
    }

    /// What was done so far with the frames of all layers that the window shows or has shown and not forgotten.
    public var counts: PresenterCounts {
        let layers = orders.withLock { $0.tallies.values.map(\.layer) }
        var all = PresenterCounts()
        for layer in layers {
            let one = counts(of: layer)
            all.shown += one.shown
            all.dropped += one.dropped
            all.converted += one.converted
            all.waits += one.waits
        }
        orders.withLock { orders in
            all.transport = orders.transport
            all.refused = orders.refused
            all.inFlight = orders.inFlight
        }
        return all
    }

    /// Ends the thread, before the window is destroyed. Blocks for one frame at most; when the server hangs, for a
    /// second, and the thread ends when it can.
    public func stop() {
        let layers = orders.withLock { orders in
            orders.wish.isStopping = true
            orders.waiters = []
            return orders.tallies.values.map(\.layer)
        }
        for layer in layers { layer.remove(self) }
        wakeup.signal()
        if finished.wait(timeout: .now() + 1) == .success { finished.signal() }
    }
}
