import Foundation
import PortholeKit

// Calls that come in.
extension DesktopStage {
    /// What all callers of a scenario show: the address of this machine alone is its protection.
    private static let token = "scenario"

    /// Somebody calls; returns when it rings.
    func ring(_ caller: ScenarioCaller, _ name: String, _ host: String?) async throws(StageFailure) {
        let run = try current()
        let desk = try await desk(host)
        guard let address = desk.events.last(where: { $0.name == "answer.listening" })?.address else {
            throw .failed("porthole answer does not listen: \(StageServer.lastLine(desk.child.errors))")
        }
        let before = desk.events.count
        let other = try await PortholeSession(
            "caller-\(name)", ["call", address, "--name", caller.name], kind: .call, program: options.program,
            home: run.home, display: try await callersDisplay(), isTitled: false,
            extra: ["PORTHOLE_CAMERA": caller.camera ?? "test:clock?size=320x180&fps=15"], clock: clock,
            slow: options.slow)
        run.callers[name] = other
        func ringing() -> PortholeEvent? { desk.events.dropFirst(before).first { $0.name == "call.ringing" } }
        _ = await other.wait(20 * options.slow) {
            $0.events.contains { $0.name == "session.ended" } || ringing() != nil
        }
        guard let event = ringing() else {
            throw .failed("\(caller.name) does not ring: \(StageServer.lastLine(other.child.errors))")
        }
        let session = PortholeSession(name, at: desk, session: event.session, from: before)
        run.sessions[name] = session
        await opens(session, run)
        // What was told is not yet seen.
        let end = clock.now + 5 * options.slow
        while await !isRingSeen(session, run), clock.now < end, session.events.count < 2 { await clock.sleep(0.02) }
        run.holdings[name] = Holdings(of: session.process, run.connection)
    }

    /// Presses a button of the window that rings, as a user does, and waits for what follows.
    func answer(_ name: String, isAccepted: Bool) async throws(StageFailure) {
        let run = try current()
        let session = try session(name)
        guard let input = TestInput(run.connection) else { throw .missing("the server has no XTEST") }
        guard let caller = run.callers[name] else { throw .failed("nobody has called \(name)") }
        func end() -> PortholeEvent? { session.events.last { $0.name == "session.ended" } }
        func isConnected() -> Bool { session.events.contains { $0.name == "session.connected" } }
        if let reason = end()?.reason { throw .failed("it rings no more: \(name) ended by \(reason)") }
        guard let main = await session.mainWindow(run.connection, slow: options.slow) else {
            throw .failed("\(name) has no main window")
        }
        let title = isAccepted ? "Accept" : "Decline"
        // It is brought to the front when it rings; the manager may take a moment.
        let isShown = await clock.wait(2 * options.slow) { run.connection.facts(of: main)?.isViewable == true }
        guard isShown, let rect = run.connection.facts(of: main)?.rect,
            let place = await RingPlaces.rect(of: title, in: rect.size, scale: run.scale)?.center
        else { throw .failed("no \(title) is to be seen: the main window of \(name) is not shown") }
        await glide(input, to: Point(rect.x + place.x, rect.y + place.y))
        input.click()
        let isDone = await session.wait(20 * options.slow) { _ in end() != nil || (isAccepted && isConnected()) }
        // Something else may have ended it in this moment.
        if let reason = end()?.reason, isAccepted ? !isConnected() : reason != "declined" {
            throw .failed("it rings no more: \(name) ended by \(reason)")
        }
        guard isDone else { throw .failed("a click on \(title) did nothing for \(Int(20 * options.slow)) s") }
        // Both ends are there, or over, when the next line is played.
        _ = await caller.wait(10 * options.slow) {
            $0.events.contains { $0.name == "session.ended" || (isAccepted && $0.name == "session.connected") }
        }
        run.holdings[name] = Holdings(of: session.process, run.connection)
    }

    /// What the other side of a call that came in does.
    func act(_ action: CallerAction, callerOf name: String) async throws(StageFailure) {
        let run = try current()
        guard let caller = run.callers[name] else { throw .failed("nobody has called \(name)") }
        let session = try session(name)
        switch action {
        case .hangUp: try await caller.control(["hang-up"], session: "call", slow: options.slow)
        case .mute, .hold, .resume:
            try await caller.control([action.rawValue], session: "call", slow: options.slow)
            return
        case .vanish: caller.child.signal(SIGKILL)
        }
        _ = await session.wait(10 * options.slow) { $0.events.contains { $0.name == "session.ended" } }
    }

    /// Who rings now, by the state of those that wait for calls; nil: nobody.
    func whoRings(_ run: StageRun) async -> String? {
        for desk in run.desks.values {
            let text = try? await desk.control(["state"], session: "", slow: options.slow)
            if let name = text.flatMap({ PortholeState($0)?.ringing }) { return name }
        }
        return nil
    }

    /// Whether the buttons of what rings are to be seen: pixels, not only the state.
    private func isRingSeen(_ session: PortholeSession, _ run: StageRun) async -> Bool {
        guard let main = await session.mainWindow(run.connection, slow: options.slow),
            let rect = run.connection.facts(of: main)?.rect,
            let button = await RingPlaces.rect(of: "Decline", in: rect.size, scale: run.scale)
        else { return false }
        let place = Point(rect.x + button.x + button.height / 3, rect.y + button.center.y)
        return run.connection.pixel(of: run.connection.rootWindow, at: place).map(RingPlaces.isRed) ?? false
    }

    /// Who waits for calls in the process of a session, or in one of its own: from the first call on.
    private func desk(_ host: String?) async throws(StageFailure) -> PortholeSession {
        let run = try current()
        var other: PortholeSession?
        if let host { other = try session(host) }
        let name = other?.root ?? "porthole"
        if let desk = run.desks[name] { return desk }
        let desk = try await PortholeSession(
            "porthole", ["answer", "--listen", "127.0.0.1:0", "--token", Self.token], kind: .call,
            program: options.program, home: run.home, display: run.display, host: other, isTitled: false, clock: clock,
            slow: options.slow)
        run.desks[name] = desk
        _ = await desk.wait(20 * options.slow) { $0.events.contains { $0.name == "answer.listening" } }
        await opens(desk, run)
        return desk
    }

    private func callersDisplay() async throws(StageFailure) -> String {
        let run = try current()
        if let server = run.callersServer { return server.display }
        let server = try await StageServer.start(
            .xvfb, screen: Size(640, 480), scale: 1, home: run.home, clock: clock, slow: options.slow)
        run.callersServer = server
        return server.display
    }
}
