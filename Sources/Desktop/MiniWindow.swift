public import Frames
public import Geometry
public import PictureInPicture
public import Views
import XServer

/// The mini window: override-redirect, above the others, never focused (spec 7).
///
/// Dragged from anywhere, resized from its rim with the picture's shape kept, closed by its button. Main actor.
public final class MiniWindow: VideoWindow<Presenter>, FloatingWindow {
    /// All that it shows.
    public let layer: DisplayLayer
    /// What a mini window starts with.
    struct Opening {
        var placer: MiniWindowPlacer
        var kind: PlacementKind
        /// The monitor it belongs on.
        var home: MonitorIdentity
        var controls: MiniControls
        var layer: DisplayLayer
        /// The shape to keep; only the ratio counts.
        var aspect: Size
        /// Where it belongs.
        var goal: Rect
        /// Where it grows from; nil to begin where it belongs.
        var origin: Rect?
        var slot: WindowSlot?
        /// It is mapped as soon as it can be, without waiting for `show()` of `FloatingWindow`.
        var showsItself = false
        var clock: any FrameClock
        var reducesMotion = false
    }

    /// Who is told what happens to it; weak. It is told instead of `onClose`, `onRestore`, `onFirstFrame`, `onFailed` and
    /// `onRenderSize`: setting one of those takes that event away from it.
    public weak var delegate: (any FloatingWindowDelegate)?
    /// Told when its restore button was pressed, or it was clicked twice.
    public var onRestore: (() -> Void)?
    /// Told with its size in pixels whenever that changes, and once when it opens. On its way out of the stage it tells
    /// the size it will have.
    public var onRenderSize: ((Size) -> Void)?
    /// Which place it takes; nil for one that was opened by hand.
    public let slot: WindowSlot?
    /// Where it belongs on the root: where it is, or where it is moving to.
    public internal(set) var goal: Rect { didSet { if goal != oldValue { onMoved?() } } }
    /// Told when it belongs elsewhere.
    public var onMoved: (() -> Void)?
    /// All that it covers where it is and where it is going.
    public var reach: Rect { goal.union(presenter.rect) }
    /// It is on its way out.
    public internal(set) var isLeaving = false
    /// It is gone: there is no such window on the server any more.
    public private(set) var isGone = false
    /// How opaque it is, 0.2 to 1, where a compositor is present.
    public internal(set) var opacity: Double
    /// Clicks go to what is below it.
    public internal(set) var isClickThrough = false { didSet { applyShape() } }
    /// Told when clicks go through from now on, and when they do so no more.
    public var onClickThrough: ((Bool) -> Void)?
    /// Whether it goes while the screen is shared that it is on; nil where nothing shares it, and its menu offers nothing.
    public var hidesWhileSharing: Bool?
    /// Told when its menu asks for the other of both.
    public var onHideWhileSharing: (() -> Void)?
    /// Nothing of it is seen, because its screen is shared: by `setVeiled`.
    public internal(set) var isVeiled = false
    /// Told what the user should know, in words.
    public var onNotice: ((String) -> Void)?
    /// Movements and fades happen at once.
    public var reducesMotion: Bool { didSet { hover.reducesMotion = reducesMotion } }

    let options: WindowOptions
    let placer: MiniWindowPlacer
    /// What its place is remembered for.
    let kind: PlacementKind
    /// The monitor the user put it on, or it opened on: it goes back there when that one is there again.
    var home: MonitorIdentity
    /// Where it was, and what was there then, before monitors, panels or the scale changed under it; nil when it was put
    /// where it is.
    var displaced: (rect: Rect, before: (monitors: [PlacementMonitor], scale: Double))?
    var aspect: Size
    let animator: Animator
    let hover: HoverControls
    private(set) lazy var post = EventPost<FloatingWindowEvent> { [weak self] event in self?.deliver(event) }
    var drag: WindowDrag?
    /// The fingers on it.
    var touching = Touching()
    /// Where the pointer went while it is dragged.
    var trail = PointerTrail()
    var lastClick: (time: UInt, position: Point)?
    var pointerShape = PointerShape.arrow
    /// Its menu, while it is open.
    var menu: MiniMenuWindow?
    /// It takes keys while this is there.
    var keyboardToken: Int?
    /// Keys moved it away from the pointer, which is no leaving.
    var hasWandered = false
    var clickThroughToken: Int?
    var hasClickThroughKey = false
    /// The edge it is tucked away at.
    var stashEdge: StashTab.Edge? { didSet { applyShape() } }
    /// What is behind it is looked at.
    var isPeeking = false {
        didSet {
            setVisibleShare(visibleShare)
            applyShape()
        }
    }
    /// How far it is faded in, 0 to 1.
    var visibleShare = 1.0
    /// Told once when it is gone, with what it has counted.
    var onGone: (() -> Void)?

