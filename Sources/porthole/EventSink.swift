/// Where the state changes of sessions go. Any thread.
nonisolated protocol EventSink: Sendable {
    /// Takes one event; never waits.
    func record(_ event: SessionEvent)
    /// Waits, a second at most, until what was recorded is out. Call it last.
    func finish()
}

/// The sink that the output flags ask for: `--events` gives the log on stdout, otherwise a person is spoken to.
nonisolated func makeEventSink(for options: OutputOptions, console: Console) -> any EventSink {
    guard options.printsEvents else { return Narrator(console) }
    return EventLog(onClosed: { console.warning("events", why: "their reader has gone away, going on without") })
}
