import Foundation
import PortholeKit

/// The running program: one display, one main window, its sessions and what floats of them.
///
/// It carries out what `AppScene` decides for the window and what the sessions' controllers decide for theirs.
final class App {
    let console: Console
    let desktop: DesktopConnection
    let options: SessionOptions
    /// Where the events of the sessions go that this process asked for.
    let sink: any EventSink
    let environment: PictureInPictureEnvironment
    let center: SessionCenter
    let animator: Animator
    let root: RootView
    let lobby = LobbyView()
    let floats: FloatingMiniWindows
    /// Keeps the mini windows above the others, and away from lockers.
    let keeper: StackingKeeper
    /// Keeps where the user puts mini windows.
    let places: PlacementStore
    /// Keeps the desktop awake while something plays.
    let idle: IdleKeeper
    lazy var remote = MediaRemote(log: { [console] in console.detail($0) }) { [weak self] command in
        Task { @MainActor in self?.carryOut(command) }
    }
    /// The app ends with its last session: it was started for one, not for the lobby.
    let endsWithSessions: Bool

    private(set) var scene = AppScene()
    private(set) var screens: [SessionScreen] = []
    private(set) var main: MainWindow?
    var locks: LockWatch?
    /// Shares the screen.
    let share: ShareDesk
    /// Offers microphones, speakers and cameras, while it is open.
    var deviceMenu: PopUpMenu?
    /// Keeps what the user chose.
    let settings: SettingsStore
    /// Waits for direct calls; nil when nobody asked for it.
    var answering: AnswerDesk?
    /// Calls that nobody answered, until somebody has seen to them.
    var missed = MissedCalls() { didSet { refreshLobby() } }
    private var ending: [Task<Void, Never>] = []
    private var timer: (any DispatchSourceTimer)?
    /// What mini windows did that are gone, by layer, so that the counts of a session only grow.
    private var miniCounts: [ObjectIdentifier: FrameCounts] = [:]
    private var hasToldTransport = false
    private var exitCode: ExitCode?
    private var onLeave: ((ExitCode) -> Void)?
    private var lastCode = ExitCode.done

    /// An app on a display.
    init(
        _ desktop: DesktopConnection, options: SessionOptions, console: Console, sink: any EventSink,
        endsWithSessions: Bool
    ) {
        self.desktop = desktop
        self.options = options
        self.console = console
        self.sink = sink
        self.endsWithSessions = endsWithSessions
        environment = .shared
        center = .shared
        let animator = Animator(clock: DisplayClock())
        self.animator = animator
        root = RootView(size: Size(1, 1), scale: desktop.scale, animator: animator)
        floats = FloatingMiniWindows(desktop, clock: animator.clock) { [options] kind in Self.miniOptions(options, kind)
        }
        keeper = StackingKeeper(desktop, clock: animator.clock)
        idle = IdleKeeper(console: console)
        let settings = SettingsStore(profile: options.profile, console: console)
        self.settings = settings
        share = ShareDesk(
            desktop, clock: animator.clock, floats: floats,
            hidesMiniWindows: settings.value(.hidesWhileSharing) == "yes")
        let places = PlacementStore(profile: options.profile, console: console)
        self.places = places
        floats.placer.policy.memory = places.load()
        floats.placer.onRemember = { places.remember($0) }
        floats.onMade = { [weak self] in self?.noteMade($0) }
        floats.onGone = { [weak self] in self?.noteGone($0) }
        setUpEnvironment()
        setUpIdle()
        setUpShare()
        root.content = lobby
        lobby.actions.open = { [weak self] address, isFloating in self?.openFromLobby(address, isFloating) }
        lobby.actions.openRecent = { [weak self] name in
            if let self, !self.missed.dismiss(name) { self.send(.maximise(name)) }
        }
        lobby.actions.pickWindow = { [weak self] in self?.floatPickedWindow() }
        lobby.model.isCameraOn = false
    }

    private func setUpEnvironment() {
        let server = desktop.server
        environment.support = PictureInPictureSupport(
            screen: server.screenSize, trueColorDepths: server.trueColorDepths)
        environment.clock = animator.clock
        environment.windows = floats
        environment.keyRootView = root
        environment.keepsStage = options.keepsStage
        environment.audioSession = AudioSession.shared
        environment.log = { [console] text in console.warn(text) }
        AudioSession.shared.log = { [console] text in console.detail(text) }
        AudioSession.shared.soundServer = options.isSilent ? SilentSoundServer() : DesktopSoundServer()
        do throws(CapabilitiesError) {
            environment.capabilities = try Manifest.capabilities()
        } catch {
            console.warn(error.description)
        }
    }

