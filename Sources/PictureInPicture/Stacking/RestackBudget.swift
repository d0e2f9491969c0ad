/// How often a window may be put above others: at once for what happens once, ever more slowly for what fights back.
///
/// A window that comes back within `answerTime` after it was put below is a contender. The second time it does so
/// there is a wait of 50 ms, doubled each time to 1.5 s, and to 5 s for a fight of a minute and a half; 3 s of quiet
/// forget it. Whoever comes later than that, or for the first time, is dealt with at once, eight times in a row, then
/// once a second. So no duel costs five restacks a second, and no single event waits.
public struct RestackBudget: Sendable, Hashable {
    /// Later than this is no answer but the user's doing: it comes less than five times a second.
    public static let answerTime = 0.25
    /// As long without anything above it, and the fight is over.
    public static let quietTime = 3.0
    /// The first wait.
    public static let firstWait = 0.05
    /// The longest wait in an ordinary fight.
    public static let longWait = 1.5
    /// The longest wait of all.
    public static let longestWait = 5.0
    /// How many rounds make a fight more than ordinary.
    static let patience = 60
    /// How many restacks may follow each other at once.
    static let burst = 8.0
    /// How many a second when it is a fight.
    static let contestedRate = 4

    private var level = 0
    private var rounds = 0
    private var tokens = burst
    private var tokensAt = 0.0
    /// The times of the last restacks, oldest first, as many as `contestedRate`.
    private var recent: [Double] = []
    private var beaten: Set<UInt> = []
    private var uncoveredAt: Double?
    private var isCovered = false

    /// Somebody answers each restack.
    public var isContested: Bool { level >= 2 }

    /// A budget that is full.
    public init() {}

    /// Nothing is above the window, at `now`.
    public mutating func rest(at now: Double) {
        isCovered = false
        if uncoveredAt == nil { uncoveredAt = now }
        forget(at: now)
    }

    /// Before this time it is not put above anything, whatever that is.
    public func earliest(at now: Double) -> Double {
        let filled = min(Self.burst, tokens + max(0, now - tokensAt))
        return filled < 1 ? now + 1 - filled : now
    }

    /// What is above it is not known, and not asked for: neither rest nor fight.
    public mutating func doubt() { uncoveredAt = nil }

    /// Some windows are above it that should not be, at `now`.
    ///
    /// - Returns: when the window may be put above them: at `now`, or later.
    public mutating func due(above offenders: [UInt], at now: Double) -> Double {
        forget(at: now)
        uncoveredAt = nil
        if !isCovered {
            isCovered = true
            let isAnswer = recent.last.map { now - $0 < Self.answerTime } ?? false
            if isAnswer, !beaten.isDisjoint(with: offenders) {
                level += 1
                rounds += 1
            } else if !isAnswer, level > 0 {
                level -= 1
            }
        }
        var due = now
        if let last = recent.last { due = max(due, last + wait) }
        if isContested, recent.count == Self.contestedRate, let oldest = recent.first { due = max(due, oldest + 1) }
        return max(due, earliest(at: now))
    }

    /// It was put above them, at `now`.
    public mutating func spend(above offenders: [UInt], at now: Double) {
        tokens = min(Self.burst, tokens + max(0, now - tokensAt)) - 1
        tokensAt = now
        recent.append(now)
        if recent.count > Self.contestedRate { recent.removeFirst() }
        // A fight among many: whoever was beaten since the last quiet may answer.
        if beaten.count > 64 { beaten = [] }
        beaten.formUnion(offenders)
        isCovered = false
    }

    private var wait: Double {
        guard level >= 2 else { return 0 }
        let limit = rounds > Self.patience ? Self.longestWait : Self.longWait
        return min(limit, Self.firstWait * Double(1 << min(level - 2, 10)))
    }

    private mutating func forget(at now: Double) {
        guard let uncoveredAt, now - uncoveredAt >= Self.quietTime else { return }
        (level, rounds, beaten) = (0, 0, [])
    }
}
