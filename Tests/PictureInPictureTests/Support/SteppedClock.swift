import Views

/// A clock that moves only when it is told to, and knows how much is still due.
@MainActor final class SteppedClock: FrameClock {
    private let clock = ManualClock()
    /// How many alarms are due some time.
    private(set) var pending = 0

    var now: Double { clock.now }

    func advance(by seconds: Double) { clock.advance(by: seconds) }

    func onFrame(_ tick: @escaping @MainActor (Double) -> Void) -> ClockTicket { clock.onFrame(tick) }

    func after(_ seconds: Double, _ body: @escaping @MainActor () -> Void) -> ClockTicket {
        pending += 1
        var isDue = true
        let end: @MainActor () -> Void = { [weak self] in
            if isDue { self?.pending -= 1 }
            isDue = false
        }
        let inner = clock.after(seconds) {
            end()
            body()
        }
        return ClockTicket {
            inner.cancel()
            end()
        }
    }
}