    private func noteMade(_ window: MiniWindow) {
        window.onTransport = { [weak self] in self?.tell($0) }
        window.onNotice = { [console] in console.warn($0) }
        window.onClickThrough = { [weak self, weak window] _ in
            if let window { self?.clickThroughChanged(window) }
        }
        keep(window)
        watchShare(window)
    }

    /// The stage of a session whose mini window lets clicks through has a way to take them again.
    private func clickThroughChanged(_ window: MiniWindow) {
        guard let screen = screens.first(where: { $0.layer === window.layer }) else { return }
        switch screen.session {
        case .call(let call): call.view.model.isClickThrough = window.isClickThrough
        case .live(let live): live.view.model.isClickThrough = window.isClickThrough
        }
    }

    private func noteGone(_ window: MiniWindow) {
        if window.isManaged { keeper.unwatchCoverage(of: window.id) } else { keeper.release(window.id) }
        let id = ObjectIdentifier(window.layer)
        guard screens.contains(where: { $0.layer === window.layer }) else { return }
        miniCounts[id] = (miniCounts[id] ?? FrameCounts()) + FrameCounts(window.presenter.counts)
    }

    private static func miniOptions(_ options: SessionOptions, _ kind: SessionKind) -> WindowOptions {
        var window = WindowOptions(title: options.title ?? kind.accessibleName)
        if let background = options.background { window.background = background }
        window.ladder = TransportLadder.chosen
        window.size = options.miniSize
        window.position = options.position
        if let corner = options.corner { window.corner = corner }
        if let opacity = options.opacity { window.opacity = opacity }
        window.isManaged = options.isManaged
        return window
    }

    // MARK: Life

    /// Opens the main window.
    func openMain(title: String) {
        var window = WindowOptions(title: title)
        window.ladder = TransportLadder.chosen
        window.size = options.mainSize
        if let background = options.background { window.background = background }
        let main = MainWindow(desktop, root: root, options: window, icons: AppIcon.bitmaps)
        main.onClose = { [weak self] in self?.closeMain() }
        main.onFailed = { [weak self] failure in
            failure == .displayLost ? self?.loseDisplay() : self?.failMain(failure.description)
        }
        main.onTransport = { [weak self] in self?.tell($0) }
        main.onPresence = { [weak self] in self?.presenceChanged($0) }
        main.onResize = { [weak self] _ in self?.layOut() }
        main.onFullscreen = { [weak self] in self?.fullscreenChanged($0) }
        root.onUnhandledKey = { [weak self] in self?.press($0) ?? false }
        desktop.onLost = { [weak self] in self?.loseDisplay() }
        self.main = main
        if desktop.server.desktopFacts().isXwayland { console.warn(XWayland.notice) }
        setUpKeeper(main)
        startTimer()
        refreshLobby()
    }

    /// Runs to the end.
    ///
    /// - Returns: how the process ends.
    func run() async -> ExitCode {
        if let duration = options.duration {
            DispatchQueue.main.asyncAfter(deadline: .now() + duration) { [weak self] in self?.quit(.done) }
        }
        let code = await withCheckedContinuation { continuation in
            onLeave = { continuation.resume(returning: $0) }
            if let exitCode { leave(exitCode) }
        }
        timer?.cancel()
        locks?.stop()
        keeper.stop()
        places.finish()
        settings.finish()
        for task in ending { await task.value }
        main?.close()
        desktop.close()
        return code
    }

    /// Ends every session, tells the other sides, and leaves.
    func quit(_ code: ExitCode) {
        stopAnswering(code)
        endAll(.quit)
        leave(code)
    }

    /// Does not leave before it is done.
    func wait(for task: Task<Void, Never>) { ending.append(task) }

    /// Leaves as soon as the last session has gone.
    private func leave(_ code: ExitCode) {
        if exitCode == nil {
            exitCode = code
            // Nothing may hang: a server, a device or a driver that no longer answers does not keep the program.
            DispatchQueue.global().asyncAfter(deadline: .now() + 3) { _exit(code.rawValue) }
        }
        guard screens.isEmpty, let code = exitCode else { return }
        onLeave?(code)
        onLeave = nil
    }

