/// How much this side sends, from what the other side says it gets. Pure.
///
/// Loss decides, as in the loss-based half of Google's congestion control (draft-ietf-rmcat-gcc-02, section 6): under 2 %
/// more is tried, over 10 % it gives way by half of the loss, between the two it stays. A way that fills up shows first
/// in the round trip: far above the shortest one that was seen, it gives way as well. What is sent changes in this order:
/// bits, then the size of the pictures, then how many there are.
public struct SendingPolicy: Sendable, Hashable {
    /// What is known of the last two seconds, in which the other side reports (RTCP).
    public struct Report: Sendable, Hashable {
        /// The share of what was sent that did not arrive, 0 to 1; nil while nobody has said.
        public var loss: Double?
        /// There and back, in seconds; nil while it is not known.
        public var roundTrip: Double?

        /// Nothing is known unless it is given.
        public init(loss: Double? = nil, roundTrip: Double? = nil) {
            self.loss = loss
            self.roundTrip = roundTrip
        }
    }
    /// What is to be sent.
    public struct Target: Sendable, Hashable {
        /// Bits a second of the pictures.
        public var bitrate: Int
        /// What the sides of the pictures are divided by: 1, 1.5, 2 or 3.
        public var divisor: Double
        /// Pictures a second, at most.
        public var frameRate: Int

        /// So many bits a second, in pictures of such a size and number.
        public init(bitrate: Int, divisor: Double, frameRate: Int) {
            self.bitrate = bitrate
            self.divisor = divisor
            self.frameRate = frameRate
        }
    }

    /// The fewest bits a second: enough for a face of 213×120 at ten pictures a second.
    public static let floor = 80_000
    /// What an attempt to send more adds.
    static let growth = 1.16
    /// Under this share of loss more is tried, over that one it gives way.
    static let (calm, heavy) = (0.02, 0.1)
    /// A round trip so far above the shortest one means that packets wait in a queue, in seconds.
    static let congestion = 0.15
    /// Reports without trouble before pictures become larger or more again.
    static let patience = 3
    /// Each step down: what the sides are divided by, pictures a second, and under which share of the most bits it is
    /// taken. A step back up needs a third more.
    static let steps: [(divisor: Double, frameRate: Int, below: Double)] = [
        (1, 30, 1), (1.5, 30, 0.4), (2, 30, 0.22), (2, 15, 0.12), (3, 10, 0.08),
    ]

    /// The most bits a second.
    public let limit: Int
    /// What is to be sent now.
    public private(set) var target: Target
    private var shortest: Double?
    private var step = 0
    private var calmReports = 0

    /// Sends as much as it may until something speaks against it.
    public init(limit: Int) {
        self.limit = max(Self.floor, limit)
        target = Target(bitrate: self.limit, divisor: 1, frameRate: Self.steps[0].frameRate)
    }

    /// The next state after one more report.
    public static func reduce(_ state: SendingPolicy, _ report: Report) -> SendingPolicy {
        var next = state
        next.take(report)
        return next
    }

    private mutating func take(_ report: Report) {
        var isCongested = false
        if let trip = report.roundTrip {
            // A way may become longer for good: what was shortest is forgotten little by little.
            shortest = min(trip, (shortest ?? trip) + 0.002)
            isCongested = trip > (shortest ?? trip) + Self.congestion
        }
        guard report.loss != nil || report.roundTrip != nil else { return }
        let loss = min(1, max(0, report.loss ?? 0))
        var bits = Double(target.bitrate)
        if loss > Self.heavy {
            bits *= 1 - loss / 2
            calmReports = 0
        } else if isCongested {
            bits *= 0.85
            calmReports = 0
        } else {
            calmReports += 1
            if loss < Self.calm { bits *= Self.growth }
        }
        target.bitrate = min(limit, max(Self.floor, Int(bits)))
        chooseStep()
    }

    private mutating func chooseStep() {
        let share = Double(target.bitrate) / Double(limit)
        while step + 1 < Self.steps.count, share < Self.steps[step + 1].below { step += 1 }
        // One step at a time, and not at the first better second: each is a change that people see.
        if step > 0, calmReports >= Self.patience, share > Self.steps[step].below * 4 / 3 {
            step -= 1
            calmReports = 0
        }
        target.divisor = Self.steps[step].divisor
        target.frameRate = Self.steps[step].frameRate
    }
}
