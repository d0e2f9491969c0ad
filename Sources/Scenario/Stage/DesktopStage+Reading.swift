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
        case .session(let name, let wanted): return onSession(name) { SessionReader.state($0.events, wanted) }
        case .events(let name, let words):
            return onSession(name) { SessionReader.sequence($0.eventsSinceMark, words) }
        case .restacks(let limit):
            for session in run.sessions.values { if let mini = session.mini { run.minis.insert(mini) } }
            let count = run.restacks.count(of: run.minis)
            return ScenarioReading(count <= limit, "\(count) restacks")
        case .noLeaks: return leaks(run)
        case .onTop, .stacking, .sight, .at, .size, .inside, .focus: return ScenarioReading(false, "not read")
        }
    }

    /// The windows that a scenario speaks of now.
    func scene(with subjects: [ScenarioSubject]) async -> StageScene {
        var scene = StageScene()
        guard let run else { return scene }
        for (name, client) in run.clients {
            scene.entries[.window(name)] = StageScene.Entry(
                window: client.window, color: client.color, isClient: true)
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
            run.holdings[name] = Holdings(of: session.child.pid, run.connection)
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
            let now = Holdings(of: session.child.pid, run.connection)
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
            .inside(let subject, _), .focus(let subject):
            [subject]
        case .stacking(let order): order
        case .advancing, .dropped, .session, .events, .restacks, .noLeaks: []
        }
    }
}