    /// Leaves when nothing is left to stay for: no session, and nobody who waits for calls.
    func leaveIfDone() {
        guard screens.isEmpty, exitCode != nil || (endsWithSessions && answering == nil) else { return }
        leave(exitCode ?? lastCode)
    }

    private func endAll(_ reason: SessionEndReason) {
        for screen in screens { screen.end(reason) }
    }

    private func closeMain() {
        let current = (scene.presented ?? scene.tile).flatMap { screen($0) } ?? screens.last
        current?.end(current.map { $0.session.kind == .call ? .hangUp : .stopWatching } ?? .quit)
        // What is over leaves in its own turn; without a session there is nobody to wait for.
        if !center.hasSessions {
            stopAnswering(lastCode)
            leave(lastCode)
        }
    }

    private func failMain(_ reason: String) {
        console.complain(reason)
        stopAnswering(.failed)
        endAll(.failed)
        leave(.failed)
    }

    private func loseDisplay() {
        guard exitCode == nil else { return }
        console.complain("the X display was lost while playing")
        environment.loseDisplay()
        stopAnswering(.failed)
        endAll(.displayLost)
        leave(.failed)
    }

    // MARK: Sessions

    /// The session of a name; nil when there is none.
    func screen(_ name: String) -> SessionScreen? { screens.first { $0.name == name } }

    /// A name that no running session has.
    func freeName(_ base: String) -> String {
        if screen(base) == nil { return base }
        return (2...).lazy.map { "\(base)-\($0)" }.first { self.screen($0) == nil } ?? base
    }

    /// Takes a session in, presents and begins it.
    func add(_ screen: SessionScreen) {
        screens.append(screen)
        let controller = screen.controller
        controller.delegate = self
        screen.onExitTile = { [weak self, weak screen] in
            // Something else may have taken its place while it moved: what it is now counts.
            if let self, let screen, self.scene.tile == screen.name { self.send(.maximise(screen.name)) }
        }
        screen.tokens = [
            controller.stagePresentation.observe { [weak self, weak screen] _ in
                if let screen { self?.showStage(screen) }
            },
            controller.possibility.observe { [weak self, weak screen] _ in
                if let screen { self?.floatIfWanted(screen) }
            },
        ]
        watch(screen)
        watchIdle(screen)
        watchRemote(screen)
        connect(screen)
        send(.opened(screen.name))
        screen.begin()
        shareIfWanted(screen)
        refreshOccupied()
    }

    /// Lets what only the app can do happen from the session's own view.
    private func connect(_ screen: SessionScreen) {
        let name = screen.name
        switch screen.session {
        case .call(let call):
            call.view.actions.minimise = { [weak self] in self?.send(.minimise(name)) }
            call.view.actions.swap = { [weak self] in self?.swap(from: name) }
            call.view.actions.toggleScreenShare = { [weak self, weak screen] in
                if let self, let screen { self.toggleShare(screen) }
            }
            offerDevices(screen, call)
            call.view.actions.takeClicks = { [weak self] in self?.takeClicks(name) }
            call.view.actions.toggleFullScreen = { [weak self] in self?.main?.toggleFullscreen() }
        case .live(let live):
            live.view.actions.minimise = { [weak self] in self?.send(.minimise(name)) }
            live.view.actions.takeClicks = { [weak self] in self?.takeClicks(name) }
            live.view.actions.toggleFullScreen = { [weak self] in self?.main?.toggleFullscreen() }
        }
    }

    private func takeClicks(_ name: String) { screen(name).flatMap { mini(of: $0) }?.setClickThrough(false) }

    private func watch(_ screen: SessionScreen) {
        switch screen.session {
        case .call(let call):
            screen.tokens.append(
                call.state.observe { [weak self, weak screen] state in
                    guard let self, let screen else { return }
                    if state.phase == .connected { self.connected(screen) }
                    self.refreshOthers()
                    if state.isEnded { self.ended(screen) }
                })
        case .live(let live):
            screen.tokens.append(
                live.phase.observe { [weak self, weak screen] phase in
                    guard let self, let screen else { return }
                    switch phase {
                    case .playing, .paused: self.connected(screen)
                    case .ended: self.ended(screen)
                    case .idle, .opening: break
                    }
                })
        }
    }

    private func connected(_ screen: SessionScreen) {
        guard !screen.isConnected else { return }
        screen.isConnected = true
        tell(screen, .connected)
        floatIfWanted(screen)
    }

