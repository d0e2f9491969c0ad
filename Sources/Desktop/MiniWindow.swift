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
    /// How far from the edges of the work area, and from another mini window, it opens, in pixels.
    nonisolated static let margin = 16

    /// What a mini window starts with.
    struct Opening {
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
    public internal(set) var goal: Rect
    /// It is on its way out.
    public internal(set) var isLeaving = false
    /// It is gone: there is no such window on the server any more.
    public private(set) var isGone = false
    /// Movements and fades happen at once.
    public var reducesMotion: Bool { didSet { hover.reducesMotion = reducesMotion } }

    let options: WindowOptions
    var aspect: Size
    let animator: Animator
    let hover: HoverControls
    private(set) lazy var post = EventPost<FloatingWindowEvent> { [weak self] event in self?.deliver(event) }
    var drag: WindowDrag?
    var lastClick: (time: UInt, position: Point)?
    var pointerShape = PointerShape.arrow
    /// How far it is faded in, 0 to 1.
    var visibleShare = 1.0
    /// Told once when it is gone, with what it has counted.
    var onGone: (() -> Void)?

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
        let goal = options.place(aspect: aspect, workArea: desktop.workArea())
        self.init(
            desktop, options,
            Opening(
                controls: MiniControls(kind: kind), layer: layer, aspect: aspect, goal: goal, showsItself: true,
                clock: clock))
    }

    init(_ desktop: DesktopConnection, _ options: WindowOptions, _ opening: Opening) {
        self.options = options
        aspect = opening.aspect
        goal = opening.goal
        slot = opening.slot
        isWanted = opening.showsItself
        origin = opening.reducesMotion ? nil : opening.origin
        hasPicture = opening.layer.newest != nil
        reducesMotion = opening.reducesMotion
        animator = Animator(clock: opening.clock)
        let relay = OverlayRelay()
        let rect = origin ?? opening.goal
        hover = HoverControls(opening.controls, size: rect.size, animator: animator) { overlay in
            relay.window?.presenter.setOverlay(overlay)
        }
        hover.reducesMotion = opening.reducesMotion
        let id = MiniWindow.makeWindow(desktop, rect, options)
        var configuration = Presenter.Configuration()
        configuration.display = desktop.display
        configuration.placement = .own
        configuration.background = options.background
        configuration.ladder = options.ladder
        configuration.name = "present mini"
        let chosen = configuration
        layer = opening.layer
        super.init(desktop, id) { onEvent in
            Presenter(window: id, rect: rect, layer: opening.layer, configuration: chosen, onEvent: onEvent)
        }
        relay.window = self
        layOutControls()
        onFirstFrame = { [weak self] in self?.firstFrameWasShown() }
        onFailed = { [weak self] in self?.wasLost($0) }
        onClose = { [weak self] in self?.report(.closePressed) }
        onRestore = { [weak self] in self?.report(.restorePressed) }
        onRenderSize = { [weak self] in self?.report(.resized($0)) }
    }

    /// Lets the controls, which are there before the window is, find it.
    private final class OverlayRelay { weak var window: MiniWindow? }

    private static func makeWindow(_ desktop: DesktopConnection, _ rect: Rect, _ options: WindowOptions) -> WindowID {
        let server = desktop.server
        let id = server.createWindow(
            rect, overrideRedirect: true, background: .color(options.background),
            events: [.structure, .exposure, .visibility, .buttons, .motion, .crossing])
        server.setTitle(options.title, of: id)
        server.setClass(instance: "porthole-pip", class: "Porthole", of: id)
        server.setText("pip", .wmWindowRole, on: id)
        server.setHints(acceptsInput: false, group: desktop.leader, of: id)
        server.setProcess(of: id)
        server.setWindows([desktop.leader], .wmClientLeader, on: id)
        server.setAtoms([.windowTypeUtility], .wmWindowType, on: id)
        server.setOpacity(id, options.opacity)
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
        drag = nil
        hover.isHeld = false
        let (old, area) = (goal, workArea)
        let longer = max(old.width, old.height)
        let width = new.width >= new.height ? longer : longer * new.width / new.height
        let size = SizeLimits(workArea: area.size).clamped(width: width, aspect: new)
        let isLeft = old.center.x < area.center.x
        let isUpper = old.center.y < area.center.y
        let origin = Point(isLeft ? old.x : old.maxX - size.width, isUpper ? old.y : old.maxY - size.height)
        let rect = clamp(Rect(origin: origin, size: size), into: area)
        if isMapped ? isMoving : self.origin != nil {
            // It is on its way, or will be: to another place now.
            setGoal(rect)
            if isMapped { move(to: rect) }
        } else {
            put(at: rect)
        }
    }

    /// What panels leave free of the monitor it is on.
    var workArea: Rect { desktop.workArea(at: goal.center) }

    /// Puts it somewhere at once.
    func put(at rect: Rect) {
        presenter.place(rect)
        setGoal(rect)
    }

    private func setGoal(_ rect: Rect) {
        let old = goal
        goal = rect
        layOutControls()
        if old.size != rect.size, isMapped { onRenderSize?(rect.size) }
    }

    /// Its controls go where its size and place now want them.
    func layOutControls() { hover.layOut(size: presenter.rect.size, edges: snappedEdges) }

    /// The edges of the work area that it touches or nearly touches.
    private var snappedEdges: ScreenEdges {
        let (rect, area) = (goal, workArea)
        var edges: ScreenEdges = []
        if rect.x - area.x <= Self.margin { edges.insert(.left) }
        if area.maxX - rect.maxX <= Self.margin { edges.insert(.right) }
        if rect.y - area.y <= Self.margin { edges.insert(.top) }
        if area.maxY - rect.maxY <= Self.margin { edges.insert(.bottom) }
        return edges
    }

    // MARK: Events

    override func handle(_ event: ServerEvent) {
        if !isLeaving { handleInput(event) }
        super.handle(event)
        if case .map = event { wasMapped() }
    }

    override public func close() {
        post.silence()
        dismantle()
    }

    /// Everything of it goes; what it still has to tell is told.
    func dismantle() {
        guard !isGone else { return }
        isGone = true
        hover.stop()
        stopMoving()
        super.close()
        onGone?()
        onGone = nil
    }
}
