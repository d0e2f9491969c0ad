import PortholeKit

/// Where commands from other processes reach the app: those that come before it is there wait. Any thread.
nonisolated final class InstanceRelayPoint: Sendable {
    private enum State {
        case waiting([@MainActor @Sendable (App?) -> Void])
        case serving(App)
        case closed
    }
    private let state = Lock(State.waiting([]))

    /// Carries out an action.
    func control(_ request: ControlRequest) async -> ControlReply {
        await withCheckedContinuation { continuation in
            reach { app in
                guard let app else {
                    return continuation.resume(
                        returning: ControlReply(code: ExitCode.failed.rawValue, text: "porthole is just ending"))
                }
                app.control(request) { outcome in
                    continuation.resume(returning: ControlReply(code: outcome.code.rawValue, text: outcome.text))
                }
            }
        }
    }

    /// Begins a command that was handed over.
    func open(_ request: OpenRequest, _ caller: InstanceCaller) {
        reach { app in
            guard let app else {
                caller.message("porthole: porthole is just ending. Try again")
                return caller.done(ExitCode.failed.rawValue)
            }
            app.take(request, caller)
        }
    }

    private func reach(_ body: @escaping @MainActor @Sendable (App?) -> Void) {
        Task { @MainActor in
            let app: App??
            (app) = state.withLock { state -> App?? in
                switch state {
                case .waiting(var list):
                    list.append(body)
                    state = .waiting(list)
                    return nil
                case .serving(let app): return .some(app)
                case .closed: return .some(nil)
                }
            }
            if let app { body(app) }
        }
    }

    /// From now on `app` is reached.
    @MainActor func serve(_ app: App) {
        let list = state.withLock { state in
            defer { state = .serving(app) }
            if case .waiting(let list) = state { return list }
            return []
        }
        for body in list { body(app) }
    }

    /// Nobody is reached any more.
    func close() { state.withLock { $0 = .closed } }
}
