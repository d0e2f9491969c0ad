import Geometry
public import PictureInPicture
public import Views
public import XServer

/// Keeps windows of ours above every managed window, below menus, and away from a locked screen (spec M1 to M4).
///
/// `StackingState` decides; this carries it out. One keeper a connection. It follows the server's events in a list of
/// its own and never waits for an answer, apart from the first `keep` or `watchCoverage`, which lists the root's children.
/// Windows that die between question and use are normal life: what the server then refuses is ignored.
@MainActor public final class StackingKeeper {
    /// Told when a window was hidden because the screen is locked.
    public var onHide: ((WindowID) -> Void)?
    /// Told when it was mapped again.
    public var onShow: ((WindowID) -> Void)?
    /// Told once a fight when another program (the second window) puts its window above ours again and again.
    public var onContested: ((WindowID, WindowID) -> Void)?
    /// Told when a window that is kept or watched became wholly covered, by geometry, and when it can be seen again.
    public var onCoverage: ((WindowID, Bool) -> Void)?
    /// How often a window was put above others.
    public private(set) var restacks = 0
    /// How often it has looked at what the server told, and decided.
    public private(set) var passes = 0
    /// How many fights there were.
    public private(set) var contested = 0
    /// A lock signal or a locker's window says that the screen is locked: do not map a kept window now, the keeper
    /// would have to hide it again.
    public var isLocked: Bool { state.isLocked }

    /// The root's children as the keeper knows them, lowest first: for tests and reports.
    public var listed: [WindowID] { state.windows.map { WindowID($0.id) } }
    /// All that it asked has been answered, and nothing is to be done.
    public var isSettled: Bool {
        isRunning && !isWaiting && acquaintance == nil && state.isSettled
    }
    /// The keeper knows of a child of the root.
    public func lists(_ window: WindowID) -> Bool { state.windows.contains { $0.id == window.rawValue } }

    let desktop: DesktopConnection
    let inspector: WindowInspector
    let focus: FocusGuard
    private let saver: SaverWatch
    private let clock: any FrameClock
    var state = StackingState()
    private var fences: [(window: WindowID, question: FocusQuestion)] = []
    private var saverStatus: [NumberQuestion] = []
    private var tokens: [WindowID: Int] = [:]
    private var clients = WatchedClients()
    private var alarm: (ticket: ClockTicket, time: Double)?
    private var patience: ClockTicket?
    private var isRunning = false
    private var hasToSend = false
    private var hasToLook = false
    /// Windows of others whose events are to be asked for.
    private var strangers: [WindowID] = []
    private var acquaintance: ClockTicket?
    private var metAt = -Double.infinity
    /// How long windows have to stay before they are asked for their events, where they come one after the other.
    private static let acquaintanceTime = 0.2

    /// A keeper of no windows yet: nothing is asked or watched.
    public init(_ desktop: DesktopConnection, clock: any FrameClock) {
        self.desktop = desktop
        self.clock = clock
        inspector = WindowInspector(desktop.server)
        saver = SaverWatch(desktop.server)
        focus = FocusGuard(desktop.server, clock: clock)
        inspector.onAnswer = { [weak self] event in self?.take(event) }
        focus.isKept = { [weak self] window in self?.state.isKept(window.rawValue) ?? false }
    }

    isolated deinit { stop() }

    /// Keeps an override-redirect window of this connection from now on. Call it before it is mapped. Keeping it twice
    /// changes nothing; a window that is destroyed is released.
    public func keep(_ window: WindowID) {
        guard !state.isKept(window.rawValue) else { return }
        start()
        desktop.server.selectAlso([.focus], on: window)
        tokens[window] = desktop.register(window) { [weak self] event in
            if case .focus = event { self?.lookAtFocus() }
        }
        take(.kept(window.rawValue))
        take(.coverageWatched(window.rawValue))
        decide()
    }

    /// Leaves a window as it is from now on. One that is hidden because of a lock stays so, and is its owner's again:
    /// release what is unmapped for another reason, or unlocking would bring it back.
    public func release(_ window: WindowID) {
        guard state.isKept(window.rawValue) else { return }
        take(.released(window.rawValue))
        take(.coverageUnwatched(window.rawValue))
        focus.allowed.remove(window)
        if let token = tokens.removeValue(forKey: window) { desktop.unregister(token) }
        decide()
    }

    /// Whether a kept window may have the keyboard for the moment, after a click on its controls.
    public func setFocusAllowed(_ isAllowed: Bool, for window: WindowID) {
        if isAllowed { focus.allowed.insert(window) } else { focus.allowed.remove(window) }
        guard isRunning else { return }
        lookAtFocus()
        send()
    }

