/// When a call that is interrupted is connected anew, beside the connection that it has. Without a network or a clock. Pure.
///
/// `webrtcbin` 1.22 can't restart ICE. So a second connection is made over the signalling of the first, and takes its place
/// when it is there; until then the first may come back by itself.
struct RestartState: Sendable, Hashable {
    /// How far it is.
    enum Phase: Sendable, Hashable {
        /// Nothing is to be done.
        case steady
        /// The connection may come back by itself.
        case waiting
        /// The other side is asked for a second one.
        case asking
        /// Both sides know of it: it is being connected.
        case connecting
        /// There is nothing to be connected any more.
        case over
    }
    /// What happens.
    enum Event: Sendable, Hashable {
        /// Nothing comes over the connection.
        case interrupted
        /// Something does again.
        case recovered
        /// The connection is gone for good; why, in words.
        case lost(String)
        /// It was waited long enough.
        case due
        /// The other side offers a second connection.
        case offered
        /// The other side has answered the offer of this one.
        case answered
        /// The second connection is there.
        case connected
        /// Nothing came of it.
        case failed
    }
    /// What has to be done, in order.
    enum Effect: Sendable, Hashable {
        /// `due` is to come after so many seconds.
        case schedule(Double)
        /// A second connection is to be offered, or the other side's answered.
        case begin
        /// The second connection is not needed any more.
        case abandon
        /// The second connection takes the place of the first.
        case swap
        /// The call is lost; why, in words.
        case giveUp(String)
    }
    /// Seconds of grace for the connection, and between two attempts.
    static let patience = (first: 0.5, next: 2.0)

    private(set) var phase = Phase.steady
    /// Whether this side can ask: the one that has called.
    let canAsk: Bool
    /// Something comes over the first connection, while the second is being made.
    private var isAlive = true
    private var loss: String?

    init(canAsk: Bool) { self.canAsk = canAsk }

    /// The next state, and what has to be done for it.
    static func reduce(_ state: RestartState, _ event: Event) -> (RestartState, [Effect]) {
        var next = state
        let effects = next.take(event)
        return (next, effects)
    }

    private mutating func take(_ event: Event) -> [Effect] {
        switch (event, phase) {
        case (_, .over): return []
        case (.interrupted, _):
            isAlive = false
            guard phase == .steady, canAsk else { return [] }
            phase = .waiting
            return [.schedule(Self.patience.first)]
        case (.recovered, .waiting):
            isAlive = true
            phase = .steady
            return []
        case (.recovered, .asking) where loss == nil:
            isAlive = true
            phase = .steady
            return [.abandon]
        case (.recovered, _):
            // The other side may have gone over already: who would turn back now would be alone.
            isAlive = true
            return []
        case (.due, .waiting):
            phase = .asking
            return [.begin]
        case (.due, _): return []
        case (.offered, .connecting): return [.abandon, .begin]
        case (.offered, _):
            phase = .connecting
            return [.begin]
        case (.answered, .asking):
            phase = .connecting
            return []
        case (.answered, _): return []
        case (.connected, .asking), (.connected, .connecting):
            self = RestartState(canAsk: canAsk)
            return [.swap]
        case (.connected, _): return []
        case (.lost(let why), .asking), (.lost(let why), .connecting):
            loss = why
            return []
        case (.lost(let why), _):
            guard canAsk else { return giveUp(why) }
            // A last attempt: a side that is gone does not answer it, which shows at once.
            loss = why
            phase = .asking
            return [.begin]
        case (.failed, .asking), (.failed, .connecting):
            if let loss { return [.abandon] + giveUp(loss) }
            phase = isAlive || !canAsk ? .steady : .waiting
            return phase == .steady ? [.abandon] : [.abandon, .schedule(Self.patience.next)]
        case (.failed, _): return []
        }
    }

    private mutating func giveUp(_ why: String) -> [Effect] {
        phase = .over
        return [.giveUp(why)]
    }
}
