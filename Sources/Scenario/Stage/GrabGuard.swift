import Foundation
import PortholeKit

/// Notices when the server answers nobody any more, because a client holds it (GrabServer), and ends the manager: with
/// its connection goes its hold. Else whoever asks the server something would wait for ever.
///
/// On a thread and a connection of its own, which asks one question after the other.
final class GrabGuard: Sendable {
    private struct State {
        /// The manager's process group; 0: there is none.
        var group: pid_t = 0
        var isOver = false
        var hasEnded = false
        var hasFired = false
    }
    private let state = Lock(State())

    /// It ended the manager, because the server was held.
    var hasFired: Bool { state.withLock { $0.hasFired } }

    /// Watches from now on.
    ///
    /// - Parameter limit: how long the server may be held, in seconds.
    init(_ display: String, limit: Double, clock: any ScenarioClock) throws(StageFailure) {
        let connection: Connection
        do throws(ConnectionError) {
            connection = try Connection(display)
        } catch {
            throw .failed(error.description)
        }
        // Only that thread uses it from here on.
        nonisolated(unsafe) let own = connection
        let thread = Thread { [self] in
            watch(own, limit, clock)
            state.withLock { $0.hasEnded = true }
        }
        thread.name = "grab guard"
        thread.start()
    }

    /// Whom to end: the process group of the manager that runs now, 0 for none.
    func watch(group: pid_t) { state.withLock { $0.group = group } }

    /// Watches no more.
    func end(_ clock: any ScenarioClock) async {
        state.withLock { $0.isOver = true }
        _ = await clock.wait(2) { self.state.withLock { $0.hasEnded } }
    }

    private func watch(_ connection: Connection, _ limit: Double, _ clock: any ScenarioClock) {
        while !state.withLock({ $0.isOver }), !connection.isBroken {
            let question = connection.askFocus()
            connection.flushQuestions()
            let start = clock.now
            while connection.answer(to: question) == nil, !connection.isBroken {
                if state.withLock({ $0.isOver }) { return connection.forget(question) }
                if clock.now - start > limit { endManager() }
                usleep(20_000)
            }
            usleep(200_000)
        }
    }

    private func endManager() {
        state.withLock { state in
            guard state.group != 0 else { return }
            kill(-state.group, SIGKILL)
            (state.group, state.hasFired) = (0, true)
        }
    }
}
