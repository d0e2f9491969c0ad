/// Tells when time has passed. Main actor; tests step it.
@MainActor public protocol DeadlineClock: AnyObject {
    /// Calls `body` once after `seconds`, unless the timer is cancelled before.
    func schedule(after seconds: Double, _ body: @escaping @MainActor () -> Void) -> any DeadlineTimer
}

/// A call that is due.
@MainActor public protocol DeadlineTimer: AnyObject {
    /// It is not due any more; after it came, nothing.
    func cancel()
}
