public import Frames
public import Geometry
public import Views
import XServer

/// The mini window: override-redirect, above the others, never focused (spec 7).
///
/// Dragged from anywhere, resized from its rim with the picture's shape kept, closed by its button.
public final class MiniWindow: VideoWindow {
    /// How far from the edges of the work area it opens, in pixels.
    static let margin = 16
    /// How soon a second click makes a double click, in the server's milliseconds.
    private static let doubleClickTime: UInt = 400

    /// Told when its restore button was pressed, or it was clicked twice.
    public var onRestore: (() -> Void)?

    private let options: WindowOptions
    private var aspect: Size
    private var drag: WindowDrag?
    /// What appears on hover; nothing is drawn while the pointer is elsewhere.
    private var controls: MiniControls
    private var isHovered = false
    private var lastClick: (time: UInt, position: Point)?
    private var pointerShape = PointerShape.arrow
    /// Told with its size in pixels whenever that changes, and once when it opens.
    public var onRenderSize: ((Size) -> Void)?

    /// Opens it; it is mapped as soon as its presenter has the layer's last picture ready.
    ///
    /// - Parameters:
    ///   - kind: what floats, and so what its close button says.
    ///   - pictureSize: the shape of the picture as it is seen; zero when it is not known yet.
    public init(
        _ desktop: DesktopConnection, kind: MiniControls.Kind, layer: DisplayLayer, pictureSize: Size,
        options: WindowOptions
    ) {
        self.options = options
        controls = MiniControls(kind: kind)
        let server = desktop.server
        let area = desktop.workArea()
        aspect = options.size ?? miniWindowAspect(of: pictureSize)
        let size = options.size ?? firstMiniWindowSize(aspect: aspect, workArea: area.size)
        let rect =
            options.position.map { Rect(origin: $0, size: size) }
            ?? place(size, in: options.corner, of: area, margin: Self.margin)
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

        var configuration = Presenter.Configuration()
        configuration.display = desktop.display
        configuration.placement = .own
        configuration.background = options.background
        configuration.ladder = options.ladder
        configuration.name = "present mini"
        super.init(desktop, id, rect, layer, configuration)
    }

    override func show() {
        desktop.server.mapRaised(id)
        desktop.flush()
        onRenderSize?(presenter.rect.size)
    }

    /// The picture has another shape now: the longer side and the nearest corner stay (spec M8).
    public func setPictureSize(_ size: Size) {
        guard options.size == nil else { return }
        let new = miniWindowAspect(of: size)
        guard new != aspect else { return }
        aspect = new
        drag = nil
        let old = presenter.rect
        let area = workArea
        let longer = max(old.width, old.height)
        let width = new.width >= new.height ? longer : longer * new.width / new.height
        let size = SizeLimits(workArea: area.size).clamped(width: width, aspect: new)
        let isLeft = old.center.x < area.center.x
        let isUpper = old.center.y < area.center.y
        let origin = Point(isLeft ? old.x : old.maxX - size.width, isUpper ? old.y : old.maxY - size.height)
        move(to: clamp(Rect(origin: origin, size: size), into: area))
    }

    /// What panels leave free of the monitor it is on.
    private var workArea: Rect { desktop.workArea(at: presenter.rect.center) }

    private func move(to rect: Rect) {
        let old = presenter.rect
        presenter.place(rect)
        if old.size != rect.size { onRenderSize?(rect.size) }
    }

    // MARK: Input

    override func handle(_ event: ServerEvent) {
        switch event {
        case .button(let button): press(button)
        case .motion(let motion): moved(motion)
        case .enter(_, let position, _): hover(at: position)
        case .leave(_, isGrab: false): leave()
        // Another program took the pointer, or the window went: the drag is over where it is.
        case .leave(_, isGrab: true), .unmap:
            endDrag()
            leave()
        default: break
        }
        super.handle(event)
    }

