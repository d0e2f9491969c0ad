import PictureInPicture

/// A clock that moves only when it is told to.
@MainActor final class SteppedClock: DeadlineClock {
    @MainActor private final class Timer: DeadlineTimer {
        let due: Double
        var body: (@MainActor () -> Void)?

        init(due: Double, _ body: @escaping @MainActor () -> Void) {
            self.due = due
            self.body = body
        }

        func cancel() { body = nil }
    }

    private var timers: [Timer] = []
    private(set) var now = 0.0

    /// How many calls are due some time.
    var pending: Int { timers.count { $0.body != nil } }

    func schedule(after seconds: Double, _ body: @escaping @MainActor () -> Void) -> any DeadlineTimer {
        let timer = Timer(due: now + seconds, body)
        timers.append(timer)
        return timer
    }

    func advance(by seconds: Double) {
        let end = now + seconds
        while let next = timers.filter({ $0.body != nil && $0.due <= end }).min(by: { $0.due < $1.due }) {
            now = max(now, next.due)
            let body = next.body.take()
            body?()
        }
        now = end
        timers.removeAll { $0.body == nil }
    }
}