    private func floatIfWanted(_ screen: SessionScreen) {
        guard screen.wantsToFloat, screen.isConnected else { return }
        // What may still come is waited for; what can't be here is told, by a start that fails.
        guard screen.controller.isPictureInPicturePossible || screen.controller.obstacle?.isLasting == true else {
            return
        }
        screen.wantsToFloat = false
        screen.controller.startPictureInPicture()
    }

    private func ended(_ screen: SessionScreen) {
        guard !screen.isOver, let reason = screen.endReason else { return }
        screen.isOver = true
        if reason == .failed || reason == .peerLost, let words = screen.failureWords { screen.console.complain(words) }
        finishIfOver(screen)
    }

    /// Lets a session go that is over, once its mini window is gone too: its end is its last event.
    func finishIfOver(_ screen: SessionScreen) {
        // In a turn of its own: whoever told this may still be in the middle of it.
        Task { [weak self, screen] in self?.remove(screen) }
    }

    private func remove(_ screen: SessionScreen) {
        guard screen.isOver, !screen.controller.snapshot.hasWindow, let reason = screen.endReason,
            screens.contains(where: { $0 === screen })
        else { return }
        tellFrames(screen)
        tell(screen, .ended(reason))
        send(.ended(screen.name))
        screens.removeAll { $0 === screen }
        refreshOccupied()
        main?.presenter.forget(screen.layer)
        miniCounts[ObjectIdentifier(screen.layer)] = nil
        ending.append(Task { await screen.finish() })
        if let onEnd = screen.onEnd.take() {
            onEnd(screen.exitCode)
        } else if screen.exitCode != .done {
            lastCode = screen.exitCode
        }
        leaveIfDone()
    }

    // MARK: The window

    /// Takes what happened to the scene and carries out what follows.
    func send(_ event: AppScene.Event) {
        for effect in scene.reduce(event) { perform(effect) }
        layOutRinging()
        refreshLobby()
        main?.setTitle(windowTitle)
    }

    private var windowTitle: String {
        guard let current = scene.presented.flatMap({ screen($0) }) else { return options.title ?? "Porthole" }
        return current.options.title ?? "\(current.source) – Porthole"
    }

    private func perform(_ effect: AppScene.Effect) {
        switch effect {
        case .fill(let name, let animated): fill(name, animated)
        case .tile(let name): tile(name)
        case .hide(let name): screen(name)?.container.isHidden = true
        case .remove(let name): screen(name)?.container.removeFromSuperview()
        }
    }

    private func fill(_ name: String, _ animated: Bool) {
        guard let screen = screen(name) else { return }
        let coordinator = screen.coordinator
        if screen.container.superview == nil { coordinator.configureAsStickyView(withParentView: root) }
        if coordinator.isInPictureInPicture {
            coordinator.exitPictureInPicture()
            if !animated { animator.finish(Animator.frameKey(screen.container)) }
        }
        screen.setSmallLayout(false)
        // A call that comes to the front is on hold no longer, another one is (spec S8).
        if case .call(let call) = screen.session, call.state.value.isRunning { call.present() }
        screen.controller.sessionIsPresented(as: .full)
        // Below the tile, above all else.
        root.bringToFront(screen.container)
        if let tile = scene.tile.flatMap({ self.screen($0) }) { root.bringToFront(tile.container) }
        showStage(screen)
    }

    private func tile(_ name: String) {
        guard let screen = screen(name) else { return }
        if screen.container.superview == nil { screen.coordinator.configureAsStickyView(withParentView: root) }
        screen.coordinator.enterPictureInPicture()
        screen.setSmallLayout(true)
        screen.controller.sessionIsPresented(as: .tile)
        showStage(screen)
    }

    /// What of a session is to be seen in the window: it, its placeholder, or nothing (spec B9).
    private func showStage(_ screen: SessionScreen) {
        let isTile = scene.tile == screen.name
        let isInWindow = isTile || scene.presented == screen.name
        switch screen.controller.stagePresentation.value {
        case .session: screen.container.isHidden = !isInWindow
        // A tile that says that it is elsewhere is in the way of what it lies on.
        case .placeholder, .wayBack: screen.container.isHidden = isTile || !isInWindow
        case .nothing: screen.container.isHidden = true
        }
    }

    private func layOut() {
        for screen in screens where screen.container.superview != nil {
            screen.coordinator.resetBounds(bounds: root.bounds)
        }
        layOutRinging()
    }

    private func fullscreenChanged(_ isFull: Bool) {
        for screen in screens {
            switch screen.session {
            case .call(let call): call.view.model.isFullScreen = isFull
            case .live(let live): live.view.model.isFullScreen = isFull
            }
        }
    }

