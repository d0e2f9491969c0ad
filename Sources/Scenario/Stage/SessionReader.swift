/// Reads from a session's events how it stands. Pure.
enum SessionReader {
    /// Whether frames were shown after an assertion began: two counts of the same window, the later one larger.
    static func advancing(_ events: [PortholeEvent], since start: Double) -> ScenarioReading {
        let counts = events.filter { $0.name == "frames" }
        guard let last = counts.last, last.arrival > start else {
            return ScenarioReading(false, "no count since the assertion began")
        }
        let earlier = counts.last { $0.arrival <= start } ?? counts.first { $0.arrival > start }
        guard let earlier, earlier.arrival < last.arrival else {
            return ScenarioReading(false, "one count since the assertion began")
        }
        let gains = last.frames.map { host, now in (host, now.shown - (earlier.frames[host]?.shown ?? 0)) }
        let words = gains.sorted { $0.0 < $1.0 }.map { "\($0.0) +\($0.1)" }.joined(separator: ", ")
        return ScenarioReading(gains.contains { $0.1 > 0 }, words.isEmpty ? "no window shows frames" : words)
    }

    /// Whether few enough frames of the mini window, or of all when there is none, were dropped since the mark.
    static func dropped(
        _ events: [PortholeEvent], before: [String: PortholeEvent.Frames], _ percent: Double
    ) -> ScenarioReading {
        guard let last = events.last(where: { $0.name == "frames" }) else {
            return ScenarioReading(false, "no count of frames")
        }
        let hosts = last.frames["mini"] == nil ? Array(last.frames.keys) : ["mini"]
        var (shown, dropped) = (0, 0)
        for host in hosts {
            shown += (last.frames[host]?.shown ?? 0) - (before[host]?.shown ?? 0)
            dropped += (last.frames[host]?.dropped ?? 0) - (before[host]?.dropped ?? 0)
        }
        guard shown + dropped > 0 else { return ScenarioReading(false, "no frames since the mark") }
        return ScenarioReading(
            Double(dropped) * 100 <= percent * Double(shown + dropped), "\(dropped) of \(shown + dropped) dropped")
    }

    /// Whether a session has connected, runs or has ended for a reason.
    static func state(_ events: [PortholeEvent], _ wanted: SessionCondition) -> ScenarioReading {
        let isConnected = events.contains { $0.name == "session.connected" }
        let end = events.last { $0.name == "session.ended" }
        let actual = end.map { "ended by \($0.reason ?? "no reason")" } ?? (isConnected ? "running" : "not connected")
        switch wanted {
        case .connected: return ScenarioReading(isConnected, actual)
        case .running: return ScenarioReading(isConnected && end == nil, actual)
        // Events do not tell: the state does.
        case .onHold, .putOnHold: return ScenarioReading(false, actual)
        case .ended(let reason): return ScenarioReading(end?.reason == reason.rawValue, actual)
        }
    }

    /// Whether events came in an order with nothing between them; counts of frames are no events here.
    static func sequence(_ events: [PortholeEvent], _ words: [EventWord]) -> ScenarioReading {
        let names = events.map(\.name).filter { $0 != "frames" }
        let wanted = words.map(\.event)
        let holds =
            names.count >= wanted.count
            && (0...(names.count - wanted.count)).contains { Array(names[$0..<($0 + wanted.count)]) == wanted }
        return ScenarioReading(holds, names.isEmpty ? "no events" : names.joined(separator: " "))
    }
}
