/// All that the screen of a live, or of a recorded stream, shows; a plain value.
public struct LiveModel: Sendable, Hashable {
    /// How the stream is.
    public enum Status: Sendable, Hashable {
        /// Not there yet.
        case connecting
        /// Frames come.
        case playing
        /// It stands still, on the last picture.
        case paused
        /// Was there, comes back.
        case reconnecting
        /// It came to its end.
        case ended
        /// The reason why it can't go on.
        case failed(String)
    }

    /// What the stream is called.
    public var title = ""
    /// How it is.
    public var status = Status.connecting
    /// Whether it has pictures; false shows the sound's title.
    public var hasVideo = true
    /// Whether it happens now: a badge, and no seek bar.
    public var isLive = false
    /// Seconds since the beginning.
    public var position = 0.0
    /// Seconds in all; not positive when nobody knows.
    public var duration = 0.0
    /// Whether the sound is off.
    public var isMuted = false
    /// Whether the video floats outside the app (spec B9).
    public var isFloating = false
    /// Whether clicks go through the window it floats in (spec M9).
    public var isClickThrough = false
    /// Why there is no Picture in Picture; nil when there is (spec S2).
    public var noPictureInPicture: String?
    /// Whether the window fills the screen.
    public var isFullScreen = false
    /// How the screen arranges itself (spec L1).
    public var layout = CallModel.LayoutMode.full

    /// A stream that connects.
    public init() {}

    /// Whether there is a seek bar.
    public var canSeek: Bool { !isLive && duration > 0 && duration.isFinite }

    /// What is on the stage.
    public var stage: StageView.Content {
        let detail = title.isEmpty ? nil : title
        switch status {
        case .connecting: return .message(Placeholder("Connecting…", detail: detail))
        case .ended: return .message(Placeholder("The stream ended", detail: detail))
        case .failed(let reason): return .message(Placeholder("It can't be played", detail: reason, icon: .warning))
        case .playing, .paused, .reconnecting: break
        }
        if isFloating { return .floating }
        return hasVideo ? .video : .message(Placeholder(title.isEmpty ? "Sound only" : title, icon: .volume))
    }

    /// What the chip says; nil when the picture says it all.
    public var statusText: String? {
        switch status {
        case .reconnecting: "Reconnecting…"
        case .paused: "Paused"
        default: nil
        }
    }
}

/// What can be done on the screen of a live.
@MainActor public struct LiveActions {
    /// Pause or go on.
    public var togglePlaying: () -> Void = {}
    /// Go to a time, in seconds.
    public var seek: (_ seconds: Double) -> Void = { _ in }
    /// Sound on or off.
    public var toggleMute: () -> Void = {}
    /// Minimise to the tile.
    public var minimise: () -> Void = {}
    /// Float above the desktop.
    public var float: () -> Void = {}
    /// Bring the picture back from where it floats.
    public var restore: () -> Void = {}
    /// Have the window that it floats in take clicks again.
    public var takeClicks: () -> Void = {}
    /// Fill the screen or stop it.
    public var toggleFullScreen: () -> Void = {}
    /// Stop watching.
    public var stop: () -> Void = {}

    /// Actions that do nothing.
    public init() {}
}
