internal import Dispatch

/// The monotonic clock of the system.
public final class SystemDeadlineClock: DeadlineClock {
    @MainActor private final class Timer: DeadlineTimer {
        var body: (@MainActor () -> Void)?

        init(_ body: @escaping @MainActor () -> Void) { self.body = body }

        func cancel() { body = nil }

        func fire() {
            let body = body.take()
            body?()
        }
    }

    /// The system's clock.
    public nonisolated init() {}

    /// Calls `body` on the main queue after `seconds`.
    public func schedule(after seconds: Double, _ body: @escaping @MainActor () -> Void) -> any DeadlineTimer {
        let timer = Timer(body)
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { timer.fire() }
        return timer
    }
}
