import Dispatch
import EventLoop
import Glibc
public import Geometry
public import XServer

/// The user interface's X connection on the main actor: read when there is something, drained after every turn.
///
/// Windows register for their events. No call that waits for the server is made while playing, apart from those that
/// open and close windows.
@MainActor public final class DesktopConnection {
    /// The connection itself.
    public let server: Connection
    /// The display's name, for the presenters' own connections.
    public var display: String { server.name }
    /// The window that stands for the whole program (ICCCM WM_CLIENT_LEADER); never mapped.
    public let leader: WindowID
    /// Told once when the server is gone.
    public var onLost: (() -> Void)?
    /// Told when monitors, resolution, work areas or the scale changed.
    public var onMonitorsChanged: (() -> Void)?
    /// Told when panels may have come, gone or changed what they reserve: `lookAtStruts` finds out.
    var onPanelsMayHaveChanged: (() -> Void)?

    /// A compositor shows the windows, as far as the server has told.
    private(set) var hasCompositor: Bool
    private var compositorWatchers: [Int: () -> Void] = [:]
    /// What tells that there is something to read: the main thread's own loop, or Dispatch where it is not run.
    private var watch: Int?
    private var source: (any DispatchSourceRead)?
    private var isDrainPlanned = false
    private var isLost = false
    private var hasRootChanged = false
    private var handlers: [WindowID: [(token: Int, handle: (ServerEvent) -> Void)]] = [:]
    private var rootWatch: RootWatch?
    private var listeners: [WindowID: [(token: Int, handle: (ServerEvent) -> Void)]] = [:]
    private var nextToken = 0
    private var buttonWatchers = 0
    private var keyHolders: [KeyChord: Int] = [:]
    private var known: [(monitor: Monitor, workArea: Rect)]?
    private var knownScale: Double?
    /// What each child of the root and those inside it reserve, those that reserve nothing included.
    private var struts: [WindowID: [Strut]] = [:]
    /// What was reserved when work areas were told last.
    private var reserved: Set<Strut> = []
    /// In which child of the root each window is that reserves something.
    private var holders: [WindowID: WindowID] = [:]

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
        server.selectCompositorChanges()
        hasCompositor = server.isComposited()
        startReading()
        server.onEventsLeftQueued = { [weak self] in self?.planDrain() }
        flush()
    }

    isolated deinit { stopReading() }

    private func startReading() {
        watch = MainLoop.shared.watch(server.fileDescriptor) { [weak self] in self?.drain() }
        guard watch == nil else { return }
        let source = DispatchSource.makeReadSource(fileDescriptor: server.fileDescriptor, queue: .main)
        source.setEventHandler { [weak self] in self?.drain() }
        // Dispatch must let go of the descriptor before it is closed: the next connection may get the same number, and
        // its source would never fire.
        source.setCancelHandler { [server] in withExtendedLifetime(server) {} }
        source.activate()
        self.source = source
    }

    private func stopReading() {
        if let watch = watch.take() { MainLoop.shared.unwatch(watch) }
        source?.cancel()
        source = nil
    }

    /// Sends what is buffered, and plans a drain if that left events in memory, where the read source is blind.
    public func flush() { server.flush() }

    /// The monitors and what panels leave free of each, the primary one first. Asked of the server only after a change.
    public var monitors: [(monitor: Monitor, workArea: Rect)] {
        if let known { return known }
        let monitors = server.monitors()
        let areas = server.workAreas(of: monitors, struts: Array(reserved))
        let found = zip(monitors, areas).map { (monitor: $0, workArea: $1) }
        known = found
        return found
    }

    /// Device pixels a logical pixel has, as the desktop says. Asked of the server only after a change.
    public var scale: Double {
        if let knownScale { return knownScale }
        let found = server.desktopScale().factor
        knownScale = found
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

    /// Tells `handle` too of the events of a window, be it a stranger's, and asks for those of its structure; whoever else
    /// takes them goes on to. Until the token is given to `unlisten`. A round trip.
    public func listen(_ window: WindowID, _ handle: @escaping (ServerEvent) -> Void) -> Int {
        nextToken += 1
        listeners[window, default: []].append((nextToken, handle))
        // Those of ours have asked themselves.
        if !server.isOwn(window) { server.selectAlso([.structure], on: window) }
        return nextToken
    }

    /// Asks for events of a window with the questions, without taking away what somebody listens for.
    func selectWithQuestions(_ events: EventInterest, on window: WindowID) {
        server.selectWithQuestions(listeners[window] == nil ? events : events.union(.structure), on: window)
    }

    /// Ends `listen`.
    public func unlisten(_ token: Int) { Self.remove(token, from: &listeners) }

    /// Ends `register`.
    func unregister(_ token: Int) { Self.remove(token, from: &handlers) }

    private static func remove(
        _ token: Int, from all: inout [WindowID: [(token: Int, handle: (ServerEvent) -> Void)]]
    ) {
        for (window, list) in all {
            let rest = list.filter { $0.token != token }
            all[window] = rest.isEmpty ? nil : rest
        }
    }

    /// Has `handle` told when a compositor came or went, until the token is given to `unwatchCompositor`.
    func watchCompositor(_ handle: @escaping () -> Void) -> Int {
        nextToken += 1
        compositorWatchers[nextToken] = handle
        return nextToken
    }

    /// Ends `watchCompositor`.
    func unwatchCompositor(_ token: Int) { compositorWatchers[token] = nil }

    /// Asks the server whether a compositor is there, rather than waiting to be told. A round trip.
    func lookForCompositor() { noteCompositor(server.isComposited()) }

    private func noteCompositor(_ isPresent: Bool) {
        guard isPresent != hasCompositor else { return }
        hasCompositor = isPresent
        for handle in compositorWatchers.values { handle() }
    }

    /// Who is told of the root's children.
    struct RootWatch {
        /// Takes what happens to them, changes of monitors, and events of windows that nobody registered for.
        let handle: (ServerEvent) -> Void
        /// Told when everything that had arrived was handed out.
        let settled: () -> Void
    }

    /// Has the root's children watched, by one at a time; nil ends it.
    func watchRoot(_ watch: RootWatch?) {
        rootWatch = watch
        // Panels that came before are seen now, those that come are told.
        if watch != nil { onPanelsMayHaveChanged?() }
    }

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

    /// Has a chord come to the root's handlers, until as many calls of `releaseKey` as of this. A round trip the first time.
    ///
    /// - Returns: false when the keyboard lacks it or another program has it.
    func holdKey(_ chord: KeyChord) -> Bool {
        let holders = keyHolders[chord] ?? 0
        guard holders > 0 || server.grabKey(chord) else { return false }
        keyHolders[chord] = holders + 1
        return true
    }

    /// Ends one `holdKey` that was granted.
    func releaseKey(_ chord: KeyChord) {
        guard let holders = keyHolders[chord] else { return }
        keyHolders[chord] = holders > 1 ? holders - 1 : nil
        if holders == 1 { server.releaseKeys([chord]) }
    }

    /// Has the root's handlers told of every button that goes down anywhere, until as many calls with false.
    func watchButtons(_ isWatching: Bool) {
        buttonWatchers += isWatching ? 1 : -1
        if buttonWatchers == (isWatching ? 1 : 0) { server.watchButtons(isWatching) }
    }

    /// Somebody registered for the events of a window.
    func isRegistered(_ window: WindowID) -> Bool { handlers[window] != nil }

    /// Deals with everything that has arrived.
    func drain() {
        isDrainPlanned = false
        takeEvents()
        if hasRootChanged {
            // Windows are made, mapped and placed in one breath, and each of it would wake us anew.
            hasRootChanged = false
            doze()
            takeEvents()
            hasRootChanged = false
        }
        rootWatch?.settled()
        // Requests that windows just met with an error: they died between query and use, which is normal life.
        _ = server.takeErrors()
        if server.isBroken, !isLost {
            isLost = true
            stopReading()
            onLost?()
        }
    }

    private func route(_ event: ServerEvent) {
        if case .monitorsChanged = event {
            forgetMonitors()
            rootWatch?.handle(event)
            return
        }
        if case .compositorChanged(let isPresent) = event { return noteCompositor(isPresent) }
        if case .rootChange(let change) = event {
            if let rootWatch {
                hasRootChanged = true
                rootWatch.handle(event)
            }
            if let window = change.comingOrGoing, !server.isOwn(window) {
                struts[window] = nil
                onPanelsMayHaveChanged?()
            }
        }
        guard let window = event == .buttonAnywhere ? server.rootWindow : event.window else { return }
        note(event, of: window)
        for entry in listeners[window] ?? [] { entry.handle(event) }
        guard let list = handlers[window] else {
            rootWatch?.handle(event)
            return
        }
        for entry in list { entry.handle(event) }
    }

    /// What the places of windows depend on besides monitors: panels and the scale.
    private func note(_ event: ServerEvent, of window: WindowID) {
        guard case .property(_, let name, _) = event else { return }
        switch name {
        case .workArea where window == server.rootWindow, .currentDesktop where window == server.rootWindow:
            forgetMonitors()
        case .clientList where window == server.rootWindow: onPanelsMayHaveChanged?()
        case .strut, .strutPartial:
            if let top = holders[window] { struts[top] = nil }
            onPanelsMayHaveChanged?()
        case .resources, .settings:
            knownScale = nil
            forgetMonitors()
        default: break
        }
    }

    /// Finds out what windows reserve of the screen's edges. Round trips, few however many windows there are: a few
    /// times a second at most.
    func lookAtStruts() {
        guard !server.isBroken, !isLost else { return }
        let children = server.rootChildren()
        let new = server.struts(below: children.filter { struts[$0] == nil })
        var next: [WindowID: [Strut]] = [:]
        for child in children { next[child] = struts[child] ?? new[child]?.map(\.strut) ?? [] }
        struts = next
        // A panel that hides itself tells so by its property; every other window is left alone.
        for (top, list) in new {
            for holder in Set(list.map(\.holder)) where !server.isOwn(holder) {
                holders[holder] = top
                server.selectAlso([.properties], on: holder)
            }
        }
        holders = holders.filter { next[$0.value] != nil }
        let all = Set(next.values.flatMap { $0 })
        if all != reserved {
            reserved = all
            forgetMonitors()
        }
    }

    private func forgetMonitors() {
        known = nil
        onMonitorsChanged?()
    }

    /// Lets a fifth of a millisecond go by: less than waking up costs, and nothing that anybody sees.
    func doze() { if !server.isBroken { usleep(150) } }

    /// Hands out what has arrived.
    func takeEvents() { while let event = server.nextEvent() { route(event) } }

    private func planDrain() {
        guard !isDrainPlanned else { return }
        isDrainPlanned = true
        DispatchQueue.main.async { [weak self] in self?.drain() }
    }

    /// Destroys the leader and ends the read source. Windows have been closed before.
    public func close() {
        server.onEventsLeftQueued = nil
        stopReading()
        handlers = [:]
        listeners = [:]
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
            .syncRequest(let window, _), .property(let window, _, _), .enter(let window, _, _, _),
            .leave(let window, _), .focus(let window, _):
            window
        case .button(let event): event.window
        case .motion(let event): event.window
        case .touch(let event): event.window
        case .key(let event): event.window
        case .completion, .monitorsChanged, .compositorChanged, .rootChange, .buttonAnywhere, .other: nil
        }
    }
}
