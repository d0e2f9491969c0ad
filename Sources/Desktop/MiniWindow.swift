public import Frames
public import Geometry
import XServer

/// The mini window: override-redirect, above the others, never focused (spec 7).
///
/// Dragged from anywhere, resized from its rim with the picture's shape kept, closed by its button.
public final class MiniWindow: VideoWindow {
    /// How far from the edges of the work area it opens, in pixels.
    static let margin = 16

    private let options: WindowOptions
    private var aspect: Size
    private var drag: WindowDrag?
    private var pointerShape = PointerShape.arrow
    /// Told with its size in pixels whenever that changes, and once when it opens.
    public var onRenderSize: ((Size) -> Void)?

    /// Opens it; it is mapped as soon as its presenter has the layer's last picture ready.
    ///
    /// - Parameter pictureSize: the shape of the picture as it is seen; zero when it is not known yet.
    public init(_ desktop: DesktopConnection, layer: DisplayLayer, pictureSize: Size, options: WindowOptions) {
        self.options = options
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
        case .leave(_, isGrab: false): setPointer(.arrow)
        // Another program took the pointer, or the window went: the drag is over where it is.
        case .leave(_, isGrab: true), .unmap: endDrag()
        default: break
        }
        super.handle(event)
    }

    private func press(_ button: ServerEvent.Button) {
        guard button.button == 1 else { return }
        if button.isPress {
            let zone = ResizeZone(at: button.position, in: presenter.rect.size)
            drag = WindowDrag(start: presenter.rect, pointer: button.rootPosition, zone: zone)
        } else {
            endDrag()
        }
    }

    private func moved(_ motion: ServerEvent.Motion) {
        guard drag != nil else {
            return setPointer(Self.shape(for: ResizeZone(at: motion.position, in: presenter.rect.size)))
        }
        // The release may have gone elsewhere.
        guard motion.isLeftDown else { return endDrag() }
        let limits = SizeLimits(workArea: workArea.size)
        guard let rect = drag?.move(to: motion.rootPosition, aspect: aspect, limits: limits) else { return }
        setPointer(drag?.zone.map { Self.shape(for: $0) } ?? .move)
        move(to: rect)
    }

    private func endDrag() {
        guard let drag else { return }
        self.drag = nil
        setPointer(.arrow)
        // Wholly visible after every drop.
        if drag.hasMoved { move(to: clamp(presenter.rect, into: workArea)) }
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