    private func presenceChanged(_ departure: AutomaticPolicy.Departure?) {
        if let departure { environment.leaveApp(by: departure) } else { environment.returnToApp() }
    }

    private func press(_ key: KeyEvent) -> Bool {
        guard key.modifiers.isEmpty else { return false }
        let current = scene.current.flatMap { screen($0) }
        switch (key.key, key.text) {
        case (.space, _):
            guard case .live(let live)? = current?.session else { return false }
            live.setPlaying(live.phase.value == .paused)
        case (.escape, _):
            guard main?.isFullscreen == true else { return false }
            main?.leaveFullscreen()
        case (.other, "p"):
            guard let controller = current?.controller else { return false }
            if controller.snapshot.hasWindow {
                controller.restorePictureInPicture()
            } else {
                controller.startPictureInPicture()
            }
        case (.other, "f"): main?.toggleFullscreen()
        case (.other, "t"):
            guard let current else { return false }
            send(scene.tile == current.name ? .maximise(current.name) : .minimise(current.name))
        case (.other, "i"):
            guard case .call(let call)? = current?.session else { return false }
            call.isQualityShown.toggle()
        case (.other, "m"): return current.map { toggleMute($0) } ?? false
        default: return false
        }
        return true
    }

    /// Microphone of a call, sound of a live.
    @discardableResult func toggleMute(_ screen: SessionScreen) -> Bool {
        switch screen.session {
        case .call(let call): call.setMicrophone(!call.state.value.isMicrophoneOn)
        case .live(let live): live.isMuted.toggle()
        }
        return true
    }

    // MARK: Telling

    /// Tells what has changed, where the session's events go.
    func tell(_ screen: SessionScreen, _ change: SessionEvent.Change) {
        screen.sink.record(SessionEvent(session: screen.name, change: change))
    }

    /// Says once how pictures travel: a detail when it is the best way, one warning when it is not.
    private func tell(_ choice: TransportChoice) {
        guard !hasToldTransport || !choice.reasons.isEmpty else { return }
        if !hasToldTransport { console.detail("pictures travel by \(choice.transport.rawValue)") }
        if let reason = choice.reasons.last, !hasToldTransport || choice.reasons.count > 2 {
            console.warn("pictures go \(choice.transport.explanation): \(reason)")
        }
        hasToldTransport = true
    }

    private func startTimer() {
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(50))
        timer.setEventHandler { [weak self] in
            guard let self else { return }
            for screen in self.screens where screen.isConnected { self.tellFrames(screen) }
            self.refreshRemote()
        }
        timer.activate()
        self.timer = timer
    }

    private func tellFrames(_ screen: SessionScreen) {
        guard let main else { return }
        let now = FrameCounts(main.presenter.counts(of: screen.layer))
        let host: FrameHost = scene.tile == screen.name ? .tile : .stage
        screen.mainCounts[host] = (screen.mainCounts[host] ?? FrameCounts()) + (now - screen.lastMain)
        screen.lastMain = now
        var hosts = screen.mainCounts
        let gone = miniCounts[ObjectIdentifier(screen.layer)]
        let there = floats.windows.filter { $0.layer === screen.layer }.map { FrameCounts($0.presenter.counts) }
        if gone != nil || !there.isEmpty { hosts[.mini] = there.reduce(gone ?? FrameCounts(), +) }
        tell(screen, .frames(hosts, screen.quality))
    }

    // MARK: Lobby

    func openFromLobby(_ address: String, _ isFloating: Bool) {
        var options = options
        options.startsFloating = isFloating
        do throws(OpenError) {
            // Those of other kinds of calls are sources to `open`, which says what is wrong with them.
            let command: SessionCommand = LobbyView.isCall(address) ? .call : .watch
            try open(command, address, options: options, sink: sink, console: console)
            lobby.model.problem = nil
            lobby.address = ""
        } catch {
            lobby.model.problem = error.description
        }
    }

    private func refreshLobby() {
        refreshOthers()
        let running: [LobbyModel.Item] = scene.waiting.compactMap { name in
            guard let screen = screen(name) else { return nil }
            let isCall = screen.session.kind == .call
            return LobbyModel.Item(
                id: name, title: screen.source, detail: "goes on", badge: isCall ? .call : .live,
                icon: isCall ? .camera : .film)
        }
        lobby.model.recent = running + missed.items
    }
}
