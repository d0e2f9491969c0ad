import Dispatch
import Glibc

/// The clock of a running app: monotonic time, 60 frames a second on the main queue while somebody wants them.
///
/// Its timer is stopped when nobody waits for it, so that an idle app does not wake up.
@MainActor public final class DisplayClock: FrameClock {
    private let registry = ClockRegistry()
    private let rate: Double
    private var timer: (any DispatchSourceTimer)?
    private var plan: Plan = .rest

    private enum Plan: Equatable {
        case rest
        case frames
        case alarm(Double)
    }

    /// A clock at `rate` frames a second.
    public init(rate: Double = 60) {
        precondition(rate > 0, "a clock has a positive frame rate")
        self.rate = rate
        registry.onChange = { [weak self] in self?.schedule() }
    }

    isolated deinit { timer?.cancel() }

    /// `CLOCK_MONOTONIC`, in seconds.
    public var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Calls `tick` at each frame.
    public func onFrame(_ tick: @escaping @MainActor (Double) -> Void) -> ClockTicket { registry.addTicker(tick) }

    /// Calls `body` after some time.
    public func after(_ seconds: Double, _ body: @escaping @MainActor () -> Void) -> ClockTicket {
        registry.addAlarm(due: now + max(0, seconds), body)
    }

    private func schedule() {
        let wanted: Plan =
            registry.wantsFrames ? .frames : registry.nextAlarm.map { .alarm($0) } ?? .rest
        guard wanted != plan else { return }
        plan = wanted
        timer?.cancel()
        timer = nil
        if wanted == .rest { return }
        let timer = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
        timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.fire() } }
        if case .alarm(let due) = wanted {
            timer.schedule(deadline: .now() + max(0, due - now))
        } else {
            timer.schedule(deadline: .now() + 1 / rate, repeating: 1 / rate, leeway: .milliseconds(1))
        }
        self.timer = timer
        timer.activate()
    }

    private func fire() {
        // An alarm may ring a little early by its own clock: plan it anew rather than lose it.
        if case .alarm = plan { plan = .rest }
        registry.ring(now)
        if registry.wantsFrames { registry.tick(now) }
    }
}
