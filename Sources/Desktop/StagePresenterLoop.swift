import Frames
import Geometry
import Views
import XServer

/// What runs on a stage presenter's thread, and everything only that thread touches.
nonisolated final class StagePresenterLoop {
    /// What is in an image.
    private struct Memo {
        /// What of it is not what the window is to show; nil when nothing of it is.
        var stale: DamageRegion?
        /// The new frames in it.
        var layers: [ObjectIdentifier] = []
        /// Which composition it shows.
        var generation: UInt64 = 0

        mutating func add(_ rect: Rect) { stale?.add(rect) }
    }
    private typealias Slot = ImageRing<Memo>.Slot

    private let presenter: StagePresenter
    private let connection: Connection
    private let context: GraphicsContext
    private let painter = StagePainter()
    private let ring: ImageRing<Memo>
    /// What of the window is not what it is to show; nil when nothing of it is.
    private var pending: DamageRegion?
    private var size = Size.zero
    private var hasBackground = true
    private var hasShown = false
    private var isWaiting = false
    private var syncRequest: Presenter.SyncRequest?
    /// The newest composition that is on the screen.
    private var shownGeneration: UInt64 = 0
    /// The newest frame of each layer that was drawn; 0 for none.
    private var drawn: [ObjectIdentifier: UInt64] = [:]

    /// Connects and serves until it is told to stop or the server is gone.
    static func run(_ presenter: StagePresenter) {
        do throws(ConnectionError) {
            let connection = try Connection(presenter.configuration.display)
            guard let context = GraphicsContext(connection) else {
                return presenter.onEvent(.failed(.refused("the server gave no graphics context")))
            }
            StagePresenterLoop(presenter, connection, context).serve()
        } catch {
            presenter.onEvent(.failed(.refused(error.description)))
        }
    }

    private init(_ presenter: StagePresenter, _ connection: Connection, _ context: GraphicsContext) {
        self.presenter = presenter
        self.connection = connection
        self.context = context
        let configuration = presenter.configuration
        ring = ImageRing(connection, count: configuration.imageCount, ladder: configuration.ladder) { Memo() }
        tellTransport()
        ring.onFallBack = { [unowned self] choice in
            pending = nil
            tellTransport()
            self.presenter.onEvent(.fellBack(choice))
        }
    }

    private func tellTransport() {
        presenter.orders.withLock { $0.transport = ring.choice.transport }
    }

    private func serve() {
        prepareBackground()
        presenter.onEvent(.ready(ring.choice))
        while true {
            drain()
            let wish = presenter.orders.withLock { orders in
                let now = orders.wish
                orders.wish.damage = DamageRegion()
                orders.wish.needsRedraw = false
                orders.wish.syncRequest = nil
                return now
            }
            if connection.isBroken {
                presenter.onEvent(.failed(.displayLost))
                return
            }
            if wish.isStopping { return }
            note(wish)
            step(wish)
            // The put's own flush may have read a completion or an error: then no poll would show it.
            if connection.hasQueuedEvents || connection.hasErrors { continue }
            presenter.wakeup.wait(orReadable: connection, milliseconds: -1)
        }
    }

    /// Remembers what is to be drawn until there is an image to do it in.
    private func note(_ wish: StagePresenter.Wish) {
        if let request = wish.syncRequest { syncRequest = request }
        if let composition = wish.composition, composition.size != size {
            size = composition.size
            pending = nil
        }
        if wish.needsRedraw { pending = nil }
        for rect in wish.damage.rects {
            pending?.add(rect)
            for slot in ring.slots { slot.memo.add(rect) }
        }
    }

    // MARK: Events

    private func drain() {
        var layers: [ObjectIdentifier] = []
        var (completed, refused) = (0, 0)
        while let event = connection.nextEvent() {
            guard case .completion(let segment) = event, let slot = ring.complete(segment: segment) else { continue }
            completed += 1
            layers += slot.memo.layers
            shownGeneration = max(shownGeneration, slot.memo.generation)
        }
        if completed > 0 { isWaiting = false }
        // Other errors are of requests that need no answer.
        for error in connection.takeErrors() where ring.fail(error) != nil {
            refused += 1
            pending = nil
        }
        guard completed > 0 || refused > 0 else { return }
        presenter.orders.withLock { orders in
            for layer in layers { orders.tallies[layer]?.counts.shown += 1 }
            orders.refused += refused
            orders.inFlight = ring.busyCount
        }
        if completed > 0 { noteShown() }
    }

    private func noteShown() {
        if !hasShown {
            hasShown = true
            presenter.onEvent(.firstFrame)
        }
        let generation = shownGeneration
        let ready = presenter.orders.withLock { orders in
            let ready = orders.waiters.filter { $0.generation <= generation }
            if !ready.isEmpty { orders.waiters.removeAll { $0.generation <= generation } }
            return ready
        }
        for waiter in ready { waiter.body() }
    }

    // MARK: Drawing

    private func step(_ wish: StagePresenter.Wish) {
        guard wish.isVisible, let composition = wish.composition, !composition.size.isEmpty else { return }
        let isAwaited = hasShown && presenter.orders.withLock { !$0.waiters.isEmpty }
        if isAwaited { noteShown() }
        var fresh: [Fresh] = []
        for video in composition.videos {
            let sample = video.layer.newest
            let id = ObjectIdentifier(video.layer)
            if (sample?.sequence ?? 0) != drawn[id] ?? 0 {
                fresh.append(Fresh(layer: id, sequence: sample?.sequence ?? 0, clip: video.clip))
            }
        }
        let isDue = pending.map { !$0.isEmpty } ?? true
        guard isDue || !fresh.isEmpty || syncRequest != nil || wish.generation > shownGeneration && isAwaited else {
            return
        }
        guard let slot = ring.free(composition.size) else {
            if !fresh.isEmpty, !isWaiting {
                isWaiting = true
                presenter.orders.withLock { orders in
                    for one in fresh { orders.tallies[one.layer]?.counts.waits += 1 }
                }
            }
            return
        }
        isWaiting = false
        for one in fresh {
            drawn[one.layer] = one.sequence
            pending?.add(one.clip)
            for other in ring.slots { other.memo.add(one.clip) }
        }
        painter.paint(composition, stale: slot.memo.stale, into: slot.image.target)
        slot.memo = Memo(
            stale: DamageRegion(), layers: Array(Set(fresh.filter { $0.sequence > 0 }.map(\.layer))),
            generation: wish.generation)
        put(slot, pending.map { $0.bounds.intersection(Rect(size: size)) } ?? Rect(size: size))
        pending = DamageRegion()
        account(composition, fresh, slot)
    }

    /// A video with a picture that the window does not show yet, or none any more.
    private struct Fresh {
        let layer: ObjectIdentifier
        let sequence: UInt64
        let clip: Rect
    }

    private func put(_ slot: Slot, _ part: Rect) {
        // Something is always sent: whoever waits for this composition waits for the server's word.
        let part = part.isEmpty ? Rect(x: 0, y: 0, width: 1, height: 1) : part
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
        connection.flush()
    }

    private func account(_ composition: Composition, _ fresh: [Fresh], _ slot: Slot) {
        // Without shared memory there is no completion: what is sent is taken.
        let isTaken = ring.choice.transport == .socket
        let sequences = Dictionary(fresh.map { ($0.layer, $0.sequence) }, uniquingKeysWith: { one, _ in one })
        presenter.orders.withLock { orders in
            for (layer, sequence) in sequences where sequence > 0 {
                guard var tally = orders.tallies[layer] else { continue }
                if let last = tally.sequence, sequence > last &+ 1 {
                    tally.counts.dropped += Int(sequence &- last &- 1)
                }
                tally.sequence = sequence
                tally.counts.converted += 1
                if isTaken { tally.counts.shown += 1 }
                orders.tallies[layer] = tally
            }
            orders.inFlight = ring.busyCount
        }
        if isTaken {
            shownGeneration = max(shownGeneration, slot.memo.generation)
            noteShown()
        }
    }

    /// Makes the composition the window's background before it is mapped: the server drops drawing into unmapped
    /// windows, and a window that maps before its first picture would flash (spec B7).
    private func prepareBackground() {
        guard let composition = presenter.orders.withLock({ $0.wish.composition }), !composition.size.isEmpty,
            let slot = ring.free(composition.size)
        else { return }
        painter.paint(composition, stale: nil, into: slot.image.target)
        slot.memo = Memo()
        connection.setBackground(presenter.window, picture: slot.image, with: context)
        // The main actor maps on another connection: the server must have this first.
        connection.sync()
    }
}

extension PresentImage {
    /// All of it, to draw into.
    nonisolated var target: PixelTarget { PixelTarget(base: pixels, stride: stride, size: size) }
}
