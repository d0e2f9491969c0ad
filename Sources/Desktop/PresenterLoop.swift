import Frames
import Geometry
import XServer

/// What runs on a presenter's thread, and everything only that thread touches.
nonisolated final class PresenterLoop {
    /// What is in an image beside the picture.
    private struct Memo {
        /// Bars and size as drawn last; nil when anything may be in it.
        var layout: Layout?
        /// When the frame in it came to the layer; 0 for a repaint.
        var hostTime: UInt64 = 0
        /// It holds a new frame rather than a repaint.
        var isFrame = false
    }
    private typealias Slot = ImageRing<Memo>.Slot
    /// What of a window does not change from frame to frame.
    private struct Layout: Equatable {
        var size: Size
        var picture: Rect
        var background: UInt32
        var outline: WindowOutline?
    }

    /// How long an overlay waits for a video frame to ride on, in milliseconds: a frame at 25 a second.
    private static let overlayPatience: Int32 = 40

    /// How long a place of the window stays at least, in nanoseconds: a frame at 60 a second. Pointers tell of a thousand
    /// steps a second, and nobody sees more.
    private static let placePatience: UInt64 = 16_666_667

    private let presenter: Presenter
    private let connection: Connection
    private let context: GraphicsContext
    private let converter = FrameConverter()
    private let ring: ImageRing<Memo>
    /// What the window shows around the picture; nil when it must be sent as a whole.
    private var windowLayout: Layout?
    private let outlined: OutlinedWindow
    private var hasBackground = true
    private var hasShownFrame = false
    private var isWaiting = false
    private var isRedrawDue = false
    /// When a new overlay is drawn though no frame came.
    private var overlayDeadline: UInt64?
    private var syncRequest: Presenter.SyncRequest?
    private var hadOverlay = false
    private var hadCover = false
    /// When the window was given its place.
    private var placedAt: UInt64?
    /// When it may have the next one, which is waited for.
    private var placeDue: UInt64?

    /// Connects and serves until it is told to stop or the server is gone.
    static func run(_ presenter: Presenter) {
        do throws(ConnectionError) {
            let connection = try Connection(presenter.configuration.display)
            guard let context = GraphicsContext(connection, depth: presenter.configuration.depth) else {
                return presenter.onEvent(.failed(.refused("the server gave no graphics context")))
            }
            PresenterLoop(presenter, connection, context).serve()
        } catch {
            presenter.onEvent(.failed(.refused(error.description)))
        }
    }

    private init(_ presenter: Presenter, _ connection: Connection, _ context: GraphicsContext) {
        self.presenter = presenter
        self.connection = connection
        self.context = context
        outlined = OutlinedWindow(connection, presenter.window, at: presenter.rect)
        let configuration = presenter.configuration
        ring = ImageRing(
            connection, count: configuration.imageCount, ladder: configuration.ladder, depth: configuration.depth
        ) { Memo() }
        tellTransport()
        ring.onFallBack = { [unowned self] choice in
            windowLayout = nil
            isRedrawDue = true
            tellTransport()
            self.presenter.onEvent(.fellBack(choice))
        }
    }

    private func serve() {
        prepareBackground()
        presenter.onEvent(.ready(ring.choice))
        while true {
            drain()
            let wish = presenter.orders.withLock { orders in
                let now = orders.wish
                orders.wish.needsRedraw = false
                orders.wish.followed = nil
                orders.wish.isOverlayNew = false
                orders.wish.syncRequest = nil
                return now
            }
            if connection.isBroken {
                presenter.onEvent(.failed(.displayLost))
                return
            }
            if wish.isStopping { return }
            note(wish)
            step(paced(wish))
            // The put's own flush may have read a completion or an error: then no poll would show it.
            if connection.hasQueuedEvents || connection.hasErrors { continue }
            presenter.wakeup.wait(orReadable: connection, milliseconds: patience(wish))
        }
    }

    /// How long nothing is to be done if nobody wakes us, in milliseconds; -1 for ever.
    private func patience(_ wish: Presenter.Wish) -> Int32 {
        let overlay = wish.isVisible && overlayDeadline != nil ? Self.overlayPatience : -1
        guard let placeDue else { return overlay }
        let now = HostTime.now()
        let rest = Int32(now >= placeDue ? 0 : (placeDue - now) / 1_000_000 + 1)
        return overlay < 0 ? rest : min(rest, overlay)
    }

    /// What is wanted now: a new place only once a frame, until then it stays where it is.
    private func paced(_ wish: Presenter.Wish) -> Presenter.Wish {
        placeDue = nil
        // What is shown instead of the picture has a size of its own.
        let isCovered = wish.cover != nil || hadCover
        hadCover = wish.cover != nil
        guard presenter.configuration.placement == .own, wish.rect != outlined.rect, !isCovered, let placedAt,
            HostTime.now() < placedAt + Self.placePatience
        else { return wish }
        placeDue = placedAt + Self.placePatience
        var held = wish
        held.rect = outlined.rect
        return held
    }

    /// Remembers what is to be done until there is an image to do it in.
    private func note(_ wish: Presenter.Wish) {
        if wish.needsRedraw { isRedrawDue = true }
        if let rect = wish.followed { outlined.follow(rect) }
        if let request = wish.syncRequest { syncRequest = request }
        let now = HostTime.now()
        if wish.isOverlayNew, overlayDeadline == nil {
            overlayDeadline = now + UInt64(Self.overlayPatience) * 1_000_000
        } else if let deadline = overlayDeadline, now >= deadline {
            // No video frame came to ride on: the picture stands still.
            overlayDeadline = nil
            isRedrawDue = true
        }
    }

    // MARK: Events

    private func drain() {
        var (completed, frames) = (0, 0)
        while let event = connection.nextEvent() {
            guard case .completion(let segment) = event else { continue }
            guard let slot = ring.complete(segment: segment) else { continue }
            completed += 1
            if slot.memo.isFrame {
                frames += 1
                let latency = HostTime.now() &- slot.memo.hostTime
                presenter.latencies.withLock { $0.add(nanoseconds: latency) }
            }
        }
        if completed > 0 { isWaiting = false }
        let errors = connection.takeErrors()
        if completed == 0, errors.isEmpty { return }
        let isFirst = frames > 0 && !hasShownFrame
        if isFirst { hasShownFrame = true }
        var refused = 0
        for error in errors {
            // Other errors are of requests that need no answer, such as moving a window that has just died.
            guard ring.fail(error) != nil else { continue }
            refused += 1
            windowLayout = nil
        }
        presenter.orders.withLock { orders in
            orders.counts.shown += frames
            orders.counts.refused += refused
            orders.counts.inFlight = ring.busyCount
        }
        if isFirst { presenter.onEvent(.firstFrame) }
    }

    // MARK: Drawing

    private func step(_ wish: Presenter.Wish) {
        let isOurs = presenter.configuration.placement == .own
        let moves = isOurs && wish.rect != outlined.rect
        let forms =
            isOurs ? outlined.needsForm(wish.rect.size, wish.outline) : wish.rect.size != outlined.rect.size
        guard wish.isVisible else {
            if isOurs, moves || forms {
                if moves { placedAt = HostTime.now() }
                outlined.apply(inGrab: wish.rect, wish.outline)
                connection.flush()
            }
            return
        }
        let newest = presenter.layer.newest
        let sample = wish.cover == nil ? newest : nil
        if wish.cover != nil { skip(newest, wish) }
        let isNew = sample.map { $0.sequence != wish.sequence } ?? false
        if moves, !forms {
            placedAt = HostTime.now()
            if wish.outline?.shadow == nil {
                outlined.apply(wish.rect, wish.outline)
            } else {
                outlined.apply(inGrab: wish.rect, wish.outline)
            }
            connection.flush()
        }
        if sample == nil, wish.cover == nil, let windowLayout, !windowLayout.picture.isEmpty { isRedrawDue = true }
        guard isNew || isRedrawDue || forms else { return }
        guard let slot = ring.free(wish.rect.size) else {
            if isNew, !isWaiting {
                isWaiting = true
                presenter.orders.withLock { $0.counts.waits += 1 }
            }
            return
        }
        let layout = draw(sample, wish, into: slot)
        let isPictureOnly = windowLayout == layout && !isRedrawDue && wish.overlays.isEmpty && !hadOverlay
        let part = isPictureOnly ? layout.picture : Rect(size: wish.rect.size)
        if forms, isOurs {
            if moves { placedAt = HostTime.now() }
            // Nobody may see the new size with the old picture: the server serves no other client in between.
            outlined.apply(inGrab: wish.rect, wish.outline) { put(slot, part) }
        } else {
            outlined.noteSize(wish.rect.size)
            put(slot, part)
        }
        connection.flush()
        windowLayout = layout
        hadOverlay = !wish.overlays.isEmpty
        slot.memo.isFrame = isNew
        slot.memo.hostTime = sample?.hostTime ?? 0
        isRedrawDue = false
        overlayDeadline = nil
        isWaiting = false
        account(sample, isNew: isNew)
    }

    private func put(_ slot: Slot, _ part: Rect) {
        slot.image.put(part, on: presenter.window, with: context)
        if hasBackground {
            // From now on a resize must not flash: what was there stays until it is drawn over.
            connection.setBackground(presenter.window, .none)
            hasBackground = false
        }
        if let request = syncRequest {
            connection.set(request.counter, to: request.value)
            syncRequest = nil
        }
    }

    private func account(_ sample: SampleBuffer?, isNew: Bool) {
        let isTaken = ring.choice.transport == .socket && isNew
        presenter.orders.withLock { orders in
            if sample != nil { orders.counts.converted += 1 }
            if let sample, isNew {
                if let last = orders.wish.sequence, sample.sequence > last &+ 1 {
                    orders.counts.dropped += Int(sample.sequence &- last &- 1)
                }
                orders.wish.sequence = sample.sequence
                // Without shared memory there is no completion: what is sent is taken.
                if isTaken { orders.counts.shown += 1 }
            }
            orders.counts.inFlight = ring.busyCount
        }
        if isTaken, !hasShownFrame {
            hasShownFrame = true
            presenter.onEvent(.firstFrame)
        }
    }

    /// A frame that nobody sees, because something else is shown in its place: it counts as dropped.
    private func skip(_ sample: SampleBuffer?, _ wish: Presenter.Wish) {
        guard let sample, sample.sequence != wish.sequence else { return }
        presenter.orders.withLock { orders in
            orders.counts.dropped += Int(sample.sequence &- (orders.wish.sequence ?? (sample.sequence &- 1)))
            orders.wish.sequence = sample.sequence
        }
    }

    /// Draws everything of the window into a free image.
    private func draw(_ sample: SampleBuffer?, _ wish: Presenter.Wish, into slot: Slot) -> Layout {
        let size = wish.rect.size
        let target = PixelTarget(base: slot.image.pixels, stride: slot.image.stride, size: size)
        let picture = sample.map { fit($0.frame.displaySize, in: Rect(size: size)) } ?? .zero
        let layout = Layout(size: size, picture: picture, background: wish.background, outline: wish.outline)
        if let cover = wish.cover {
            target.fill(around: .zero, with: wish.background)
            converter.blend(Overlay(bitmap: cover, origin: .zero), into: target)
            wish.outline?.draw(into: target)
            slot.memo.layout = nil
            return layout
        }
        if slot.memo.layout != layout {
            target.fill(around: picture, with: wish.background)
        } else {
            // The outline changes pixels where they are: those beside the picture begin anew too.
            for corner in wish.outline?.frame.corners(of: size) ?? [] {
                target.part(corner).fill(around: picture.offset(by: -corner.x, -corner.y), with: wish.background)
            }
        }
        if let sample {
            converter.convert(sample.frame, into: target.part(picture), background: wish.background)
        } else if let placeholder = wish.placeholder {
            let origin = Point((size.width - placeholder.size.width) / 2, (size.height - placeholder.size.height) / 2)
            converter.blend(Overlay(bitmap: placeholder, origin: origin), into: target)
        }
        for overlay in wish.overlays { converter.blend(overlay, into: target) }
        wish.outline?.draw(into: target)
        // What was blended over the bars stays in the image: fill them again next time.
        slot.memo.layout = wish.overlays.isEmpty && sample != nil ? layout : nil
        return layout
    }

    private func tellTransport() {
        presenter.orders.withLock { $0.counts.transport = ring.choice.transport }
    }

    /// Makes the layer's last picture the window's background before it is mapped: the server drops drawing into
    /// unmapped windows, and a window that maps before its first frame would flash (spec B7).
    private func prepareBackground() {
        let wish = presenter.orders.withLock { $0.wish }
        if wish.outline != nil {
            outlined.apply(wish.rect, wish.outline)
            connection.sync()
        }
        guard let sample = presenter.layer.newest, let slot = ring.free(wish.rect.size) else { return }
        _ = draw(sample, wish, into: slot)
        slot.memo.isFrame = false
        connection.setBackground(presenter.window, picture: slot.image, with: context)
        // The main actor maps on another connection: the server must have this first.
        connection.sync()
    }
}
