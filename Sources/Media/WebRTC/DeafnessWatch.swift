/// Notices that the way to the other side is broken, while the way back works: what is asked over the data channel is not
/// answered any more. Pure.
///
/// Times are monotonic nanoseconds.
struct DeafnessWatch: Sendable, Hashable {
    /// Without an answer for so long, though questions go out twice a second, it counts as silence.
    static let patience: Int64 = 2_000_000_000
    /// After a pause of the network the channel takes its time to begin again (RFC 9260, 6.3.3: each wait is twice the last).
    static let pause: Int64 = 8_000_000_000

    private var last: Int64?

    /// The other side has answered; those that never do are not waited for.
    mutating func noteAnswer(at now: Int64) { last = max(now, last ?? now) }

    /// How long it counts as silent, when something came from it so long ago.
    mutating func silence(_ age: Int64, at now: Int64) -> Int64 {
        guard let last else { return age }
        if age >= Self.patience { self.last = max(last, now + Self.pause) }
        return max(age, now - last - Self.patience)
    }
}
