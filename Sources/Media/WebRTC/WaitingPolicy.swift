/// How long this side waits for packets that are missing, from what it sees. Pure.
///
/// A packet that is asked for again comes after a round trip: where some are lost, waiting that long saves the picture,
/// and where none are, waiting is only delay. It becomes longer at once and shorter after ten calm seconds.
public struct WaitingPolicy: Sendable, Hashable {
    /// The longest time, in milliseconds: more would be noticed in a conversation.
    public static let longest = 500
    /// From this share of loss on, 0 to 1, packets are waited for.
    static let noticeable = 0.005
    /// How much is added to two round trips, in seconds: one may be lost again, and the other side has to get to it.
    static let reserve = 0.06
    /// Seconds without loss before it becomes shorter.
    static let patience = 10

    /// The shortest time, in milliseconds.
    public let shortest: Int
    /// The time now, in milliseconds.
    public private(set) var time: Int
    private var calmSeconds = 0

    /// Waits no longer than `shortest` until something is lost.
    public init(shortest: Int) {
        self.shortest = shortest
        time = shortest
    }

    /// The next state after one more second.
    ///
    /// - Parameters:
    ///   - loss: the share of packets that did not come at first; nil when none could.
    ///   - roundTrip: in seconds; nil while it is not known.
    public static func reduce(_ state: WaitingPolicy, loss: Double?, roundTrip: Double?) -> WaitingPolicy {
        var next = state
        guard let loss, loss > noticeable else {
            next.calmSeconds += 1
            if next.calmSeconds >= patience { next.time = state.shortest }
            return next
        }
        next.calmSeconds = 0
        let wanted = Int(((roundTrip ?? 0.1) * 2 + reserve) * 1000)
        // Small changes are not worth the jump in what is shown.
        if wanted > next.time + 20 { next.time = min(longest, max(state.shortest, wanted)) }
        return next
    }
}