    /// Watches whether another window, such as the main one, is wholly covered; in a frame or not.
    public func watchCoverage(of window: WindowID) {
        guard tokens[window] == nil else { return }
        start()
        tokens[window] = desktop.register(window) { [weak self] event in
            if case .reparent(let window, _) = event { self?.findFrame(of: window) }
        }
        findFrame(of: window)
        decide()
    }

    /// Ends `watchCoverage`.
    public func unwatchCoverage(of window: WindowID) {
        guard !state.isKept(window.rawValue), let token = tokens.removeValue(forKey: window) else { return }
        desktop.unregister(token)
        if let frame = clients.forget(window) { take(.coverageUnwatched(frame.rawValue)) }
        decide()
    }

    /// Takes a lock signal of the session's services.
    public func setLocked(_ isLocked: Bool, by signal: LockSignal) {
        take(.locked(signal, isLocked))
        decide()
    }

    /// Watches nothing any more. Hidden windows stay hidden.
    public func stop() {
        guard isRunning else { return }
        isRunning = false
        desktop.watchRoot(nil)
        for token in tokens.values { desktop.unregister(token) }
        tokens = [:]
        inspector.stop()
        focus.stop()
        strangers = []
        acquaintance = nil
        hasToLook = false
        saver.stop()
        for fence in fences { desktop.server.forget(fence.question) }
        fences = []
        alarm = nil
        patience = nil
        state = StackingState()
    }

    // MARK: Events

    private func start() {
        guard !isRunning else { return }
        isRunning = true
        desktop.watchRoot(
            DesktopConnection.RootWatch(
                handle: { [weak self] event in self?.handle(event) }, settled: { [weak self] in self?.settle() }))
        tokens[desktop.server.rootWindow] = desktop.register(desktop.server.rootWindow) { [weak self] event in
            self?.handle(event)
        }
        noteScreen()
        list()
        saverStatus.append(desktop.server.askNumbers(.screenSaverStatus, of: desktop.server.rootWindow))
        lookAtFocus()
    }

    private func list() { take(.listed(desktop.listRootChildren().map(\.rawValue))) }

    private func noteScreen() {
        take(.screen(Rect(size: desktop.server.screenSize), monitors: desktop.monitors.map(\.monitor.rect)))
    }

    private func handle(_ event: ServerEvent) {
        switch event {
        case .rootChange(let change): handle(change)
        case .monitorsChanged: noteScreen()
        case .focus: lookAtFocus()
        case .property(desktop.server.rootWindow, let name, _): rootProperty(name)
        case .property(let window, .wmWindowOpacity, _): take(.opacityChanged(window.rawValue))
        default: break
        }
    }

    private func handle(_ change: RootChange) {
        take(StackingEvent(change))
        switch change {
        case .mapped(let window, _): attend(window)
        case .destroyed(let window):
            if saver.remove(window) { take(.locked(.screenSaverProperty, false)) }
        case .left: take(.clientsChanged)
        default: break
        }
    }

    private func rootProperty(_ name: AtomName?) {
        switch name {
        case .clientList, .clientListStacking: take(.clientsChanged)
        case .activeWindow:
            take(.clientsChanged)
            lookAtFocus()
        case .screenSaverStatus:
            saverStatus.append(desktop.server.askNumbers(.screenSaverStatus, of: desktop.server.rootWindow))
            hasToSend = true
        default: break
        }
    }

    /// Has other programs' windows tell where the focus goes: with no manager nobody else does.
    private func attend(_ window: WindowID) {
        // A window of this program, or a frame that somebody here watches, has chosen its events already.
        guard !desktop.isRegistered(window), !desktop.server.isOwn(window) else { return }
        strangers.append(window)
        guard acquaintance == nil else { return }
        // Where windows come and go all the time, only those that stay are worth a question.
        guard clock.now - metAt < Self.acquaintanceTime else { return meetStrangers() }
        acquaintance = clock.after(Self.acquaintanceTime) { [weak self] in
            guard let self else { return }
            acquaintance = nil
            // What they have told nobody meanwhile is looked up.
            for window in strangers { take(.opacityChanged(window.rawValue)) }
            meetStrangers()
            decide()
        }
    }

    private func meetStrangers() {
        let there = strangers.filter { state.isMapped($0.rawValue) }
        strangers = []
        metAt = clock.now
        guard !there.isEmpty else { return }
        for window in there { desktop.selectWithQuestions([.focus, .properties], on: window) }
        // It may have got it before.
        lookAtFocus()
    }

