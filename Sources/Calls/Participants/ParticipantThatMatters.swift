/// Why a participant is the one that is shown, from the strongest reason to the weakest (spec L3).
public enum ParticipantPriority: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// The user pinned them.
    case pinned
    /// They share their screen.
    case screenShare
    /// They speak.
    case activeSpeaker
    /// They are there.
    case otherRemote
    /// It is the user's own side.
    case own

    /// Why `participant` would be shown. The own screen and voice are no reason: one sees and hears oneself.
    public init(_ participant: Participant) {
        if participant.isPinned {
            self = .pinned
        } else if participant.isSelf {
            self = .own
        } else if participant.isSharingScreen {
            self = .screenShare
        } else {
            self = participant.isSpeaking ? .activeSpeaker : .otherRemote
        }
    }

    /// Stronger reasons come first.
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// The one participant whom a small window shows (spec L3).
///
/// - Parameters:
///   - participants: all of them, in order of joining.
///   - current: who is shown now. Among equals they stay, so that the picture does not jump: a speaker who pauses is
///     still the last one who spoke.
/// - Returns: nil only when nobody is there.
public func participantThatMatters(_ participants: [Participant], current: Participant.ID? = nil) -> Participant? {
    guard let best = participants.map(ParticipantPriority.init).min() else { return nil }
    let candidates = participants.filter { ParticipantPriority($0) == best }
    return candidates.first { $0.id == current } ?? candidates.first
}
