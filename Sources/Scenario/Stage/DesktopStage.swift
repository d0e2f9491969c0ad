import Foundation
import PortholeKit

/// The real stage: a private X server with a window manager, test windows, and Porthole in processes of their own.
///
/// One run at a time; everything of a run is made in `open` and gone after `close`, or after `leave` when it is to be
/// used again.
actor DesktopStage: ScenarioStage {
    let options: StageOptions
    let clock: any ScenarioClock
    /// What one run has.
    var run: StageRun?
    /// What the last run left for the next; nil: nothing.
    var ground: StageGround?

    /// A stage with nothing on it.
    init(_ options: StageOptions, clock: any ScenarioClock = SystemClock()) {
        self.options = options
        self.clock = clock
    }

    /// What is on the stage.
    ///
    /// - Throws: when it is not open.
    func current() throws(StageFailure) -> StageRun {
        guard let run else { throw .failed("nothing is on the stage") }
        guard !run.connection.isBroken else { throw .failed("the X server is gone") }
        guard !run.grabs.hasFired else {
            throw .failed("the manager held the X server for \(Int(10 * options.slow)) s, so that it was ended")
        }
        return run
    }

    func open(_ script: ScenarioScript) async throws(StageFailure) {
        let setup = script.setup
        let manager = setup.manager ?? options.manager
        try Requirements.check(script, manager: manager, options: options)
        if await beginOnGround(script, manager) { return try await finishSetup(setup, manager) }
        let home = try StageHome()
        var server: StageServer?
        var display = options.display ?? ""
        if options.display == nil {
            do throws(StageFailure) {
                let started = try await StageServer.start(
                    setup.server, screen: setup.screen, scale: setup.scale, home: home, clock: clock,
                    slow: options.slow)
                server = started
                display = started.display
            } catch {
                home.remove()
                throw error
            }
        }
        do throws(StageFailure) {
            run = try StageRun(
                script, home: home, server: server, display: display, meter: meter(display), grabs: grabs(display))
        } catch {
            await server?.child.stop(clock)
            home.remove()
            throw error
        }
        try await bringUp(setup, manager)
        run?.ground = ground(for: script, manager)
        try await finishSetup(setup, manager)
    }

    /// Measures from now on, when that is asked for.
    func meter(_ display: String) -> StackingMeter? {
        options.measures ? StackingMeter(display, clock: clock) : nil
    }

    /// Ends a manager that holds the server for too long, from now on.
    func grabs(_ display: String) throws(StageFailure) -> GrabGuard {
        try GrabGuard(display, limit: 10 * options.slow, clock: clock)
    }

    private func bringUp(_ setup: ScenarioSetup, _ manager: ManagerChoice) async throws(StageFailure) {
        let run = try current()
        for (index, monitor) in setup.monitors.enumerated() {
            guard run.connection.setMonitor(monitor.name, monitor.rect, takesOutputs: index == 0) else {
                throw .missing("the server has no RandR 1.5: it can't have monitors")
            }
        }
        if setup.scale != 1 {
            // As desktops without a settings daemon tell programs of it.
            let root = run.connection.rootWindow
            run.connection.setText("Xft.dpi:\t\(Int(96 * setup.scale))\n", .resources, on: root)
        }
        // As a display manager does it: else the pointer is not seen where no window says what it looks like.
        if run.server != nil { run.connection.setPointer(.arrow, over: run.connection.rootWindow) }
        try await startManager(manager, takesOver: false)
        // mutter puts it into the corner where mini windows open, whose controls would cover their picture then.
        if run.server != nil {
            let screen = run.connection.screenSize
            TestInput(run.connection)?.move(to: Point(screen.width / 2, screen.height / 2))
        }
    }

    private func finishSetup(_ setup: ScenarioSetup, _ manager: ManagerChoice) async throws(StageFailure) {
        let run = try current()
        if setup.compositor != .none { try await startCompositor(setup.compositor) }
        for name in setup.needs where !run.connection.managerSupports(name) {
            throw .missing("\(manager) does not say that it does \(name)")
        }
        if let count = setup.workspaces { try await makeWorkspaces(count, manager) }
        await fence()
        run.restacks.mark()
        if let path = options.record { try record(path) }
    }

    private func makeWorkspaces(_ count: Int, _ manager: ManagerChoice) async throws(StageFailure) {
        let connection = try current().connection
        func now() -> Int {
            Int(connection.numbers(named: "_NET_NUMBER_OF_DESKTOPS", of: connection.rootWindow).first ?? 1)
        }
        if now() >= count { return }
        connection.ask("_NET_NUMBER_OF_DESKTOPS", about: .none, [count])
        connection.flush()
        guard await clock.wait(2 * options.slow, until: { now() >= count }) else {
            throw .missing("\(manager) has \(now()) workspaces, not \(count)")
        }
    }

    /// Returns when the manager has dealt with all requests so far.
    ///
    /// Requests reach it in order, and ICCCM 4.2.3 has it pass on a request of a window that it does not manage: so an
    /// unmapped window asks for another size, and gets it only after everything before.
    func fence() async {
        guard let run, !run.connection.isBroken else { return }
        let connection = run.connection
        drain()
        guard connection.isRootRedirected() else { return connection.sync() }
        run.fenceSize = run.fenceSize % 500 + 1
        connection.resize(run.fence, to: Size(run.fenceSize, 1))
        connection.flush()
        let wanted = run.fenceSize
        _ = await clock.wait(1 * options.slow) {
            connection.isBroken || connection.facts(of: run.fence)?.rect.width == wanted
                || !connection.isRootRedirected()
        }
        drain()
    }

    /// Takes what has arrived for the test windows: pings are answered on the way, requests to close are obeyed.
    func drain() {
        guard let run else { return }
        while let event = run.connection.nextEvent() {
            if case .closeRequest(let window) = event { run.connection.destroyWindow(window) }
        }
        run.connection.flush()
    }

    func close(hasFailed: Bool) async {
        guard let run else { return }
        self.run = nil
        for sampler in run.samplers.values { _ = await sampler.end(clock) }
        _ = try? await run.recording?.stop()
        if hasFailed, options.keeps {
            return run.forget()
        }
        for caller in run.callers.values { await caller.stop() }
        await run.callersServer?.child.stop(clock)
        for desk in run.desks.values { await desk.stop() }
        for session in run.sessions.values { await session.stop() }
        await run.locker?.stop(clock)
        await run.grabs.end(clock)
        await run.compositor?.stop(clock)
        let mayGoOn = hasFailed ? false : await isCleared(run)
        run.dropConnections()
        if mayGoOn {
            ground = run.ground
            return
        }
        await run.manager?.child.stop(clock)
        await run.server?.child.stop(clock)
        run.home.remove()
    }
}
