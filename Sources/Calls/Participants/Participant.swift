public import Frames

/// One side of a call.
public struct Participant: Sendable, Identifiable {
    /// Tells participants apart; unique in a call.
    public let id: String
    /// What the participant is called.
    public var name: String
    /// The path of a picture; nil when there is none.
    public var avatarPath: String?
    /// True for this side.
    public var isSelf: Bool
    /// True when this user pinned the participant.
    public var isPinned = false
    /// True when the track is a shared screen.
    public var isSharingScreen = false
    /// True while the participant speaks.
    public var isSpeaking = false
    /// False when there is no picture.
    public var isCameraOn = true
    /// False when there is no sound.
    public var isMicrophoneOn = true
    /// The pictures; nil when none ever came.
    public var track: VideoTrack?

    /// A participant with camera and microphone on.
    public init(id: String, name: String, isSelf: Bool = false, track: VideoTrack? = nil) {
        self.id = id
        self.name = name
        self.isSelf = isSelf
        self.track = track
    }

    /// What stands under the picture: the name, or whose screen it is.
    public var shownName: String {
        guard isSharingScreen, !isSelf, !name.isEmpty else { return name }
        // Other programs call the second stream of somebody by a name like this as well.
        let person = name.hasSuffix(Self.screenMark) ? String(name.dropLast(Self.screenMark.count)) : name
        return "\(person)'s screen"
    }

    /// What follows the name of somebody's shared screen in a room of many.
    static let screenMark = " (screen)"

    /// True when there is a picture to show.
    public var hasVideo: Bool { track != nil && (isCameraOn || isSharingScreen) }
}

extension Participant: Equatable {
    /// The same in everything, with the very same track.
    public static func == (one: Self, other: Self) -> Bool {
        one.id == other.id && one.name == other.name && one.avatarPath == other.avatarPath
            && one.isSelf == other.isSelf && one.isPinned == other.isPinned
            && one.isSharingScreen == other.isSharingScreen && one.isSpeaking == other.isSpeaking
            && one.isCameraOn == other.isCameraOn && one.isMicrophoneOn == other.isMicrophoneOn
            && one.track === other.track
    }
}