    /// Who has the focus is asked when everything that has arrived was dealt with.
    private func lookAtFocus() {
        hasToLook = true
        hasToSend = true
    }

    private func findFrame(of window: WindowID) {
        let frame = desktop.server.ancestors(of: window).last ?? window
        if let old = clients.forget(window) { take(.coverageUnwatched(old.rawValue)) }
        clients.note(window, in: frame)
        take(.coverageWatched(frame.rawValue))
    }

    private func take(_ event: StackingEvent) {
        if case .glanced(let id, let glance) = event, glance?.isMapped == true { attend(WindowID(id)) }
        _ = state.take(event)
    }

    // MARK: Effects

    /// Takes the answers that are there and decides. Only after all events have been dealt with, also those that came off
    /// the socket with the answers: an answer is newer, and what a restack did would be seen too late, and done twice.
    private func settle() {
        guard isRunning else { return }
        fetch()
        desktop.takeEvents()
        let wasWaiting = isWaiting
        decide()
        guard !wasWaiting, isWaiting else { return }
        // A server that is not busy has answered before we could go to sleep and be woken again.
        desktop.doze()
        fetch()
        desktop.takeEvents()
        decide()
    }

    /// Decides, and sends what has to be sent.
    private func decide() {
        guard isRunning else { return }
        passes += 1
        for effect in state.take(.settled(at: clock.now)) { perform(effect) }
        send()
    }

    private func fetch() {
        while let fence = fences.first, desktop.server.answer(to: fence.question) != nil {
            fences.removeFirst()
            take(.restackSettled(fence.window.rawValue))
        }
        while let question = saverStatus.first, let numbers = desktop.server.answer(to: question) {
            saverStatus.removeFirst()
            noteSaver(numbers.first.map { $0 != 0 } ?? false)
        }
        saver.fetch()
        if focus.fetch() { hasToSend = true }
        if inspector.fetch() { hasToSend = true }
    }

    private func noteSaver(_ isLocked: Bool) {
        take(.locked(.screenSaverProperty, isLocked))
        guard isLocked else { return saver.stop() }
        // The daemon's window is of one pixel, those that it draws in cover a screen.
        let candidates = state.windows.filter {
            !$0.isPlaced || $0.rect.size == Size(1, 1) || state.isCurtainShaped($0)
        }
        saver.look(among: candidates.map { WindowID($0.id) })
        hasToSend = true
    }

    private func perform(_ effect: StackingEffect) {
        switch effect {
        case .restack(let id, let sibling):
            restacks += 1
            desktop.server.restack(WindowID(id), above: WindowID(sibling))
            fences.append((WindowID(id), desktop.server.askFocus()))
            hasToSend = true
        case .hide(let id):
            desktop.server.unmap(WindowID(id))
            hasToSend = true
            onHide?(WindowID(id))
        case .show(let id):
            desktop.server.map(WindowID(id))
            hasToSend = true
            onShow?(WindowID(id))
        case .wake(let time):
            // Mostly it is the same one again, and a new timer costs more than a pass.
            if let alarm, abs(alarm.time - time) < 1e-6 { break }
            let ticket = clock.after(max(0, time - clock.now)) { [weak self] in
                self?.alarm = nil
                self?.desktop.drain()
            }
            alarm = (ticket, time)
        case .contested(let id, let other):
            contested += 1
            onContested?(WindowID(id), WindowID(other))
        case .coverage(let id, let isCovered): onCoverage?(clients.client(in: WindowID(id)), isCovered)
        case .glance(let id):
            inspector.glance(WindowID(id))
            hasToSend = true
        case .inspect(let id):
            inspector.inspect(WindowID(id))
            hasToSend = true
        case .list:
            list()
            decide()
        }
    }

    private func send() {
        if hasToSend {
            hasToSend = false
            if hasToLook { focus.look() }
            hasToLook = false
            desktop.server.flushQuestions()
        }
        guard isWaiting, patience == nil else { return }
        // A round trip of somebody else may have read our answer off the socket, where nothing wakes us.
        patience = clock.after(0.1) { [weak self] in
            guard let self else { return }
            patience = nil
            if isWaiting { desktop.drain() }
        }
    }

    private var isWaiting: Bool {
        inspector.isWaiting || focus.isWaiting || saver.isWaiting || !fences.isEmpty || !saverStatus.isEmpty
    }
}
