import Foundation
import PortholeKit

/// The window manager of one run.
struct StageManager: Sendable {
    /// What was started.
    let recipe: ManagerRecipe
    /// The process.
    let child: ChildProcess

    /// Starts a manager; it may not be ready yet.
    ///
    /// - Throws: `missing` when it is not installed.
    static func start(
        _ recipe: ManagerRecipe, replacing: Bool, home: StageHome, display: String
    ) throws(StageFailure) -> StageManager {
        let environment = home.environment(display: display).merging(recipe.environment) { $1 }
        for file in recipe.files { try home.write(file.text, to: file.path, isProgram: file.isProgram) }
        let child = try ChildProcess(recipe.commandLine(replacing: replacing), environment: environment)
        return StageManager(recipe: recipe, child: child)
    }

    /// Waits until it serves requests: a window that is mapped gets its WM_STATE (ICCCM 4.1.3.1), and its end is
    /// noticed.
    ///
    /// Managers announce themselves before that, and forget what is mapped in between, so the window is mapped again.
    ///
    /// - Throws: `managerDown` with its last words.
    func waitUntilReady(
        _ connection: Connection, _ grabs: GrabGuard, clock: any ScenarioClock, slow: Double
    ) async throws(StageFailure) {
        let end = clock.now + 15 * slow
        var patience = 0.1
        while clock.now < end, child.exitStatus == nil {
            guard await clock.wait(1, until: { connection.isRootRedirected() || child.exitStatus != nil }) else {
                continue
            }
            if await isProbeManaged(connection, clock, patience) {
                // Some start theirs a moment later, and everything is drawn anew.
                if recipe.composites { _ = await clock.wait(5 * slow) { connection.isComposited() } }
                return
            }
            patience = min(2, patience * 2)
        }
        if grabs.hasFired { throw .managerDown("\(recipe.name) holds the X server and serves nobody") }
        if let status = child.exitStatus {
            _ = await child.waitForExit(1, clock)
            throw .managerDown("\(recipe.name) ended with status \(status): \(StageServer.lastLine(child.errors))")
        }
        throw .managerDown(
            "\(recipe.name) is not ready after \(Int(15 * slow)) s: \(StageServer.lastLine(child.errors))")
    }

    private func isProbeManaged(
        _ connection: Connection, _ clock: any ScenarioClock, _ patience: Double
    ) async -> Bool {
        let probe = connection.createWindow(Rect(x: 0, y: 0, width: 64, height: 64), events: [])
        connection.setTitle("probe", of: probe)
        connection.setSizeHints(
            minimum: Size(1, 1), size: Size(64, 64), position: .zero, isUserSize: true, of: probe)
        connection.map(probe)
        connection.flush()
        let isManaged = await clock.wait(patience) {
            connection.isBroken || child.exitStatus != nil || !connection.numbers(.wmState, of: probe).isEmpty
        }
        let hasState = isManaged && !connection.numbers(.wmState, of: probe).isEmpty
        if hasState, recipe.focusesWhenReady {
            _ = await clock.wait(3) {
                connection.numbers(.activeWindow, of: connection.rootWindow).first == probe.rawValue
            }
        }
        connection.destroyWindow(probe)
        connection.sync()
        _ = await clock.wait(1) {
            !connection.numbers(.clientList, of: connection.rootWindow).contains(probe.rawValue)
        }
        return hasState
    }
}
