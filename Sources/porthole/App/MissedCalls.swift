import Foundation
import PortholeKit

/// Calls that nobody answered, the newest first, until somebody has seen to them. Pure.
nonisolated struct MissedCalls: Sendable, Equatable {
    /// Somebody who called in vain.
    struct Entry: Sendable, Equatable {
        /// Tells it from the others, and from sessions, whose names have no colon.
        let id: String
        /// What they call themselves. Not to be trusted.
        let name: String
        /// The address from which they called.
        let address: String
        /// How often, one time after the other.
        var count = 1
        /// The last time.
        var time: Date

        /// As JSON.
        var json: String {
            JSONText.object([
                ("name", JSONText.string(name)), ("address", JSONText.string(address)), ("count", "\(count)"),
                ("time", JSONText.string(time.formatted(.iso8601))),
            ])
        }
    }

    /// Older ones are forgotten: nobody fills the window, or the memory, by calling.
    static let most = 12

    /// The newest first.
    private(set) var entries: [Entry] = []
    private var number = 0

    /// Somebody has called in vain.
    mutating func note(name: String, address: String, at time: Date) {
        if let first = entries.first, first.name == name, first.address == address {
            entries[0].count += 1
            entries[0].time = time
            return
        }
        number += 1
        entries.insert(Entry(id: "missed:\(number)", name: name, address: address, time: time), at: 0)
        entries = Array(entries.prefix(Self.most))
    }

    /// Somebody has seen to one.
    ///
    /// - Returns: false when there is none of this name.
    mutating func dismiss(_ id: String) -> Bool {
        let count = entries.count
        entries.removeAll { $0.id == id }
        return entries.count < count
    }
}

extension MissedCalls {
    /// The lobby's cards.
    var items: [LobbyModel.Item] {
        entries.map { entry in
            let time = entry.time.formatted(date: .omitted, time: .shortened)
            return LobbyModel.Item(
                id: entry.id, title: entry.name, detail: entry.count > 1 ? "\(entry.count) calls · \(time)" : time,
                badge: .missed, person: Person(entry.name))
        }
    }
}
