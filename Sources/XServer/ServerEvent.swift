public import Geometry

/// What arrives from the server. Xlib's union stays inside this room.
public enum ServerEvent: Sendable, Hashable {
    /// A pointer button went down or up.
    public struct Button: Sendable, Hashable {
        /// Which window it was reported to.
        public let window: WindowID
        /// 1 left, 2 middle, 3 right, 4 to 7 the wheels.
        public let button: Int
        /// Down rather than up.
        public let isPress: Bool
        /// In the window.
        public let position: Point
        /// On the root window.
        public let rootPosition: Point
        /// What was held on the keyboard.
        public let modifiers: KeyModifiers
        /// The server's time, in milliseconds.
        public let time: UInt
    }
    /// The pointer moved.
    public struct Motion: Sendable, Hashable {
        /// Which window it was reported to.
        public let window: WindowID
        /// In the window.
        public let position: Point
        /// On the root window.
        public let rootPosition: Point
        /// The left button is down.
        public let isLeftDown: Bool
        /// What was held on the keyboard.
        public let modifiers: KeyModifiers
        /// The server's time, in milliseconds.
        public let time: UInt
    }
    /// A key went down or up.
    public struct Key: Sendable, Hashable {
        /// Which window it was reported to.
        public let window: WindowID
        /// The X keysym without modifiers, such as 0xff1b for Escape.
        public let keysym: UInt
        /// Down rather than up.
        public let isPress: Bool
        /// What it types with the keyboard's layout and what is held; empty when nothing.
        public let text: String
        /// What was held with it.
        public let modifiers: KeyModifiers
        /// The server's time, in milliseconds.
        public let time: UInt
    }
    /// A finger on a touch screen.
    public struct Touch: Sendable, Hashable {
        /// What became of it.
        public enum Phase: Sendable, Hashable {
            /// It came down.
            case began
            /// It moved.
            case moved
            /// It was lifted, or its device went away.
            case ended
        }
        /// The window it came down on: it gets all of it.
        public let window: WindowID
        /// Which finger: of no other one that is there.
        public let id: UInt
        /// What became of it.
        public let phase: Phase
        /// In the window.
        public let position: Point
        /// On the root window.
        public let rootPosition: Point
        /// The pointer goes with it: it came when no other finger of its device was there.
        public let movesPointer: Bool
        /// The server's time, in milliseconds.
        public let time: UInt
    }
    /// How much of a window is seen, as the server sees it; without meaning under a compositor.
    public enum Visibility: Sendable, Hashable {
        /// All of it.
        case full
        /// Some of it.
        case partial
        /// Nothing.
        case obscured
    }

    /// A part must be drawn again; `isLast` when no further one follows at once.
    case expose(WindowID, isLast: Bool)
    /// Size or place changed. The place is on the root only for override-redirect windows and when `isSynthetic`.
    case configure(WindowID, Rect, isSynthetic: Bool)
    /// It is mapped now.
    case map(WindowID)
    /// It is not mapped any more.
    case unmap(WindowID)
    /// A manager put it into a frame, or took it out.
    case reparent(WindowID, parent: WindowID)
    /// It is gone.
    case destroy(WindowID)
    /// Its visibility changed.
    case visibility(WindowID, Visibility)
    /// The manager asks it to close (ICCCM 4.2.8.1).
    case closeRequest(WindowID)
    /// The manager asks for a counter to be set after the next resize is drawn (EWMH _NET_WM_SYNC_REQUEST).
    case syncRequest(WindowID, value: Int64)
    /// A property changed; the name is nil for names the project does not use.
    case property(WindowID, AtomName?, time: UInt)
    /// A button.
    case button(Button)
    /// The pointer.
    case motion(Motion)
    /// A key.
    case key(Key)
    /// A finger: what `selectTouches` asks for.
    case touch(Touch)
    /// A button or a finger went down somewhere: what `watchButtons` asks for.
    case buttonAnywhere
    /// The pointer came in, at the server's time. `isGrab` when a grab's start or end caused it.
    case enter(WindowID, Point, isGrab: Bool, time: UInt)
    /// The pointer went away. `isGrab` when a grab's start or end caused it.
    case leave(WindowID, isGrab: Bool)
    /// The keyboard focus came or went.
    case focus(WindowID, isIn: Bool)
    /// The server has read a shared image (MIT-SHM ShmCompletion).
    case completion(segment: UInt)
    /// Monitors or the screen changed (RandR, or the root's size).
    case monitorsChanged
    /// A compositor came to the screen, or the last one went.
    case compositorChanged(isPresent: Bool)
    /// Something happened to a child of the root window.
    case rootChange(RootChange)
    /// Something else, by its number.
    case other(Int32)
}
