/// Who wants frames and alarms: the bookkeeping that both clocks share.
@MainActor final class ClockRegistry {
    struct Alarm {
        var due: Double
        var id: Int
        var body: @MainActor () -> Void
    }
    private var tickers: [(id: Int, tick: @MainActor (Double) -> Void)] = []
    private(set) var alarms: [Alarm] = []
    private var lastID = 0
    /// Called whenever something was added or taken away.
    var onChange: (@MainActor () -> Void)?

    var wantsFrames: Bool { !tickers.isEmpty }
    /// When the next alarm is due.
    var nextAlarm: Double? { alarms.map(\.due).min() }

    func addTicker(_ tick: @escaping @MainActor (Double) -> Void) -> ClockTicket {
        lastID += 1
        let id = lastID
        tickers.append((id, tick))
        onChange?()
        return ClockTicket { [weak self] in
            self?.tickers.removeAll { $0.id == id }
            self?.onChange?()
        }
    }

    func addAlarm(due: Double, _ body: @escaping @MainActor () -> Void) -> ClockTicket {
        lastID += 1
        let id = lastID
        alarms.append(Alarm(due: due, id: id, body: body))
        onChange?()
        return ClockTicket { [weak self] in
            self?.alarms.removeAll { $0.id == id }
            self?.onChange?()
        }
    }

    /// Calls everyone who wants frames; who is taken away meanwhile is not called any more.
    func tick(_ now: Double) {
        for ticker in tickers where tickers.contains(where: { $0.id == ticker.id }) { ticker.tick(now) }
    }

    /// Rings what is due at `now`, in order of time, then of setting.
    func ring(_ now: Double) {
        while let next = alarms.filter({ $0.due <= now }).min(by: { ($0.due, $0.id) < ($1.due, $1.id) }) {
            alarms.removeAll { $0.id == next.id }
            next.body()
        }
        onChange?()
    }
}
