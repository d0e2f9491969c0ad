/// All that a call screen shows; a plain value.
public struct CallModel: Sendable, Hashable {
    /// How the call is.
    public enum Status: Sendable, Hashable {
        /// Not there yet.
        case connecting
        /// For so many seconds.
        case connected(seconds: Double)
        /// Was there, comes back.
        case reconnecting
        /// Over, after so many seconds.
        case ended(seconds: Double)
    }
    /// How the screen arranges itself (spec L1).
    public enum LayoutMode: Sendable, Hashable {
        /// With controls, names and the own picture.
        case full
        /// For a small window: one participant, no controls, a larger name.
        case pictureInPicture
    }

    /// What the call is called; empty when it has no name.
    public var title = ""
    /// How the call is.
    public var status = Status.connecting
    /// Who is on the stage; nil for nobody yet.
    public var speaker: Person?
    /// Whether they send pictures.
    public var hasVideo = false
    /// Whether the video floats outside the app (spec B9).
    public var isFloating = false
    /// Whether clicks go through the window it floats in (spec M9).
    public var isClickThrough = false
    /// Everybody in the call, for the list.
    public var participants: [Person] = []
    /// Whether the list is shown.
    public var isListShown = false
    /// Whether the own microphone takes sound.
    public var isMicrophoneOn = true
    /// Whether the own camera takes pictures.
    public var isCameraOn = true
    /// Whether this side has put it on hold.
    public var isHeld = false
    /// Whether the other side has put it on hold.
    public var isHeldByOther = false
    /// Another call that is on hold, and could be gone on with; nil: none.
    public var other: String?
    /// What is shared of the own screen, as after "You share": "the monitor left"; nil for nothing.
    public var share: String?
    /// Why the screen can't be shared; nil when it can.
    public var noScreenShare: String?
    /// Whether the window fills the screen.
    public var isFullScreen = false
    /// Why there is no Picture in Picture; nil when there is (spec S2).
    public var noPictureInPicture: String?
    /// Whether it is known how good the connection is.
    public var hasQuality = false
    /// How good it is; needed while it is shown.
    public var quality: QualityModel?
    /// Whether that is shown.
    public var isQualityShown = false
    /// Something about the picture that is shown, in words, such as that it stands still.
    public var notice: String?
    /// How the screen arranges itself.
    public var layout = LayoutMode.full

    /// Whether the own screen is shared.
    public var isScreenShared: Bool { share != nil }

    /// A call that connects.
    public init() {}

    /// Whether either side has put it on hold: nothing goes either way.
    public var isResting: Bool { isHeld || isHeldByOther }

    /// What the chip in the corner says.
    public var statusText: String {
        switch status {
        case .connecting: "Connecting…"
        case .connected where isResting: "On hold"
        case .connected(let seconds): MiniControls.clock(seconds)
        case .reconnecting: "Reconnecting…"
        case .ended(let seconds): "Call ended · \(MiniControls.clock(seconds))"
        }
    }

    /// What is on the stage.
    public var stage: StageView.Content {
        switch status {
        case .connecting: return .message(Placeholder("Connecting…", detail: title.isEmpty ? nil : title))
        case .ended: return .message(Placeholder(statusText, detail: title.isEmpty ? nil : title))
        case .connected, .reconnecting: break
        }
        if isFloating { return .floating }
        if hasVideo { return .video }
        return speaker.map { .person($0) } ?? .message(Placeholder("Nobody else is here"))
    }
}

/// What can be done on a call screen.
@MainActor public struct CallActions {
    /// Mute or unmute the microphone.
    public var toggleMicrophone: () -> Void = {}
    /// Camera on or off.
    public var toggleCamera: () -> Void = {}
    /// Choose the microphone and the speaker; nil where there is nothing to choose.
    public var chooseSound: (() -> Void)?
    /// Choose the camera; nil where there is nothing to choose.
    public var chooseCamera: (() -> Void)?
    /// Put the call on hold, or go on with it.
    public var toggleHold: () -> Void = {}
    /// Go on with the other call that is on hold, and put this one on hold.
    public var swap: () -> Void = {}
    /// Stop sharing the screen, or ask what to share.
    public var toggleScreenShare: () -> Void = {}
    /// Share the screen no more.
    public var stopScreenShare: () -> Void = {}
    /// Minimise to the tile.
    public var minimise: () -> Void = {}
    /// Float above the desktop.
    public var float: () -> Void = {}
    /// Bring the picture back from where it floats.
    public var restore: () -> Void = {}
    /// Have the window that it floats in take clicks again.
    public var takeClicks: () -> Void = {}
    /// Show or hide the list of participants.
    public var toggleList: () -> Void = {}
    /// Show or hide how good the connection is.
    public var toggleQuality: () -> Void = {}
    /// Fill the screen or stop it.
    public var toggleFullScreen: () -> Void = {}
    /// End the call.
    public var hangUp: () -> Void = {}

    /// Actions that do nothing.
    public init() {}
}