    /// What its pixels have.
    let depth: PixelDepth
    /// What it was last shaped for.
    var shaped: ShapeCause
    var shadow: ShadowWindow?
    private var compositorToken = 0

    private let origin: Rect?
    /// Its layer had a picture before it was made: that is its background, so it is seen with it.
    private let hasPicture: Bool
    private var isWanted: Bool
    private var isReady = false
    private var hasShownFrame = false
    private var fadesIn = false
    /// What became of it before anybody wanted to see it.
    private var earlyLoss: FloatingWindowEvent?
    private(set) var isMapped = false

    /// Opens it; it is mapped as soon as its presenter has the layer's last picture ready.
    ///
    /// - Parameters:
    ///   - kind: what floats, and so what its close button says.
    ///   - pictureSize: the shape of the picture as it is seen; zero when it is not known yet.
    ///   - clock: what it moves and fades by.
    public convenience init(
        _ desktop: DesktopConnection, kind: MiniControls.Kind, layer: DisplayLayer, pictureSize: Size,
        options: WindowOptions, clock: any FrameClock = PictureInPictureEnvironment.shared.clock
    ) {
        let aspect = options.size ?? miniWindowAspect(of: pictureSize)
        let placer = MiniWindowPlacer(desktop, clock: clock)
        let placement = PlacementKind(kind)
        let (goal, monitor) = placer.place(placement, aspect: aspect, options, origin: nil)
        self.init(
            desktop, options,
            Opening(
                placer: placer, kind: placement, home: monitor.identity, controls: MiniControls(kind: kind),
                layer: layer, aspect: aspect, goal: goal, showsItself: true,
                clock: clock))
        placer.onChange = { [weak self] before in self?.placesChanged(before) }
    }

    init(_ desktop: DesktopConnection, _ options: WindowOptions, _ opening: Opening) {
        self.options = options
        opacity = options.opacity
        placer = opening.placer
        kind = opening.kind
        home = opening.home
        aspect = opening.aspect
        goal = opening.goal
        slot = opening.slot
        isWanted = opening.showsItself
        // With a manager in between each step would come late.
        let isStill = opening.reducesMotion || options.isManaged
        origin = isStill ? nil : opening.origin
        hasPicture = opening.layer.newest != nil
        reducesMotion = isStill
        animator = Animator(clock: opening.clock)
        let relay = OverlayRelay()
        let rect = origin ?? opening.goal
        hover = HoverControls(opening.controls, size: rect.size, scale: opening.placer.scale, animator: animator) {
            overlays in
            relay.window?.presenter.setOverlays(overlays)
        }
        hover.reducesMotion = isStill
        desktop.lookForCompositor()
        // What a manager frames keeps the manager's corners.
        depth = desktop.server.hasAlpha && !options.isManaged ? .translucent : .opaque
        shaped = ShapeCause(desktop, scale: opening.placer.scale, depth, isSquare: options.isManaged)
        shadow = shaped.isBlended ? ShadowWindow(desktop, for: rect) : nil
        let id = MiniWindow.makeWindow(desktop, rect, options, depth)
        var configuration = Presenter.Configuration()
        configuration.display = desktop.display
        configuration.placement = .own
        configuration.background = options.background
        configuration.ladder = options.ladder
        configuration.name = "present mini"
        configuration.depth = depth
        configuration.outline = shaped.outline(desktop, shadow: shadow?.id)
        let chosen = configuration
        layer = opening.layer
        super.init(desktop, id) { onEvent in
            Presenter(window: id, rect: rect, layer: opening.layer, configuration: chosen, onEvent: onEvent)
        }
        relay.window = self
        compositorToken = desktop.watchCompositor { [weak self] in self?.applyShape() }
        tellSizes()
        layOutControls()
        onFirstFrame = { [weak self] in self?.firstFrameWasShown() }
        onFailed = { [weak self] in self?.wasLost($0) }
        onClose = { [weak self] in self?.report(.closePressed) }
        onRestore = { [weak self] in self?.report(.restorePressed) }
        onRenderSize = { [weak self] in self?.report(.resized($0)) }
    }

    /// Lets the controls, which are there before the window is, find it.
    private final class OverlayRelay { weak var window: MiniWindow? }

    private static func makeWindow(
        _ desktop: DesktopConnection, _ rect: Rect, _ options: WindowOptions, _ depth: PixelDepth
    ) -> WindowID {
        let server = desktop.server
        let id = server.createWindow(
            rect, overrideRedirect: !options.isManaged, background: .color(options.background),
            events: [.structure, .exposure, .visibility, .buttons, .motion, .crossing], depth: depth)
        server.setTitle(options.title, of: id)
        server.setClass(instance: "porthole-pip", class: "Porthole", of: id)
        server.setText("pip", .wmWindowRole, on: id)
        server.setHints(acceptsInput: false, group: desktop.leader, of: id)
        server.setProcess(of: id)
        server.setWindows([desktop.leader], .wmClientLeader, on: id)
        server.setAtoms([.windowTypeUtility], .wmWindowType, on: id)
        server.setOpacity(id, options.opacity)
        server.forbidShadow(of: id)
        server.selectTouches(on: id)
        if options.isManaged { makeClient(id, on: desktop) }
        return id
    }

