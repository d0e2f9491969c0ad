import PortholeKit

extension DesktopStage {
    /// Takes down what was kept for a next run that does not come.
    func leave() async {
        await ground?.end(clock)
        ground = nil
    }

    /// Begins a run on what the last one left, if that is what it needs.
    ///
    /// - Returns: false when it has to start a server of its own; nothing is left then.
    func beginOnGround(_ script: ScenarioScript, _ manager: ManagerChoice) async -> Bool {
        guard let ground else { return false }
        self.ground = nil
        guard ground.isUp, ground.key == StageGround.Key(script, manager: manager),
            let run = try? StageRun(
                script, home: ground.home, server: ground.server, display: ground.server.display,
                meter: meter(ground.server.display), grabs: grabs(ground.server.display))
        else {
            await ground.end(clock)
            return false
        }
        run.manager = ground.manager
        run.ground = ground
        self.run = run
        return true
    }

    /// What a run begins on that started its own server, before it does anything there; nil: nobody else may.
    func ground(for script: ScenarioScript, _ manager: ManagerChoice) -> StageGround? {
        guard options.reuses, let run, let server = run.server,
            let key = StageGround.Key(script, manager: manager)
        else { return nil }
        return StageGround(
            key: key, home: run.home, server: server, manager: run.manager, seen: viewable(run.connection))
    }

    /// Whether a run has left nothing behind: its windows are gone, the manager is where it was.
    ///
    /// Its sessions and programs have ended before.
    func isCleared(_ run: StageRun) async -> Bool {
        let connection = run.connection
        guard let ground = run.ground, ground.isUp, !connection.isBroken else { return false }
        run.destroyClients()
        let screen = connection.screenSize
        TestInput(connection)?.move(to: Point(screen.width / 2, screen.height / 2))
        if ground.manager == nil { connection.setFocus(.none) }
        connection.sync()
        let isEmpty = await clock.wait(2 * options.slow) {
            self.viewable(connection).isSubset(of: ground.seen)
                && connection.numbers(.clientList, of: connection.rootWindow).isEmpty
        }
        ground.home.removeProfiles()
        return isEmpty && ground.isUp
    }

    private func viewable(_ connection: Connection) -> Set<WindowID> {
        Set(connection.rootChildren().filter { connection.facts(of: $0)?.isViewable ?? false })
    }
}
