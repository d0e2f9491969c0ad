import Geometry

/// Layout listeners, held weakly, in order of adding (spec L2).
///
/// Adding and removing are safe on any thread and in a `deinit`; telling is for the main actor.
final class LayoutListeners: Sendable {
    private struct Entry {
        let id: ObjectIdentifier
        weak var listener: (any LayoutListener)?
    }
    private let entries = Lock<[Entry]>([])

    func add(_ listener: any LayoutListener) {
        let id = ObjectIdentifier(listener)
        entries.withLock { entries in
            // One that is gone may have had the same address: it must not pass for this one.
            entries.removeAll { $0.listener == nil }
            if !entries.contains(where: { $0.id == id }) { entries.append(Entry(id: id, listener: listener)) }
        }
    }

    /// Looks only at the identity: in a `deinit` there is no object any more that could be held.
    func remove(_ listener: any LayoutListener) {
        let id = ObjectIdentifier(listener)
        entries.withLock { $0.removeAll { $0.id == id } }
    }

    var count: Int { entries.withLock { $0.count { $0.listener != nil } } }

    @MainActor func tell(_ change: CallLayout.Change) {
        for id in entries.withLock({ $0.map(\.id) }) {
            // Asked anew each time: one that was told before may have removed this one.
            let listener = entries.withLock { entries in entries.first { $0.id == id }?.listener }
            guard let listener else { continue }
            switch change {
            case .pictureInPictureEnabled: listener.onPictureInPictureLayoutEnabled()
            case .pictureInPictureDisabled: listener.onPictureInPictureLayoutDisabled()
            case .type(let type): listener.onCallLayoutChanged(layoutType: type)
            case .participantListShown: listener.onParticipantListVisible()
            case .participantListHidden: listener.onParticipantListHidden()
            }
        }
    }
}
