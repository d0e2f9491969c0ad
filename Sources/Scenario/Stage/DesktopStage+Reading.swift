import PortholeKit

extension DesktopStage {
    func read(_ condition: ScenarioCondition, since start: Double) async -> ScenarioReading {
        guard let run else { return ScenarioReading(false, "nothing is on the stage") }
        drain()
        guard !run.connection.isBroken else { return ScenarioReading(false, "the X server is gone") }
        let scene = await scene(with: condition.subjects)
        // The time between the two may have ended the run.
        guard self.run === run else { return ScenarioReading(false, "the stage was closed") }
        if let reading = ScreenReader(run.connection, scene).read(condition) { return reading }
        switch condition {
        case .advancing(let name): return onSession(name) { SessionReader.advancing($0.events, since: start) }
        case .dropped(let name, let percent):
            return onSession(name) { SessionReader.dropped($0.events, before: $0.framesAtMark, percent) }
        case .session(let name, let wanted) where wanted.isOfHold:
            guard let session = run.sessions[name] else { return ScenarioReading(false, "\(name) was never begun") }
            return await hold(session, wanted)
        case .caller(let name, let wanted) where wanted.isOfHold:
            guard let caller = run.callers[name] else { return ScenarioReading(false, "\(name) was never called") }
            return await hold(caller, wanted)
        case .session(let name, let wanted): return onSession(name) { SessionReader.state($0.events, wanted) }
        case .caller(let name, let wanted):
            guard let caller = run.callers[name] else { return ScenarioReading(false, "\(name) was never called") }
            return SessionReader.state(caller.events, wanted)
        case .ringing(let name):
            let now = await whoRings(run)
            return ScenarioReading(now == name, now.map { "\($0) ringing" } ?? "nobody ringing")
        case .events(let name, let words):
            return onSession(name) { SessionReader.sequence($0.eventsSinceMark, words) }
        case .menu(let subject, let isOpen):
            guard case .pip(let name) = subject else { return ScenarioReading(false, "no mini window") }
            return onSession(name) { session in
                let menus = run.connection.rootChildren().filter {
                    run.connection.text(.wmWindowRole, of: $0) == "menu"
                        && run.connection.numbers(.wmPID, of: $0).first == UInt(session.process)
                        && run.connection.facts(of: $0)?.isViewable == true
                }
                return ScenarioReading(menus.isEmpty != isOpen, menus.isEmpty ? "no menu" : "a menu")
            }
        case .restacks(let limit):
            for session in run.sessions.values { if let mini = session.mini { run.minis.insert(mini) } }
            let count = run.restacks.count(of: run.minis)
            return ScenarioReading(count <= limit, "\(count) restacks")
        case .noLeaks: return leaks(run)
        case .shown(let participant, let name):
            guard let session = run.sessions[name] else { return ScenarioReading(false, "\(name) was never begun") }
            let text = try? await session.control(["state"], slow: options.slow)
            let actual = text.flatMap { PortholeState($0)?.sessions.compactMap(\.shown).last } ?? "nobody"
            return ScenarioReading(actual == participant, actual)
        case .onTop, .stacking, .sight, .at, .size, .opacity, .ringed, .inside, .mapped, .listed, .className, .focus,
            .managed:
            return ScenarioReading(false, "not read")
        }
    }

    /// Whether a call is on hold, by the state of its process.
    private func hold(_ session: PortholeSession, _ wanted: SessionCondition) async -> ScenarioReading {
        let text = try? await session.control(["state"], session: "", slow: options.slow)
        let name = session.events.last?.session ?? ""
        guard let state = text.flatMap({ PortholeState($0)?.sessions.first { $0.name == name } }) else {
            return ScenarioReading(false, "it runs no more")
        }
        let words = [(state.isHeld, "on hold"), (state.isHeldByOther, "put on hold")].filter(\.0).map(\.1)
        let holds = wanted == .onHold ? state.isHeld : state.isHeldByOther
        return ScenarioReading(holds, words.isEmpty ? "not on hold" : words.joined(separator: ", "))
    }

    /// The windows that a scenario speaks of now.
    func scene(with subjects: [ScenarioSubject]) async -> StageScene {
        var scene = StageScene()
        guard let run else { return scene }
        scene.trustsPixels = run.trustsPixels
        scene.scale = run.scale
        for (name, client) in run.clients {
            scene.entries[.window(name)] = StageScene.Entry(
                window: client.window, color: client.made.look == nil ? client.color : nil, isClient: true)
        }
        for (name, session) in run.sessions {
            scene.entries[.pip(name)] = StageScene.Entry(window: session.mini, color: session.color, isClient: false)
        }
        for case .main(let name) in subjects {
            guard let session = run.sessions[name] else { continue }
            let window = await session.mainWindow(run.connection, slow: options.slow)
            scene.entries[.main(name)] = StageScene.Entry(window: window, color: nil, isClient: false)
        }
        return scene
    }

    func mark() async {
        guard let run else { return }
        for (name, session) in run.sessions {
            session.mark()
            run.holdings[name] = Holdings(of: session.process, run.connection)
        }
        run.restacks.mark()
    }

    func measurement() async -> ScenarioMeasurement? { await run?.meter?.end(clock) }

    func beginSampling(_ condition: ScenarioCondition) async throws(StageFailure) -> Int {
        let run = try current()
        let number = (run.samplers.keys.max() ?? 0) + 1
        run.samplers[number] = PixelSampler(
            condition, scene: await scene(with: condition.subjects), display: run.display)
        return number
    }

    func endSampling(_ number: Int) async -> SampleTally {
        guard let sampler = run?.samplers.removeValue(forKey: number) else { return SampleTally() }
        return await sampler.end(clock)
    }

    private func onSession(_ name: String, _ body: (PortholeSession) -> ScenarioReading) -> ScenarioReading {
        guard let session = run?.sessions[name] else { return ScenarioReading(false, "\(name) was never begun") }
        return body(session)
    }

    private func leaks(_ run: StageRun) -> ScenarioReading {
        let found = run.sessions.compactMap { name, session -> String? in
            let now = Holdings(of: session.process, run.connection)
            let before = session.child.exitStatus == nil ? run.holdings[name] : nil
            let surplus = now.surplus(over: before ?? .nothing)
            return surplus.isEmpty ? nil : "\(name): \(surplus)"
        }
        return ScenarioReading(found.isEmpty, found.isEmpty ? "none" : found.sorted().joined(separator: "; "))
    }
}

extension ScenarioCondition {
    /// The windows that it is about.
    var subjects: [ScenarioSubject] {
        switch self {
        case .onTop(let subject), .sight(let subject, _), .at(let subject, _, _), .size(let subject, _),
            .opacity(let subject, _), .ringed(let subject), .menu(let subject, _), .inside(let subject, _),
            .mapped(let subject, _),
            .listed(let subject, _),
            .className(let subject, _),
            .focus(let subject), .managed(let subject):
            [subject]
        case .stacking(let order): order
        case .advancing, .dropped, .session, .caller, .ringing, .events, .restacks, .shown, .noLeaks: []
        }
    }
}

extension SessionCondition {
    /// Only the state tells.
    var isOfHold: Bool { self == .onHold || self == .putOnHold }
}
