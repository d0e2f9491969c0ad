import Foundation
import PortholeKit

extension DesktopStage {
    func desktop(_ step: DesktopStep) async throws(StageFailure) {
        let run = try current()
        switch step {
        case .plug(let name, let rect):
            let isFirst = run.connection.monitors().allSatisfy { $0.name == "screen" || $0.name == name }
            run.connection.setMonitor(name, rect, takesOutputs: isFirst)
        case .unplug(let name): run.connection.deleteMonitor(name)
        case .workspace(let number): try await goToWorkspace(number)
        case .managerRestart:
            guard let manager = run.manager else { throw .missing("there is no manager to restart") }
            await endManager()
            try await startManager(manager.recipe, replacing: false, takesOver: true)
        case .managerReplace(let choice): try await replaceManager(by: choice)
        case .managerKill:
            guard run.manager != nil else { throw .missing("there is no manager to kill") }
            await endManager(with: SIGKILL)
        case .managerFreeze:
            guard let manager = run.manager else { throw .missing("there is no manager to freeze") }
            manager.child.signal(SIGSTOP)
            // It answers no request any more: nothing can be waited for.
            return run.connection.sync()
        case .managerThaw:
            guard let manager = run.manager else { throw .missing("there is no manager to thaw") }
            manager.child.signal(SIGCONT)
        case .compositorStart(let kind):
            await endCompositor()
            if kind != .none { try await startCompositor(kind) }
        case .compositorKill: await endCompositor()
        case .lock(let locker): try await lock(locker)
        case .unlock:
            guard let locker = run.locker else { throw .failed("nothing is locked") }
            await locker.stop(clock)
            run.locker = nil
            _ = await clock.wait(2 * options.slow) { self.curtain(run.connection) == nil }
        }
        await fence()
    }

    // MARK: Manager

    /// - Parameter takesOver: windows are there that another manager had.
    func startManager(_ choice: ManagerChoice, takesOver: Bool) async throws(StageFailure) {
        guard let recipe = ManagerRecipe(choice) else { return }
        try await startManager(recipe, replacing: false, takesOver: takesOver)
    }

    private func startManager(
        _ recipe: ManagerRecipe, replacing: Bool, takesOver: Bool
    ) async throws(StageFailure) {
        let run = try current()
        let manager = try StageManager.start(recipe, replacing: replacing, home: run.home, display: run.display)
        let old = run.manager
        run.manager = manager
        if replacing, let old {
            // The old one leaves by itself; readiness is the new one's only after that.
            if await old.child.waitForExit(5 * options.slow, clock) == nil {
                throw .managerDown("\(old.recipe.name) did not give way to \(recipe.name)")
            }
            await old.child.stop(clock)
        }
        if takesOver, recipe.stalePixels.contains(.takeover) { run.trustsPixels = false }
        try await manager.waitUntilReady(run.connection, run.grabs, clock: clock, slow: options.slow)
    }

    private func replaceManager(by choice: ManagerChoice) async throws(StageFailure) {
        let run = try current()
        let recipe = ManagerRecipe(choice)
        guard run.manager?.recipe.givesWay ?? false, let recipe, recipe.replaceWord != nil else {
            if run.manager != nil { await endManager() }
            // Some leave workspaces behind of which there are none, and openbox does not survive reading that.
            if run.connection.numbers(named: "_NET_NUMBER_OF_DESKTOPS", of: run.connection.rootWindow).first == 0 {
                for name in ["_NET_NUMBER_OF_DESKTOPS", "_NET_CURRENT_DESKTOP"] {
                    run.connection.deleteProperty(named: name, of: run.connection.rootWindow)
                }
                run.connection.sync()
            }
            return try await startManager(choice, takesOver: true)
        }
        try await startManager(recipe, replacing: true, takesOver: true)
    }

    private func endManager(with signal: Int32 = SIGTERM) async {
        guard let run, let manager = run.manager else { return }
        await manager.child.stop(clock, first: signal)
        run.manager = nil
        _ = await clock.wait(2 * options.slow) { !run.connection.isRootRedirected() }
    }

