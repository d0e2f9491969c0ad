import Foundation

/// One line of `porthole … --events`.
struct PortholeEvent: Sendable, Hashable {
    /// What one window did with the frames since the session began.
    struct Frames: Sendable, Hashable {
        /// Put on the window.
        var shown = 0
        /// Replaced before they were shown.
        var dropped = 0
    }

    /// The word in the field `event`.
    let name: String
    /// The session's name in Porthole.
    let session: String
    /// Why the session ended.
    let reason: String?
    /// The mini window.
    let window: UInt?
    /// Where calls are waited for, or come from.
    let address: String?
    /// Why it could not float.
    let error: String?
    /// By host: `stage`, `tile`, `mini`.
    let frames: [String: Frames]
    /// When the line was read, on the stage's clock.
    let arrival: Double

    /// Reads a line; nil when it is no event.
    init?(_ line: String, arrival: Double) {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
            let name = object["event"] as? String
        else { return nil }
        self.name = name
        self.arrival = arrival
        session = object["session"] as? String ?? ""
        reason = object["reason"] as? String
        error = object["error"] as? String
        address = object["address"] as? String
        window = object["window"].flatMap(PortholeState.identifier)
        var frames: [String: Frames] = [:]
        for (host, value) in object["hosts"] as? [String: [String: Any]] ?? [:] {
            frames[host] = Frames(shown: value["shown"] as? Int ?? 0, dropped: value["dropped"] as? Int ?? 0)
        }
        self.frames = frames
    }
}