    private func press(_ button: ServerEvent.Button) {
        guard button.button == 1 else { return }
        guard button.isPress else { return release(button) }
        if let control = controls.hitTest(button.position, in: presenter.rect.size) {
            controls.pressed = control
            return drawControls()
        }
        let zone = ResizeZone(at: button.position, in: presenter.rect.size)
        drag = WindowDrag(start: presenter.rect, pointer: button.rootPosition, zone: zone)
    }

    private func release(_ button: ServerEvent.Button) {
        if let pressed = controls.pressed {
            controls.pressed = nil
            drawControls()
            // As everywhere: whoever slides off a button before letting go has changed their mind.
            guard controls.hitTest(button.position, in: presenter.rect.size) == pressed else { return }
            if pressed == .close { onClose?() } else if pressed == .restore { onRestore?() }
            return
        }
        let wasClick = drag.map { !$0.hasMoved } ?? false
        endDrag()
        if wasClick { click(button) }
    }

    private func click(_ button: ServerEvent.Button) {
        if let last = lastClick, button.time &- last.time < Self.doubleClickTime,
            abs(button.rootPosition.x - last.position.x) < 5, abs(button.rootPosition.y - last.position.y) < 5
        {
            lastClick = nil
            onRestore?()
        } else {
            lastClick = (button.time, button.rootPosition)
        }
    }

    private func moved(_ motion: ServerEvent.Motion) {
        guard drag != nil else { return hover(at: motion.position) }
        // The release may have gone elsewhere.
        guard motion.isLeftDown else { return endDrag() }
        let limits = SizeLimits(workArea: workArea.size)
        guard let rect = drag?.move(to: motion.rootPosition, aspect: aspect, limits: limits) else { return }
        setPointer(drag?.zone.map { Self.shape(for: $0) } ?? .move)
        move(to: rect)
        if drag?.zone != nil { drawControls() }
    }

    private func endDrag() {
        guard let drag else { return }
        self.drag = nil
        setPointer(.arrow)
        guard drag.hasMoved else { return }
        // Wholly visible after every drop.
        move(to: clamp(presenter.rect, into: workArea))
        drawControls()
    }

    // MARK: Hover controls

    private func hover(at position: Point) {
        let old = controls
        let wasHovered = isHovered
        isHovered = true
        controls.hovered = controls.hitTest(position, in: presenter.rect.size)
        controls.showsTooltip = controls.hovered != nil
        if controls != old || !wasHovered { drawControls() }
        let zone = ResizeZone(at: position, in: presenter.rect.size)
        setPointer(controls.hovered != nil ? .hand : Self.shape(for: zone))
    }

    private func leave() {
        guard isHovered else { return }
        isHovered = false
        controls.hovered = nil
        controls.pressed = nil
        controls.showsTooltip = false
        drawControls()
        setPointer(.arrow)
    }

    private func drawControls() {
        guard isHovered else { return presenter.setOverlay(nil) }
        controls.edges = snappedEdges
        presenter.setOverlay(controls.overlay(for: presenter.rect.size))
    }

    /// The edges of the work area that it touches or nearly touches.
    private var snappedEdges: ScreenEdges {
        let (rect, area) = (presenter.rect, workArea)
        var edges: ScreenEdges = []
        if rect.x - area.x <= Self.margin { edges.insert(.left) }
        if area.maxX - rect.maxX <= Self.margin { edges.insert(.right) }
        if rect.y - area.y <= Self.margin { edges.insert(.top) }
        if area.maxY - rect.maxY <= Self.margin { edges.insert(.bottom) }
        return edges
    }

    private func setPointer(_ shape: PointerShape) {
        guard shape != pointerShape else { return }
        pointerShape = shape
        desktop.server.setPointer(shape, over: id)
        desktop.flush()
    }

    private static func shape(for zone: ResizeZone?) -> PointerShape {
        switch zone {
        case nil: .arrow
        case .top: .top
        case .bottom: .bottom
        case .left: .left
        case .right: .right
        case .topLeft: .topLeft
        case .topRight: .topRight
        case .bottomLeft: .bottomLeft
        case .bottomRight: .bottomRight
        }
    }
}
