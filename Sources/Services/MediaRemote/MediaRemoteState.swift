import Geometry

/// What desktops are told of something that plays (MPRIS 2.2, `org.mpris.MediaPlayer2.Player`).
public struct MediaRemoteState: Sendable, Hashable {
    /// How far it is.
    public enum Status: String, Sendable, Hashable {
        /// It plays.
        case playing = "Playing"
        /// It stands still.
        case paused = "Paused"
        /// It has not begun.
        case stopped = "Stopped"
    }

    /// How far it is.
    public var status: Status
    /// Tells what plays from what played before: letters, figures and underscores.
    public var track: String
    /// What it is called.
    public var title: String
    /// How long it is, in seconds; nil for a broadcast, in which nobody can go elsewhere.
    public var length: Double?
    /// Where it is now, in seconds.
    public var position = 0.0
    /// How loud, from 0 to 1.
    public var volume = 1.0

    /// Something that plays.
    public init(_ status: Status, track: String, title: String, length: Double? = nil) {
        self.status = status
        self.track = track
        self.title = title
        self.length = length
    }
}

/// What a desktop, a key of the keyboard or a headset wants.
public enum MediaRemoteCommand: Sendable, Hashable {
    /// It is to play.
    case play
    /// It is to stand still.
    case pause
    /// The other of both.
    case playPause
    /// It is to end.
    case stop
    /// So many seconds on; less than zero: back.
    case skip(Double)
    /// To this second.
    case seek(Double)
    /// So loud, from 0 to 1.
    case volume(Double)
    /// The window is to be seen.
    case raise
    /// The program is to end.
    case quit
}
