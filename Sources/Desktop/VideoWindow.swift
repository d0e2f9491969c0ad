public import XServer

/// What the main and the mini window have in common: a window, a presenter, and when it is mapped and seen.
public class VideoWindow<Shown: WindowPresenter> {
    /// Its number on the server.
    public let id: WindowID
    /// What draws it.
    public let presenter: Shown
    /// Told once when the window is mapped for the first time.
    public var onMapped: (() -> Void)?
    /// Told once when the first picture is in it.
    public var onFirstFrame: (() -> Void)?
    /// Told once when it can show nothing any more, with the reason in words.
    public var onFailed: ((WindowFailure) -> Void)?
    /// Told when pictures travel in another way than the best one, or in another way than before.
    public var onTransport: ((TransportChoice) -> Void)?
    /// The wish to close it was expressed, by its button or through the manager.
    public var onClose: (() -> Void)?

    /// Something of it can be seen: it is mapped, on this workspace and not wholly covered.
    public var isSeen: Bool { viewable.isViewable }

    /// Tells it that other windows cover all of it, judged by geometry, or do so no more: nothing is converted then.
    public func setCovered(_ isCovered: Bool) { viewable.isCovered = isCovered }

    let desktop: DesktopConnection
    private(set) lazy var viewable = ViewableWatch(desktop, id) { [weak self] in self?.presenter.setVisible($0) }
    private var token = 0
    private(set) var hasBeenMapped = false
    private var isClosed = false

    /// - Parameter makePresenter: starts its presenter, which tells on its own thread what happens.
    init(
        _ desktop: DesktopConnection, _ id: WindowID,
        makePresenter: (_ onEvent: @escaping @Sendable (PresenterEvent) -> Void) -> Shown
    ) {
        self.desktop = desktop
        self.id = id
        // The presenter's own connection must find the window: the server has to have read the request.
        desktop.server.sync()
        let relay = EventRelay()
        presenter = makePresenter { event in Task { @MainActor in relay.handle?(event) } }
        relay.handle = { [weak self] in self?.handle($0) }
        viewable.onFrames = { [weak self] in self?.framesChanged() }
        token = desktop.register(id) { [weak self] event in self?.handle(event) }
    }

    /// A frame around it was mapped or unmapped. Overridden by windows that have one.
    func framesChanged() {}

    /// Deals with an event of the window. Overridden for input.
    func handle(_ event: ServerEvent) {
        viewable.handle(event)
        switch event {
        case .map where !hasBeenMapped:
            hasBeenMapped = true
            onMapped?()
        case .expose(_, isLast: true): presenter.redraw()
        case .closeRequest: onClose?()
        case .destroy: fail(.refused("the window was destroyed by another program"))
        default: break
        }
    }

    private func handle(_ event: PresenterEvent) {
        guard !isClosed else { return }
        switch event {
        case .ready(let choice):
            onTransport?(choice)
            show()
        case .firstFrame: onFirstFrame?()
        case .fellBack(let choice): onTransport?(choice)
        case .failed(let reason): fail(reason)
        }
    }

    /// Maps the window for the first time. Overridden for what goes with it.
    func show() {
        desktop.server.map(id)
        desktop.flush()
    }

    private func fail(_ reason: WindowFailure) {
        guard !isClosed, let tell = onFailed else { return }
        onFailed = nil
        // Whichever connection hears first that the server died: it is the same end.
        desktop.server.sync()
        tell(desktop.server.isBroken ? .displayLost : reason)
    }

    /// Ends the presenter and destroys the window. Calling it again does nothing.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        viewable.stop()
        desktop.unregister(token)
        presenter.stop()
        desktop.server.destroyWindow(id)
        desktop.flush()
    }
}

/// Lets a presenter, which must not keep a window alive, find it on the main actor.
private final class EventRelay {
    var handle: ((PresenterEvent) -> Void)?
    nonisolated init() {}
}
