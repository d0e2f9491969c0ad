import Geometry
public import PictureInPicture
public import Views
import XServer

/// Makes the real mini windows on a display, each beside the others that are up (spec B2). Main actor.
public final class FloatingMiniWindows: FloatingWindowFactory {
    /// What the user wants less of: windows come and go at once. For windows that are made from now on.
    public var reducesMotion = false
    /// Told of each window when it is made and not yet shown.
    public var onMade: ((MiniWindow) -> Void)?
    /// Told of each window when it is gone; its counts are final.
    public var onGone: ((MiniWindow) -> Void)?

    /// Told after monitors, panels or the desktop's scale changed; the mini windows have moved then.
    public var onPlacesChanged: (() -> Void)?
    /// Where they go.
    public let placer: MiniWindowPlacer
    private let desktop: DesktopConnection
    private let clock: any FrameClock
    private let options: (SessionKind) -> WindowOptions
    private var made: [Weak] = []

    private struct Weak { weak var window: MiniWindow? }

    /// A factory on a display.
    ///
    /// - Parameters:
    ///   - clock: what windows move and fade by.
    ///   - options: asked for each window; its title is the request's.
    public init(
        _ desktop: DesktopConnection, clock: any FrameClock = PictureInPictureEnvironment.shared.clock,
        options: @escaping (SessionKind) -> WindowOptions
    ) {
        self.desktop = desktop
        self.clock = clock
        self.options = options
        placer = MiniWindowPlacer(desktop, clock: clock)
        placer.onChange = { [weak self] before in
            for window in self?.windows ?? [] { window.placesChanged(before) }
            self?.onPlacesChanged?()
        }
    }

    /// The windows that are there, oldest first; those on their way out included. Held weakly.
    public var windows: [MiniWindow] { made.compactMap(\.window).filter { !$0.isGone } }

    /// A window that is not yet mapped, in the picture's shape, in its corner or beside those that are up.
    ///
    /// - Throws: `.displayLost` when the connection to the display broke.
    public func makeWindow(_ request: FloatingWindowRequest) throws(PictureInPictureError) -> any FloatingWindow {
        guard !desktop.server.isBroken else { throw .displayLost }
        var options = options(request.kind)
        options.title = request.title
        let origin = request.origin.flatMap { $0.isEmpty ? nil : $0 }
        let aspect = options.size ?? miniWindowAspect(of: request.contentSize)
        let kind = PlacementKind(request.kind)
        let (wanted, monitor) = placer.place(kind, aspect: aspect, options, origin: origin)
        let goal = placeBeside(
            wanted, in: monitor.workArea, gap: placer.policy.magnet.gap,
            others: windows.filter { !$0.isLeaving }.map(\.goal))
        let window = MiniWindow(
            desktop, options,
            MiniWindow.Opening(
                placer: placer, kind: kind, home: monitor.identity, controls: MiniControls(session: request.kind),
                layer: request.layer, aspect: aspect, goal: goal,
                origin: origin, slot: request.slot, clock: clock, reducesMotion: reducesMotion))
        guard !desktop.server.isBroken else {
            window.close()
            throw .displayLost
        }
        made.removeAll { $0.window?.isGone ?? true }
        made.append(Weak(window: window))
        window.onGone = { [weak self, weak window] in
            if let self, let window { self.onGone?(window) }
        }
        onMade?(window)
        return window
    }
}

extension MiniWindowPlacer {
    /// Where a window goes that opens, when it is alone.
    func place(
        _ kind: PlacementKind, aspect: Size, _ options: WindowOptions, origin: Rect?
    ) -> (rect: Rect, monitor: PlacementMonitor) {
        var wish = PlacementPolicy.Wish()
        wish.size = options.size
        wish.position = options.position
        wish.corner = options.corner
        wish.origin = origin
        if let place = policy.place(kind, aspect: aspect, wish: wish, among: monitors) { return place }
        let monitor = monitor(holding: origin ?? .zero)
        return (Geometry.place(options.size ?? aspect, in: .lowerRight, of: monitor.workArea, margin: 0), monitor)
    }
}
