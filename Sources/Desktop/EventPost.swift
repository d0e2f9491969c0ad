/// Hands events on in order, each in a later turn of the main actor than the call that caused it.
final class EventPost<Event: Sendable> {
    private var waiting: [Event] = []
    private var isPlanned = false
    private var isSilent = false
    private let deliver: (Event) -> Void

    /// A post that hands over to `deliver`.
    init(_ deliver: @escaping (Event) -> Void) { self.deliver = deliver }

    /// Hands `event` on, later.
    func send(_ event: Event) {
        guard !isSilent else { return }
        waiting.append(event)
        guard !isPlanned else { return }
        isPlanned = true
        Task { self.empty() }
    }

    /// Hands nothing on any more, not even what waits.
    func silence() {
        isSilent = true
        waiting = []
    }

    private func empty() {
        isPlanned = false
        // What the receiver causes comes in another turn.
        let batch = waiting
        waiting = []
        for event in batch where !isSilent { deliver(event) }
    }
}
