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
    }

    /// The sessions, in Porthole's order.
    let sessions: [Session]

    /// Reads the JSON: an object with `sessions`, or the list itself; nil when it is neither.
    init?(_ text: String) {
        let value = try? JSONSerialization.jsonObject(with: Data(text.utf8))
        guard let list = (value as? [String: Any])?["sessions"] as? [[String: Any]] ?? value as? [[String: Any]] else {
            return nil
        }
        sessions = list.map { entry in
            Session(
                name: entry["name"] as? String ?? "", kind: entry["kind"] as? String ?? "",
                phase: entry["phase"] as? String ?? "",
                windows: (entry["windows"] as? [String: Any] ?? [:]).compactMapValues(Self.identifier))
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
