import Dispatch
public import Geometry
public import XServer

/// The user interface's X connection on the main actor: a read source, a drain after every turn.
///
/// Windows register for their events. No call that waits for the server is made while playing, apart from those that
/// open and close windows.
public final class DesktopConnection {
    /// The connection itself.
    public let server: Connection
    /// The display's name, for the presenters' own connections.
    public var display: String { server.name }
    /// The window that stands for the whole program (ICCCM WM_CLIENT_LEADER); never mapped.
    public let leader: WindowID
    /// Told once when the server is gone.
    public var onLost: (() -> Void)?
    /// Told when monitors, resolution or work areas changed.
    public var onMonitorsChanged: (() -> Void)?

    private var source: (any DispatchSourceRead)?
    private var isDrainPlanned = false
    private var isLost = false
    private var handlers: [WindowID: [(token: Int, handle: (ServerEvent) -> Void)]] = [:]
    private var rootWatch: RootWatch?
    private var nextToken = 0
    private var known: [(monitor: Monitor, workArea: Rect)]?

    /// Connects.
    ///
    /// - Parameter display: nil for the environment's.
    public init(_ display: String? = nil) throws(ConnectionError) {
        server = try Connection(display)
        leader = server.createWindow(
            Rect(x: -10, y: -10, width: 1, height: 1), overrideRedirect: true, events: [.structure])
        server.setTitle("Porthole", of: leader)
        server.setClass(instance: "porthole", class: "Porthole", of: leader)
        server.setProcess(of: leader)
        server.setWindows([leader], .wmClientLeader, on: leader)
        server.select([.structure, .properties], on: server.rootWindow)
        server.selectMonitorChanges()
        let source = DispatchSource.makeReadSource(fileDescriptor: server.fileDescriptor, queue: .main)
        source.setEventHandler { [weak self] in self?.drain() }
        // Dispatch must let go of the descriptor before it is closed: the next connection may get the same number, and
        // its source would never fire.
        source.setCancelHandler { [server] in withExtendedLifetime(server) {} }
        source.activate()
        self.source = source
        server.onEventsLeftQueued = { [weak self] in self?.planDrain() }
        flush()
    }

    /// Sends what is buffered, and plans a drain if that left events in memory, where the read source is blind.
    public func flush() { server.flush() }

    /// The monitors and what panels leave free of each, the primary one first. Asked of the server only after a change.
    public var monitors: [(monitor: Monitor, workArea: Rect)] {
        if let known { return known }
        let found = server.monitors().map { (monitor: $0, workArea: server.workArea(of: $0)) }
        known = found
        return found
    }

    /// What panels leave free of the monitor that `point` is on; of the primary one when it is on none.
    public func workArea(at point: Point? = nil) -> Rect {
        let all = monitors
        let here = point.flatMap { point in all.first { $0.monitor.rect.contains(point) } }
        return (here ?? all.first)?.workArea ?? Rect(size: server.screenSize)
    }

    /// Hands the events of a window to `handle` until the token is given back.
    func register(_ window: WindowID, _ handle: @escaping (ServerEvent) -> Void) -> Int {
        nextToken += 1
        handlers[window, default: []].append((nextToken, handle))
        return nextToken
    }

    /// Ends `register`.
    func unregister(_ token: Int) {
        for (window, list) in handlers {
            let rest = list.filter { $0.token != token }
            handlers[window] = rest.isEmpty ? nil : rest
        }
    }

    /// Who is told of the root's children.
    struct RootWatch {
        /// Takes what happens to them, changes of monitors, and events of windows that nobody registered for.
        let handle: (ServerEvent) -> Void
        /// Told when everything that had arrived was handed out.
        let settled: () -> Void
    }

    /// Has the root's children watched, by one at a time; nil ends it.
    func watchRoot(_ watch: RootWatch?) { rootWatch = watch }

    /// The root's children, lowest first. What happened to them before was handed to the watcher, what happens later
    /// will be: the server serves nobody else in between. A round trip.
    func listRootChildren() -> [WindowID] {
        server.grabServer()
        server.select([.structure, .properties, .substructure], on: server.rootWindow)
        let children = server.rootChildren()
        while let event = server.nextEvent() { route(event) }
        server.releaseServer()
        flush()
        return children
    }

    /// Somebody registered for the events of a window.
    func isRegistered(_ window: WindowID) -> Bool { handlers[window] != nil }

    /// Deals with everything that has arrived.
    func drain() {
        isDrainPlanned = false
        while let event = server.nextEvent() { route(event) }
        rootWatch?.settled()
        // Requests that windows just met with an error: they died between query and use, which is normal life.
        _ = server.takeErrors()
        if server.isBroken, !isLost {
            isLost = true
            source?.cancel()
            source = nil
            onLost?()
        }
    }

    private func route(_ event: ServerEvent) {
        if case .monitorsChanged = event {
            forgetMonitors()
            rootWatch?.handle(event)
            return
        }
        if case .rootChange = event { rootWatch?.handle(event) }
        guard let window = event.window else { return }
        if window == server.rootWindow, case .property(_, let name, _) = event,
            name == .workArea || name == .currentDesktop
        {
            forgetMonitors()
        }
        guard let list = handlers[window] else {
            rootWatch?.handle(event)
            return
        }
        for entry in list { entry.handle(event) }
    }

    private func forgetMonitors() {
        known = nil
        onMonitorsChanged?()
    }

    private func planDrain() {
        guard !isDrainPlanned else { return }
        isDrainPlanned = true
        DispatchQueue.main.async { [weak self] in self?.drain() }
    }

    /// Destroys the leader and ends the read source. Windows have been closed before.
    public func close() {
        server.onEventsLeftQueued = nil
        source?.cancel()
        source = nil
        handlers = [:]
        rootWatch = nil
        server.destroyWindow(leader)
        if !server.isBroken { server.flush() }
    }
}

extension ServerEvent {
    /// The window an event is about; nil when it is about none.
    nonisolated var window: WindowID? {
        switch self {
        case .expose(let window, _), .configure(let window, _, _), .map(let window), .unmap(let window),
            .reparent(let window, _), .destroy(let window), .visibility(let window, _), .closeRequest(let window),
            .syncRequest(let window, _), .property(let window, _, _), .enter(let window, _, _),
            .leave(let window, _), .focus(let window, _):
            window
        case .button(let event): event.window
        case .motion(let event): event.window
        case .key(let event): event.window
        case .completion, .monitorsChanged, .rootChange, .other: nil
        }
    }
}
