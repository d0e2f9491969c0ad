public import Frames

/// All that the lobby shows; a plain value.
public struct LobbyModel: Sendable, Hashable {
    /// Something that can be opened or floated.
    public struct Item: Sendable, Hashable {
        /// The word on a card's picture.
        public enum Badge: Sendable, Hashable {
            /// A call.
            case call
            /// A live.
            case live
            /// A call that nobody answered.
            case missed
        }

        /// Tells it from the others.
        public var id: String
        /// What it is called.
        public var title: String
        /// A quieter line: what kind it is and when, or how large.
        public var detail: String
        /// The word on its picture.
        public var badge: Badge?
        /// Its last picture.
        public var picture: Bitmap?
        /// Stands in for a missing picture.
        public var icon: Icon
        /// Whom it is about: shown in place of the icon.
        public var person: Person?

        /// Something that can be opened or floated.
        public init(
            id: String, title: String, detail: String = "", badge: Badge? = nil, picture: Bitmap? = nil,
            icon: Icon = .film, person: Person? = nil
        ) {
            self.id = id
            self.title = title
            self.detail = detail
            self.badge = badge
            self.picture = picture
            self.icon = icon
            self.person = person
        }

        /// Two items are the same when they look the same.
        public static func == (a: Item, b: Item) -> Bool {
            a.id == b.id && a.title == b.title && a.detail == b.detail && a.badge == b.badge
                && a.picture === b.picture && a.icon == b.icon && a.person == b.person
        }

        /// Hashes the identity.
        public func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    /// Whether others can call: words for the corner.
    public var status = ""
    /// Whether that is good.
    public var isReady = true
    /// What went wrong with the last address, in words; nil when nothing did.
    public var problem: String?
    /// Calls and lives of before.
    public var recent: [Item] = []
    /// Windows of the desktop that can be floated.
    public var windows: [Item] = []
    /// Whether windows can be floated here; false greys the card for picking one.
    public var canFloatWindows = true
    /// Whether the microphone takes sound.
    public var isMicrophoneOn = true
    /// Whether the camera takes pictures.
    public var isCameraOn = true
    /// Why there is no camera; nil when there is one.
    public var noCamera: String?

    /// An empty lobby.
    public init() {}
}

/// What can be done in the lobby.
@MainActor public struct LobbyActions {
    /// Open an address; floating with shift.
    public var open: (_ address: String, _ isFloating: Bool) -> Void = { _, _ in }
    /// Open something of before.
    public var openRecent: (_ id: String) -> Void = { _ in }
    /// Float a window.
    public var floatWindow: (_ id: String) -> Void = { _ in }
    /// Pick a window by a click on it.
    public var pickWindow: () -> Void = {}
    /// Mute or unmute the microphone.
    public var toggleMicrophone: () -> Void = {}
    /// Camera on or off.
    public var toggleCamera: () -> Void = {}

    /// Actions that do nothing.
    public init() {}
}
