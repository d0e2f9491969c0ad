import Foundation

/// What `porthole ctl state` says.
struct PortholeState: Sendable, Hashable {
    /// One session.
    struct Session: Sendable, Hashable {
        /// Its name, as `ctl --session` takes it.
        let name: String
        /// `call`, `live` or `view`.
        let kind: String
        /// How it stands.
        let phase: String
        /// Its windows by name: `main`, `mini`.
        let windows: [String: UInt]
        /// It is a call that is on hold.
        var isHeld = false
        /// It is a call that the other side has put on hold.
        var isHeldByOther = false
        /// Whom the single picture of a call shows.
        var shown: String?
    }

    /// The sessions, in Porthole's order.
    let sessions: [Session]
    /// The main window; nil when there is none.
    let main: UInt?
    /// The name of who rings; nil when nobody does.
    let ringing: String?

    /// Reads the JSON: an object with `sessions`, or the list itself; nil when it is neither.
    init?(_ text: String) {
        let value = try? JSONSerialization.jsonObject(with: Data(text.utf8))
        guard let list = (value as? [String: Any])?["sessions"] as? [[String: Any]] ?? value as? [[String: Any]] else {
            return nil
        }
        let whole = value as? [String: Any]
        main = (whole?["windows"] as? [String: Any])?["main"].flatMap(Self.identifier)
        ringing = (whole?["ringing"] as? [String: Any])?["name"] as? String
        sessions = list.map { entry in
            Session(
                name: entry["name"] as? String ?? "", kind: entry["kind"] as? String ?? "",
                phase: entry["phase"] as? String ?? "",
                windows: (entry["windows"] as? [String: Any] ?? [:]).compactMapValues(Self.identifier),
                isHeld: entry["held"] as? Bool ?? false, isHeldByOther: entry["heldByOther"] as? Bool ?? false,
                shown: entry["shown"] as? String)
        }
    }

    /// A window's number: as JSON has it, or as `0x…`; nil for none.
    static func identifier(_ value: Any) -> UInt? {
        if let number = value as? UInt { return number == 0 ? nil : number }
        guard let text = value as? String else { return nil }
        let number = text.hasPrefix("0x") ? UInt(text.dropFirst(2), radix: 16) : UInt(text)
        return number == 0 ? nil : number
    }
}
