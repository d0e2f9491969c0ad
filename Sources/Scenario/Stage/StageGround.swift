import PortholeKit

/// A server with its manager between two runs: what the next one begins on, instead of starting them anew.
struct StageGround: Sendable {
    /// What has to be the same for a run to begin on it.
    struct Key: Sendable, Hashable {
        /// The manager.
        let manager: ManagerChoice
        /// The size of the screen.
        let screen: Size

        /// Nil for a script that changes the server or the manager in ways that nobody would undo.
        init?(_ script: ScenarioScript, manager: ManagerChoice) {
            let setup = script.setup
            guard setup.server == .xvfb, setup.monitors.isEmpty, setup.workspaces == nil, setup.scale == 1 else {
                return nil
            }
            let leavesItAlone = script.statements.allSatisfy { statement in
                switch statement.command {
                case .desktop(.plug), .desktop(.unplug), .desktop(.workspace), .desktop(.managerRestart),
                    .desktop(.managerReplace), .desktop(.managerFreeze), .desktop(.managerThaw),
                    .desktop(.managerKill):
                    false
                default: true
                }
            }
            guard leavesItAlone else { return nil }
            self.manager = manager
            screen = setup.screen
        }
    }

    /// Whose it is.
    let key: Key
    /// Where its programs live.
    let home: StageHome
    /// The server.
    let server: StageServer
    /// The manager; nil for none.
    let manager: StageManager?
    /// The windows that were seen before any run: the manager's own.
    let seen: Set<WindowID>

    /// Server and manager run.
    var isUp: Bool { server.child.exitStatus == nil && (manager.map { $0.child.exitStatus == nil } ?? true) }

    /// Takes it down.
    func end(_ clock: any ScenarioClock) async {
        await manager?.child.stop(clock)
        await server.child.stop(clock)
        home.remove()
    }
}