    // MARK: Compositor

    func startCompositor(_ kind: CompositorKind) async throws(StageFailure) {
        let run = try current()
        guard run.manager?.recipe.composites != true, !run.connection.isComposited() else {
            throw .missing("a compositor runs already, the manager's own")
        }
        let words =
            kind == .picom ? ["picom", "--backend", "xrender", "--config", "/dev/null"] : [kind.rawValue]
        let child = try ChildProcess(words, environment: run.home.environment(display: run.display))
        run.compositor = child
        let isUp = await clock.wait(10 * options.slow) { run.connection.isComposited() || child.exitStatus != nil }
        guard isUp, child.exitStatus == nil else {
            throw .failed("\(kind.rawValue) does not start: \(StageServer.lastLine(child.errors))")
        }
    }

    private func endCompositor() async {
        guard let run, let compositor = run.compositor else { return }
        await compositor.stop(clock)
        run.compositor = nil
        _ = await clock.wait(2 * options.slow) { !run.connection.isComposited() }
    }

    // MARK: Workspaces and lock

    private func goToWorkspace(_ number: Int) async throws(StageFailure) {
        let run = try current()
        let connection = run.connection
        guard connection.managerSupports("_NET_CURRENT_DESKTOP") else {
            throw .missing("the manager has no workspaces that EWMH can name")
        }
        connection.ask("_NET_CURRENT_DESKTOP", about: .none, [number - 1, 0])
        connection.flush()
        let isThere = await clock.wait(2 * options.slow) {
            connection.numbers(.currentDesktop, of: connection.rootWindow).first == UInt(number - 1)
        }
        guard isThere else { throw .failed("workspace \(number) was not reached") }
        if run.manager?.recipe.stalePixels.contains(.workspace) ?? false { run.trustsPixels = false }
    }

    private func lock(_ locker: LockerName) async throws(StageFailure) {
        let run = try current()
        guard run.locker == nil else { throw .failed("it is locked already") }
        let environment = run.home.environment(display: run.display)
        let words: [String]
        switch locker {
        case .i3lock: words = ["i3lock", "--nofork", "--color=102030"]
        case .xsecurelock: words = ["xsecurelock"]
        // It does not run as root.
        case .xscreensaver where geteuid() == 0:
            words = ["setpriv", "--reuid=nobody", "--clear-groups", "xscreensaver", "--no-splash"]
        case .xscreensaver: words = ["xscreensaver", "--no-splash"]
        }
        let child = try ChildProcess(words, environment: environment)
        run.locker = child
        if locker == .xscreensaver {
            // It takes orders some time after its start.
            _ = await clock.wait(10 * options.slow) {
                guard let order = try? ChildProcess(["xscreensaver-command", "-lock"], environment: environment) else {
                    return true
                }
                let status = await order.waitForExit(2, clock)
                await order.stop(clock)
                return status == 0
            }
        }
        let isLocked = await clock.wait(10 * options.slow) {
            self.curtain(run.connection) != nil || child.exitStatus != nil
        }
        guard isLocked, child.exitStatus == nil else {
            throw .failed("\(locker.rawValue) does not lock: \(StageServer.lastLine(child.errors))")
        }
    }

    /// An override-redirect window that covers the screen within two pixels: a locker's.
    private func curtain(_ connection: Connection) -> WindowID? {
        let screen = Rect(size: connection.screenSize).inset(by: 2)
        return connection.children(of: connection.rootWindow).last { window in
            guard let facts = connection.facts(of: window) else { return false }
            return facts.isViewable && facts.isOverrideRedirect && facts.hasPixels && facts.rect.contains(screen)
                && connection.numbers(.wmState, of: window).isEmpty && !isCompositorOwn(window, connection)
        }
    }

    /// A compositor's overlay covers the screen too; it belongs to the server and has no name.
    private func isCompositorOwn(_ window: WindowID, _ connection: Connection) -> Bool {
        connection.isComposited() && connection.className(of: window) == nil
            && connection.text(.wmName, of: window) == nil && run?.locker == nil
    }
}
