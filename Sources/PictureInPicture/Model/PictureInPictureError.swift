/// Everything that can keep a picture from floating: each case once, each with what to do about it (spec S3).
public enum PictureInPictureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Mini windows can't be shown here.
    case unsupported(UnsupportedReason)
    /// The session's settings do not allow its own system picture in picture (spec S1).
    case systemPictureInPictureDisabled
    /// The manifest lacks the capability `audioPictureInPicture` (spec S9).
    case backgroundModeMissing
    /// No audio session is active (spec S9).
    case audioSessionInactive
    /// The audio session could not be activated; the reason in words.
    case audioSessionFailed(String)
    /// There is no picture to show, and a live has no avatar (spec L3).
    case noVideo
    /// `isPictureInPictureEnabled` is false.
    case notEnabled
    /// As many views float as may at once (spec S8).
    case tooManyViews(limit: Int)
    /// The session was over, or ended before the window was shown.
    case sessionEnded
    /// It was stopped before the window was shown.
    case cancelled
    /// The close button was pressed before the first picture was shown.
    case closed
    /// Another session of the same kind took the window's place before it was shown.
    case replaced
    /// The window was not on the screen in time.
    case startTimedOut(seconds: Double)
    /// The window could not be made or was lost; the reason in words.
    case windowFailed(String)
    /// The connection to the display broke.
    case displayLost

    /// A name for programs: `audio-session-inactive`.
    public var code: String {
        switch self {
        case .unsupported: "unsupported"
        case .systemPictureInPictureDisabled: "system-picture-in-picture-disabled"
        case .backgroundModeMissing: "background-mode-missing"
        case .audioSessionInactive: "audio-session-inactive"
        case .audioSessionFailed: "audio-session-failed"
        case .noVideo: "no-video"
        case .notEnabled: "not-enabled"
        case .tooManyViews: "too-many-views"
        case .sessionEnded: "session-ended"
        case .cancelled: "cancelled"
        case .closed: "closed"
        case .replaced: "replaced"
        case .startTimedOut: "start-timed-out"
        case .windowFailed: "window-failed"
        case .displayLost: "display-lost"
        }
    }

    /// What is wrong, as a sentence.
    public var reason: String {
        switch self {
        case .unsupported(let reason): "Picture in picture is not supported: \(reason)."
        case .systemPictureInPictureDisabled: "The session's settings turn its system picture in picture off."
        case .backgroundModeMissing: "The app's manifest lacks the capability \(Capabilities.audioPictureInPicture)."
        case .audioSessionInactive: "No audio session is active."
        case .audioSessionFailed(let reason): "The audio session could not be activated: \(reason)."
        case .noVideo: "There is no video to show."
        case .notEnabled: "Picture in picture is turned off for this session."
        case .tooManyViews(let limit): "No more than \(limit) views may float at once."
        case .sessionEnded: "The session is over."
        case .cancelled: "It was stopped before its window was shown."
        case .closed: "It was closed before its first picture was shown."
        case .replaced: "Another session of the same kind took its window's place."
        case .startTimedOut(let seconds): "The window was not shown within \(seconds.formattedSeconds) s."
        case .windowFailed(let reason): "The window failed: \(reason)."
        case .displayLost: "The connection to the display is lost."
        }
    }

    /// What to do about it, as a sentence.
    public var remedy: String {
        switch self {
        case .unsupported(let reason): reason.remedy
        case .systemPictureInPictureDisabled:
            "Build the session's settings with enableSystemPictureInPicture(true), or use the in-app tile."
        case .backgroundModeMissing:
            "Add BackgroundModes=\(Capabilities.audioPictureInPicture) to [Capabilities] in the manifest."
        case .audioSessionInactive: "Call AudioSession.shared.setActive(true) first."
        case .audioSessionFailed: "Look at the sound server, or run without audio."
        case .noVideo: "Wait for isPictureInPicturePossible, or choose a source with video."
        case .notEnabled: "Set isPictureInPictureEnabled to true."
        case .tooManyViews: "Stop the floating of another view first."
        case .sessionEnded: "Start a new session."
        case .cancelled, .closed: "Start it again."
        case .replaced: "End the other session, or return to this one."
        case .startTimedOut: "Look whether the X server answers."
        case .windowFailed: "Start it again; `porthole doctor` tells what does not work here."
        case .displayLost: "Start the app again in a running X11 session."
        }
    }

    /// What is wrong and what to do about it, in one line.
    public var description: String { "\(reason) \(remedy)" }
}

extension Double {
    /// `3`, `0.5`: seconds for a message, without a needless fraction.
    var formattedSeconds: String { self == rounded() ? String(Int(self)) : String(self) }
}
