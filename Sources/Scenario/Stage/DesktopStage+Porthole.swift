import Foundation
import PortholeKit

extension DesktopStage {
    func porthole(_ step: PortholeStep) async throws(StageFailure) {
        switch step {
        case .start(let verb, let source, let name, let host, let earlier, let isManaged):
            let source = await SampleSource.resolve(source, home: try current().home, clock: clock)
            let flags = isManaged ? ["--managed"] : []
            try await start(
                name, [verb.rawValue] + flags + [source], verb == .call ? .call : .live, with: host, after: earlier)
        case .float(let window, let name):
            guard let client = try current().clients[window] else { throw .failed("\(window) was never made") }
            try await start(name, ["float", "--window", client.window.description], .view)
        case .act(let action, let name): try await act(action, try session(name))
        case .main(let action, let name): try await act(action, on: try await main(of: name), name)
        case .set(let setting, let name): try await session(name).control(setting.words, slow: options.slow)
        case .participant(let guest, let name): try await bring(guest, to: try session(name))
        case .answerRestore(let answer, let name):
            try await script(["restore": answer.rawValue], try session(name))
        case .incoming(let caller, let name, let host): try await ring(caller, name, host)
        case .accept(let name): try await answer(name, isAccepted: true)
        case .decline(let name): try await answer(name, isAccepted: false)
        case .caller(let action, let name): try await act(action, callerOf: name)
        }
        await fence()
    }

    /// Porthole under its name in the scenario.
    func session(_ name: String) throws(StageFailure) -> PortholeSession {
        guard let session = try current().sessions[name] else { throw .failed("the session \(name) was never begun") }
        return session
    }

    private func start(
        _ name: String, _ words: [String], _ kind: MiniControls.Kind, with host: String? = nil,
        after earlier: String? = nil
    ) async throws(StageFailure) {
        let run = try current()
        var other: PortholeSession?
        if let host { other = try self.session(host) }
        var left: String?
        if let earlier { left = try self.session(earlier).profile }
        let session = try await PortholeSession(
            name, words, kind: kind, program: options.program, home: run.home, display: run.display, host: other,
            profile: left,
            clock: clock, slow: options.slow)
        run.sessions[name] = session
        let isThere = await session.wait(20 * options.slow) { $0.events.contains { $0.name == "session.connected" } }
        guard isThere else {
            let end = session.child.exitStatus.map { "ended with status \($0)" } ?? "has not connected"
            throw .failed(
                "porthole \(words.joined(separator: " ")) \(end): \(StageServer.lastLine(session.child.errors))")
        }
        await opens(session, run)
        run.holdings[name] = Holdings(of: session.child.pid, run.connection)
    }

    /// Waits until the main window is there, and the manager has it: it may connect before that.
    func opens(_ session: PortholeSession, _ run: StageRun) async {
        let connection = run.connection
        let isManaged = connection.isRootRedirected()
        _ = await clock.wait(5 * options.slow) {
            guard let main = await session.mainWindow(connection, slow: options.slow) else {
                return session.child.exitStatus != nil
            }
            return connection.facts(of: main)?.isViewable == true
                && (!isManaged || !connection.numbers(.wmState, of: main).isEmpty)
        }
    }

    private func act(_ action: SessionAction, _ session: PortholeSession) async throws(StageFailure) {
        let before = session.events.count
        let hadMini = session.mini != nil
        let word = action == .pausePlayback ? "pause" : action.rawValue
        try await session.control([word], slow: options.slow)
        func happened(_ names: String...) async {
            _ = await session.wait(5 * options.slow) {
                $0.events.dropFirst(before).contains { names.contains($0.name) }
            }
        }
        switch action {
        case .pip where !hadMini: await happened("pip.did-start", "pip.failed", "session.ended")
        case .stop where hadMini, .restore where hadMini, .hide where hadMini:
            await happened("pip.did-stop", "session.ended")
        case .hangUp: await happened("session.ended")
        case .close where hadMini: await happened("session.ended", "pip.did-stop")
        default: break
        }
        if let mini = session.mini {
            try current().minis.insert(mini)
            await standsStill(mini, on: try current().connection)
        }
    }

