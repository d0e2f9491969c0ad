/// The hover controls of the mini window: what they are, what they say and how things stand (spec M9).
///
/// A value; `rects(in:scale:)` lays it out, `hitTest(_:in:scale:)` asks what is under the pointer,
/// `overlay(for:scale:theme:)` or `overlays(for:scale:theme:)` draws what comes and goes with the pointer and
/// `standingOverlays(for:scale:theme:)` what is seen without it. All are pure and may be called on any thread.
public struct MiniControls: Sendable, Hashable {
    /// What floats, and so what closing it means.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// A conversation: closing hangs up.
        case call
        /// A broadcast: closing stops watching.
        case live
        /// Any other picture: closing stops floating.
        case view

        /// What the close button says; its place and icon are the same for every kind.
        public var closeTitle: String {
            switch self {
            case .call: "Hang up"
            case .live: "Stop watching"
            case .view: "Stop floating"
            }
        }
    }

    /// Something that can be pressed.
    public enum Control: Sendable, Hashable, CaseIterable {
        /// Ends what floats, by kind.
        case close
        /// Back to full size in the main window.
        case restore
        /// Pauses and goes on.
        case playPause
        /// A step back.
        case skipBack
        /// A step ahead.
        case skipForward
        /// Mutes the microphone.
        case microphone
        /// Turns the camera off.
        case camera
        /// Mutes the sound.
        case volume
        /// Goes to a time.
        case seekBar
    }

    /// Where a recorded stream is, in seconds.
    public struct Progress: Sendable, Hashable {
        /// Since the beginning.
        public var position: Double
        /// In all; positive.
        public var duration: Double

        /// A place in a stream.
        public init(position: Double, duration: Double) {
            self.position = position
            self.duration = duration
        }
    }

    /// What floats.
    public var kind: Kind
    /// What is shown besides close and restore; the order does not count. The seek bar also needs `progress`.
    public var extras: Set<Control> = []
    /// The edges of the screen the window is snapped to: the buttons keep away from them.
    public var edges: ScreenEdges = []
    /// What is under the pointer.
    public var hovered: Control?
    /// What is held down.
    public var pressed: Control?
    /// What the keyboard would press.
    public var focused: Control?
    /// Whether the title of the hovered control is shown beside it.
    public var showsTooltip = false
    /// Whether the microphone takes sound.
    public var isMicrophoneOn = true
    /// Whether the camera takes pictures.
    public var isCameraOn = true
    /// Whether the stream plays.
    public var isPlaying = true
    /// Whether the sound is off.
    public var isMuted = false
    /// Whether the badge LIVE is shown.
    public var isLive = false
    /// How loud the sound is, 0 to 1; the icon tells off, low and full apart, the tooltip the number.
    public var volume = 1.0
    /// Where a recorded stream is; nil when there is nothing to seek in.
    public var progress: Progress?
    /// The time that the pointer on the seek bar is at, in seconds: shown in a bubble above the bar.
    public var seekHover: Double?
    /// Who is seen, in a chip beside the row while the pointer is there; nil or empty for nobody in particular.
    public var name: String?
    /// Whether who is seen has the microphone off: a small sign that stands without the pointer too.
    public var isParticipantMuted = false
    /// How the session stands, in words, without the pointer too: "Reconnecting…", "Paused"; nil when all is well.
    public var statusText: String?
    /// Whether keys reach the window: a ring along its rim, with a bright line inside (spec M4).
    public var isFocused = false
    /// Whether who is seen speaks: an accent edge along the rim. The ring of `isFocused` takes its place.
    public var isSpeaking = false

    /// Close and restore for a window of some kind, on no edge.
    public init(kind: Kind, edges: ScreenEdges = []) {
        self.kind = kind
        self.edges = edges
    }

    /// What a control does now, as its tooltip and accessible name say.
    public func title(of control: Control) -> String {
        switch control {
        case .close: kind.closeTitle
        case .restore: "Back to full size"
        case .playPause: isPlaying ? "Pause" : "Play"
        case .skipBack: "Skip back"
        case .skipForward: "Skip ahead"
        case .microphone: isMicrophoneOn ? "Mute microphone" : "Unmute microphone"
        case .camera: isCameraOn ? "Turn camera off" : "Turn camera on"
        case .volume: isMuted ? "Unmute" : "Mute"
        case .seekBar: "Position"
        }
    }

    /// What is shown beside a control while the pointer is on it: its title, for the volume with how loud it is.
    public func tooltip(of control: Control) -> String {
        guard control == .volume, !isMuted, volume < 1 else { return title(of: control) }
        return "\(title(of: control)) · Volume \(Int((max(0, volume) * 100).rounded())) %"
    }

    /// The icon of a control; nil for the seek bar.
    public func icon(of control: Control) -> Icon? {
        switch control {
        case .close: .close
        case .restore: .restore
        case .playPause: isPlaying ? .pause : .play
        case .skipBack: .skipBack
        case .skipForward: .skipForward
        case .microphone: isMicrophoneOn ? .microphone : .microphoneOff
        case .camera: isCameraOn ? .camera : .cameraOff
        case .volume: isMuted || volume <= 0 ? .volumeOff : volume < 0.5 ? .volumeLow : .volume
        case .seekBar: nil
        }
    }

    /// True for a control whose state is off: shown by a red tint *and* a crossed icon.
    func isOff(_ control: Control) -> Bool {
        switch control {
        case .microphone: !isMicrophoneOn
        case .camera: !isCameraOn
        case .volume: isMuted || volume <= 0
        default: false
        }
    }
}
