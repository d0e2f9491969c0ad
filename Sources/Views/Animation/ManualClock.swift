/// A clock that stands still until it is stepped: behaviour in time, tested without waiting.
@MainActor public final class ManualClock: FrameClock {
    private let registry = ClockRegistry()
    /// Frames a second while it is stepped.
    public let rate: Double
    /// Seconds since it was made.
    public private(set) var now = 0.0
    private var nextFrame: Double?

    /// A clock at zero.
    public init(rate: Double = 60) {
        precondition(rate > 0, "a clock has a positive frame rate")
        self.rate = rate
    }

    /// True while somebody wants frames: tests assert that the clock comes to rest.
    public var isRunning: Bool { registry.wantsFrames }

    /// Lets `seconds` pass: every frame and alarm on the way happens at its own time.
    public func advance(by seconds: Double) {
        let end = now + max(0, seconds)
        while true {
            if !registry.wantsFrames { nextFrame = nil }
            if registry.wantsFrames, nextFrame == nil { nextFrame = now + 1 / rate }
            let frame = nextFrame ?? .infinity
            let alarm = registry.nextAlarm ?? .infinity
            // The slack takes up what adding sixtieths loses.
            guard min(frame, alarm) <= end + 1e-9 else { break }
            now = max(now, min(frame, alarm))
            if alarm <= frame {
                registry.ring(now)
            } else {
                nextFrame = frame + 1 / rate
                registry.tick(now)
            }
        }
        now = end
    }

    /// Calls `tick` for each frame that `advance(by:)` passes.
    public func onFrame(_ tick: @escaping @MainActor (Double) -> Void) -> ClockTicket { registry.addTicker(tick) }

    /// Calls `body` when `advance(by:)` passes its time.
    public func after(_ seconds: Double, _ body: @escaping @MainActor () -> Void) -> ClockTicket {
        registry.addAlarm(due: now + max(0, seconds), body)
    }
}
