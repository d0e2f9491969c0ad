/// Where the state changes of sessions go. Any thread.
nonisolated protocol EventSink: Sendable {
    /// Takes one event; never waits.
    func record(_ event: SessionEvent)
    /// Waits, a second at most, until what was recorded is out. Call it last.
    func finish()
}
