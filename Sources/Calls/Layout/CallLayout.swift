/// How a call's user interface is laid out (spec L1, L2). A value: it creates, moves and floats nothing.
public struct CallLayout: Sendable, Hashable {
    /// One thing that became different.
    public enum Change: Sendable, Hashable {
        /// For a small window now.
        case pictureInPictureEnabled
        /// In full again.
        case pictureInPictureDisabled
        /// Arranged in another way.
        case type(LayoutType)
        /// The list is shown.
        case participantListShown
        /// The list is hidden.
        case participantListHidden
    }

    /// How participants are arranged when there is room.
    public private(set) var type: LayoutType
    /// True when it is laid out for a small window: no controls, one participant, a bigger name.
    public private(set) var isPictureInPicture = false
    /// True when the list of participants is shown.
    public private(set) var isParticipantListVisible = false

    /// A layout in full, without the list.
    public init(type: LayoutType = .tile) { self.type = type }

    /// True when there are controls: never in a small window.
    public var showsControls: Bool { !isPictureInPicture }
    /// How many participants are shown at once; nil for all.
    public var participantLimit: Int? { isPictureInPicture || type == .spotlight ? 1 : nil }
    /// How large names are, as a factor.
    public var nameScale: Double { isPictureInPicture ? 1.5 : 1 }

    /// For a small window, or in full. A repeat changes nothing.
    public mutating func setPictureInPicture(_ isOn: Bool) -> Change? {
        guard isOn != isPictureInPicture else { return nil }
        isPictureInPicture = isOn
        return isOn ? .pictureInPictureEnabled : .pictureInPictureDisabled
    }

    /// Another arrangement. A repeat changes nothing.
    public mutating func setType(_ type: LayoutType) -> Change? {
        guard type != self.type else { return nil }
        self.type = type
        return .type(type)
    }

    /// The list of participants. A repeat changes nothing.
    public mutating func setParticipantList(visible: Bool) -> Change? {
        guard visible != isParticipantListVisible else { return nil }
        isParticipantListVisible = visible
        return visible ? .participantListShown : .participantListHidden
    }
}
