public import Frames
import Foundation
public import Geometry
public import XServer

/// Shows a layer in one window, from a thread and an X connection of its own.
///
/// It takes the newest sample buffer, scales and converts it straight into a free shared image and puts it; it never
/// sleeps on the server and never makes the media thread wait (spec B1). A stuck main actor does not stop it. Its
/// methods may be called on any thread.
public nonisolated final class Presenter: LayerHost {
    /// Who decides where the window is.
    public enum Placement: Sendable, Hashable {
        /// A window manager: the presenter follows `resize`.
        case managed
        /// We do: the presenter moves and sizes the window in the same breath as it draws, so that window and picture
        /// never differ.
        case own
    }

    /// What the presenter starts with.
    public struct Configuration: Sendable {
        /// The display's name; nil for the environment's.
        public var display: String?
        /// Who decides where the window is.
        public var placement = Placement.managed
        /// The colour around the picture, as 0xRRGGBB.
        public var background: UInt32 = 0
        /// How many images there are: two suffice, three absorb jitter.
        public var imageCount = 3
        /// The rungs of the transport ladder to try.
        public var ladder = ImageTransport.allCases
        /// What the window's pixels have.
        public var depth = PixelDepth.opaque
        /// How the window ends at first.
        package var outline: WindowOutline?
        /// For the thread's name, as `ps -L` shows it.
        public var name = "presenter"

        /// The defaults.
        public init() {}
    }

    /// What is wanted: copied by the presenter's thread at each turn.
    struct Wish {
        var rect: Rect
        var background: UInt32
        var outline: WindowOutline?
        var overlays: [Overlay] = []
        /// Shown instead of the picture; frames are not converted then.
        var cover: Bitmap?
        var placeholder: Bitmap?
        var isVisible = false
        var needsRedraw = false
        /// Where somebody else has put the window, before that was told here.
        var followed: Rect?
        var isOverlayNew = false
        var syncRequest: SyncRequest?
        var isStopping = false
        /// The newest frame that was drawn or counted as dropped; nil before the window was seen first.
        var sequence: UInt64?
    }
    struct Orders {
        var wish: Wish
        /// Where the window was told to be lately, and when, oldest first: what a manager answers to.
        var asked: [(rect: Rect, time: UInt64)] = []
        var counts = PresenterCounts()
    }
    struct SyncRequest {
        let counter: SyncCounter
        let value: Int64
    }

    let window: WindowID
    let layer: DisplayLayer
    let configuration: Configuration
    let orders: Lock<Orders>
    let latencies = Lock(LatencyRecord())
    let wakeup = Wakeup()
    let onEvent: @Sendable (PresenterEvent) -> Void
    private let finished = DispatchSemaphore(value: 0)

    /// Starts the thread and connects. The window exists on the server already and is not mapped.
    ///
    /// - Parameters:
    ///   - rect: the window's place on the root and its size.
    ///   - onEvent: told on the presenter's thread.
    public init(
        window: WindowID, rect: Rect, layer: DisplayLayer, configuration: Configuration,
        onEvent: @escaping @Sendable (PresenterEvent) -> Void
    ) {
        self.window = window
        self.layer = layer
        self.configuration = configuration
        self.onEvent = onEvent
        orders = Lock(
            Orders(
                wish: Wish(rect: rect, background: configuration.background, outline: configuration.outline)))
        let thread = Thread { [self] in
            PresenterLoop.run(self)
            finished.signal()
        }
        thread.name = configuration.name
        thread.start()
        layer.add(self)
    }

    /// Wakes the thread, unless nobody would see the picture.
    public func layerDidChange() {
        if orders.withLock({ $0.wish.isVisible }) { wakeup.signal() }
    }

    /// The manager has given the window another size.
    public func resize(_ size: Size) {
        change { wish in
            guard wish.rect.size != size else { return false }
            wish.rect.size = size
            wish.needsRedraw = true
            return true
        }
    }

    /// Moves and sizes a window whose placement is our own: once a frame of a screen, however often this is called, to
    /// the last place.
    public func place(_ rect: Rect) {
        let now = HostTime.now()
        orders.withLock { orders in
            guard orders.wish.rect != rect else { return }
            orders.asked.append((rect, now))
            if orders.asked.count > 64 { orders.asked.removeFirst() }
        }
        change { wish in
            guard wish.rect != rect else { return false }
            // Another size is drawn anew by itself, when its turn comes.
            wish.rect = rect
            return true
        }
    }

    /// How the window ends: seen with the next picture, which is drawn at once.
    package func setOutline(_ outline: WindowOutline?) {
        change { wish in
            guard wish.outline != outline else { return false }
            wish.outline = outline
            wish.needsRedraw = true
            return true
        }
    }

    /// A manager says where it has put a window whose placement is our own. Elsewhere than it was told to be: it is
    /// there now, and is not told to go back.
    ///
    /// - Returns: whether it is elsewhere; false for the echo of what it was told, also when it is told more meanwhile.
    public func follow(_ rect: Rect) -> Bool {
        let now = HostTime.now()
        let isElsewhere = orders.withLock { orders in
            orders.asked.removeAll { now &- $0.time > Self.echoTime }
            if let echo = orders.asked.firstIndex(where: { $0.rect == rect }) {
                orders.asked.removeFirst(echo + 1)
                return false
            }
            guard orders.asked.count <= 1, orders.wish.rect != rect else { return false }
            orders.asked = []
            if orders.wish.rect.size != rect.size { orders.wish.needsRedraw = true }
            orders.wish.rect = rect
            orders.wish.followed = rect
            return true
        }
        if isElsewhere { wakeup.signal() }
        return isElsewhere
    }

    /// How long a manager may take to answer, in nanoseconds.
    private static let echoTime: UInt64 = 500_000_000

    /// Where the window was last told to be.
    public var rect: Rect { orders.withLock { $0.wish.rect } }

    /// Draws the newest picture again, as after an exposure.
    public func redraw() {
        change { wish in
            wish.needsRedraw = true
            return true
        }
    }

    /// Whether anything of the window can be seen. While not, nothing is converted and frames count as dropped.
    public func setVisible(_ isVisible: Bool) {
        let enqueued = layer.enqueuedCount
        change { wish in
            guard wish.isVisible != isVisible else { return false }
            wish.isVisible = isVisible
            if isVisible {
                wish.needsRedraw = true
                // Frames from before the window was seen first are nobody's loss.
                if wish.sequence == nil { wish.sequence = enqueued }
            }
            return true
        }
    }

    /// What is blended over the picture, from bottom to top. It rides on the next video frame; if none comes, it is drawn
    /// soon.
    public func setOverlays(_ overlays: [Overlay]) {
        // The old bitmaps are released outside the lock.
        let old = orders.withLock { orders in
            let old = orders.wish.overlays
            orders.wish.overlays = overlays
            orders.wish.isOverlayNew = true
            return old
        }
        withExtendedLifetime(old) {}
        wakeup.signal()
    }

    /// Shows a drawing instead of the picture, at the window's upper left; nil shows the picture again. Meanwhile no
    /// frame is converted, and those that come count as dropped.
    public func setCover(_ cover: Bitmap?) {
        change { wish in
            wish.cover = cover
            wish.needsRedraw = true
            return true
        }
    }

    /// What is shown, centred, while the layer has no picture.
    public func setPlaceholder(_ placeholder: Bitmap?) {
        change { wish in
            wish.placeholder = placeholder
            wish.needsRedraw = true
            return true
        }
    }

    /// Sets a counter once the window's present size is drawn (EWMH _NET_WM_SYNC_REQUEST).
    public func answer(_ counter: SyncCounter, value: Int64) {
        change { wish in
            wish.syncRequest = SyncRequest(counter: counter, value: value)
            wish.needsRedraw = true
            return true
        }
    }

    /// What was done so far. Frames that a hidden window misses count as they come.
    public var counts: PresenterCounts {
        let enqueued = layer.enqueuedCount
        return orders.withLock { orders in
            var counts = orders.counts
            if !orders.wish.isVisible, let sequence = orders.wish.sequence, enqueued > sequence {
                counts.dropped += Int(enqueued - sequence)
            }
            return counts
        }
    }

    /// How long the newest frames took to the server's completion.
    public var latency: LatencyRecord { latencies.withLock { $0 } }

    /// Ends the thread, before the window is destroyed. Blocks for one frame at most; when the server hangs, for a
    /// second, and the thread ends when it can.
    public func stop() {
        layer.remove(self)
        orders.withLock { $0.wish.isStopping = true }
        wakeup.signal()
        if finished.wait(timeout: .now() + 1) == .success { finished.signal() }
    }

    /// Changes what is wanted, and wakes the thread if it matters.
    private func change(_ body: (inout Wish) -> Bool) {
        if orders.withLock({ body(&$0.wish) }) { wakeup.signal() }
    }
}

/// What a presenter tells.
public nonisolated enum PresenterEvent: Sendable, Hashable {
    /// It is connected and, if the layer had a picture, that picture is the window's background: map the window now.
    case ready(TransportChoice)
    /// Its first picture is in the window.
    case firstFrame
    /// The server refused a put: pictures travel another way from now on.
    case fellBack(TransportChoice)
    /// It can show nothing any more.
    case failed(WindowFailure)
}