    private func bring(_ guest: ScenarioParticipant, to session: PortholeSession) async throws(StageFailure) {
        var traits: [String: Any] = [
            "id": guest.identifier, "name": guest.name, "camera": !guest.isCameraOff, "speaking": guest.isSpeaking,
        ]
        if let avatar = guest.avatar { traits["avatar"] = path(of: avatar, in: try current()) }
        try await script(["participant": traits], session)
    }

    /// A file beside the scenario, as it names it.
    private func path(of file: String, in run: StageRun) -> String {
        let folder = URL(fileURLWithPath: run.script.file).deletingLastPathComponent()
        return URL(fileURLWithPath: file, relativeTo: folder).path
    }

    /// Has the app do what nobody else can.
    private func script(_ step: [String: Any], _ session: PortholeSession) async throws(StageFailure) {
        guard let data = try? JSONSerialization.data(withJSONObject: step) else {
            throw .failed("the step can't be told")
        }
        try await session.control(["script", String(decoding: data, as: UTF8.self)], slow: options.slow)
    }

    /// Waits until a mini window is where it goes: it grows out of the main window and shrinks into it.
    ///
    /// A busy machine may take its time over the first step too, so short stillness is none.
    private func standsStill(_ window: WindowID, on connection: Connection) async {
        var (last, since) = (Rect.zero, clock.now)
        _ = await clock.wait(3 * options.slow) {
            guard let rect = connection.facts(of: window)?.rect else { return true }
            if rect != last { (last, since) = (rect, clock.now) }
            return clock.now - since >= 0.15
        }
    }

    /// Unmapped, or as compositing managers do it only said to be iconic (ICCCM 4.1.3.1).
    private func isIconic(_ window: WindowID, _ connection: Connection) -> Bool {
        connection.facts(of: window)?.isViewable != true || connection.numbers(.wmState, of: window).first == 3
    }

    private func main(of name: String) async throws(StageFailure) -> WindowID {
        let run = try current()
        guard let window = try await session(name).mainWindow(run.connection, slow: options.slow) else {
            throw .failed("\(name) has no main window")
        }
        return window
    }

    private func act(_ action: MainAction, on window: WindowID, _ name: String) async throws(StageFailure) {
        let run = try current()
        let connection = run.connection
        switch action {
        case .iconify:
            connection.iconify(window)
            connection.flush()
            let isGone = await clock.wait(2 * options.slow) { self.isIconic(window, connection) }
            // ICCCM 4.1.4: a request, which managers without icons leave alone.
            if !isGone { throw .missing("the manager does not iconify windows") }
        case .hide:
            connection.withdraw(window)
            connection.flush()
            _ = await clock.wait(2 * options.slow) { connection.facts(of: window)?.isViewable != true }
        case .show:
            try await activate(window)
            _ = await clock.wait(2 * options.slow) { connection.facts(of: window)?.isViewable == true }
        case .close:
            connection.requestClose(window)
            connection.flush()
        case .cover:
            guard let facts = connection.facts(of: window) else { throw .failed("the main window is gone") }
            // Larger than the window's own frame, wherever the manager puts its border.
            let frame = connection.ancestors(of: window).last.flatMap { connection.facts(of: $0) } ?? facts
            let rect = Rect(
                x: frame.rect.x - 40, y: frame.rect.y - 40, width: frame.rect.width + 80,
                height: frame.rect.height + 80)
            let cover = try make(ScenarioWindow(name: "cover of main:\(name)", rect: rect, color: 0x303030))
            connection.map(cover.window)
            connection.flush()
            _ = await clock.wait(2 * options.slow) { connection.facts(of: cover.window)?.isViewable == true }
            try await activate(cover.window)
        }
    }
}