    // MARK: Appearing

    /// Its presenter is ready.
    override func show() {
        isReady = true
        mapWhenWanted()
    }

    /// Maps it as soon as its presenter has the layer's last picture ready. Once is enough.
    @_implements(FloatingWindow,show()) public func showWhenReady() {
        isWanted = true
        if let earlyLoss { report(earlyLoss) }
        earlyLoss = nil
        mapWhenWanted()
    }

    private func mapWhenWanted() {
        guard isReady, isWanted, !isGone, !isLeaving else { return }
        isReady = false
        fadesIn = origin == nil && !reducesMotion && hasCompositor
        if fadesIn { setVisibleShare(0) }
        desktop.server.mapRaised(id)
        desktop.flush()
    }

    private func wasMapped() {
        guard !isMapped, !isGone else { return }
        isMapped = true
        report(.mapped)
        if hasPicture { firstFrameWasShown() }
        onRenderSize?(goal.size)
        guard !isLeaving else { return }
        if fadesIn { fade(to: 1) }
        if presenter.rect != goal { move(to: goal) }
    }

    private func firstFrameWasShown() {
        guard !hasShownFrame else { return }
        hasShownFrame = true
        report(.firstFrameShown)
    }

    private func wasLost(_ failure: WindowFailure) {
        let event: FloatingWindowEvent =
            switch failure {
            case .displayLost: .displayLost
            case .refused(let reason): .failed(reason)
            }
        if isWanted { report(event) } else { earlyLoss = event }
    }

    // MARK: Shape and place

    /// The picture has another shape now: the longer side and the nearest corner stay (spec M8).
    public func setPictureSize(_ size: Size) {
        guard options.size == nil, !isLeaving else { return }
        let new = miniWindowAspect(of: size)
        guard new != aspect else { return }
        aspect = new
        tellSizes()
        cancelDrag()
        displaced = nil
        let (old, area) = (goal, workArea)
        let longer = max(old.width, old.height)
        let width = new.width >= new.height ? longer : longer * new.width / new.height
        let rect = resizedInCorner(old, to: limits.clamped(width: width, aspect: new), in: area)
        if isStashed {
            setGoal(rect)
        } else if isMapped ? isMoving : self.origin != nil {
            // It is on its way, or will be: to another place now.
            setGoal(rect)
            if isMapped { move(to: rect) }
        } else {
            put(at: rect)
        }
    }

    /// What panels leave free of the monitor it is on.
    var workArea: Rect { placer.workArea(holding: goal) }
    /// How small and how large it may be.
    var limits: SizeLimits { SizeLimits(workArea: workArea.size, scale: placer.scale) }

    /// Puts it somewhere at once.
    func put(at rect: Rect) {
        presenter.place(rect)
        setGoal(rect)
    }

    /// It is on its way to another place than before.
    func retarget(_ rect: Rect) { setGoal(rect) }

    private func setGoal(_ rect: Rect) {
        let old = goal
        goal = rect
        layOutControls()
        if old.size != rect.size, isMapped { onRenderSize?(rect.size) }
    }

    /// Its controls go where its size and place now want them.
    func layOutControls() {
        hover.layOut(size: presenter.rect.size, edges: snappedEdges, scale: placer.scale)
        if shaped.scale != placer.scale { applyShape() }
    }

    /// The edges of the work area that it touches or nearly touches.
    private var snappedEdges: ScreenEdges {
        let (rect, area) = (goal, workArea)
        var edges: ScreenEdges = []
        let near = placer.policy.magnet.gap
        if rect.x - area.x <= near { edges.insert(.left) }
        if area.maxX - rect.maxX <= near { edges.insert(.right) }
        if rect.y - area.y <= near { edges.insert(.top) }
        if area.maxY - rect.maxY <= near { edges.insert(.bottom) }
        return edges
    }

    // MARK: Events

    override func handle(_ event: ServerEvent) {
        if !isLeaving { handleInput(event) }
        super.handle(event)
        switch event {
        case .map: wasMapped()
        case .configure(_, let rect, let isSynthetic): wasConfigured(rect, isSynthetic: isSynthetic)
        default: break
        }
        shadow?.follow(event, of: id)
    }

    override public func close() {
        post.silence()
        dismantle()
    }

    /// Everything of it goes; what it still has to tell is told.
    func dismantle() {
        guard !isGone else { return }
        isGone = true
        closeMenu()
        releaseKeyboard()
        releaseClickThroughKey()
        hover.stop()
        stopMoving()
        super.close()
        desktop.unwatchCompositor(compositorToken)
        removeShadow()
        onGone?()
        onGone = nil
    }
}
