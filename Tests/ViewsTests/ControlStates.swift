import Foundation
import Frames
import Geometry
import Views

/// Every state of a mini window's controls: what golden images and contact sheets show.
enum ControlStates {
    /// How a window looks at a moment.
    struct State: Sendable {
        var name: String
        var controls: MiniControls
        /// The pointer is there.
        var isHovered = true
        /// The keys are listed.
        var isHelpShown = false
    }

    /// The largest usual window, the first one, the smallest, an upright one; in points.
    static let sizes = [Size(480, 270), Size(360, 204), Size(213, 120), Size(150, 266)]

    /// Every state of a kind, worst cases included.
    static func all(_ kind: MiniControls.Kind) -> [State] {
        let plain = controls(kind)
        var states = [State(name: "hover", controls: plain)]
        func add(_ name: String, isHovered: Bool = true, _ change: (inout MiniControls) -> Void) {
            var controls = plain
            change(&controls)
            states.append(State(name: name, controls: controls, isHovered: isHovered))
        }
        add("close") {
            $0.hovered = .close
            $0.showsTooltip = true
        }
        add("snapped above", isHovered: true) {
            $0.edges = [.top, .right]
            $0.focused = .restore
        }
        add("focus", isHovered: false) { $0.isFocused = true }
        add("speaking", isHovered: false) {
            $0.isSpeaking = true
            $0.isParticipantMuted = kind == .call
        }
        add("status", isHovered: kind == .live) {
            $0.statusText = kind == .live ? "Paused" : kind == .call ? "Reconnecting…" : "Connecting…"
        }
        switch kind {
        case .call:
            add("off") {
                $0.isMicrophoneOn = false
                $0.isCameraOn = false
                $0.isParticipantMuted = true
            }
        case .live:
            add("off") {
                $0.isPlaying = false
                $0.volume = 0.4
                $0.hovered = .volume
                $0.showsTooltip = true
            }
            add("seek") {
                $0 = recorded()
                $0.seekHover = 7.4
                $0.hovered = .seekBar
            }
        case .view: break
        }
        states.append(State(name: "help", controls: plain, isHovered: false, isHelpShown: true))
        return states
    }

    /// What a kind shows at its best.
    static func controls(_ kind: MiniControls.Kind) -> MiniControls {
        var controls = MiniControls(kind: kind)
        switch kind {
        case .call:
            controls.extras = [.microphone, .camera]
            controls.name = "Ada Lovelace"
        case .live:
            controls.extras = [.playPause, .volume]
            controls.isLive = true
            controls.name = "Garden camera"
        case .view: controls.name = "Text editor"
        }
        return controls
    }

    /// A recording in which something can be sought.
    static func recorded() -> MiniControls {
        var controls = MiniControls(kind: .live)
        controls.extras = [.skipBack, .playPause, .skipForward, .volume, .seekBar]
        controls.progress = .init(position: 3, duration: 10)
        return controls
    }

    /// Blends a state over what is already drawn in `frame`.
    static func draw(_ state: State, in frame: CGRect, on canvas: Canvas) {
        let size = frame.pixelsNearest(canvas.scale).size
        var overlays: [Overlay] = []
        if state.isHelpShown {
            overlays.append(MiniHelp(kind: state.controls.kind).overlay(for: size, scale: canvas.scale))
        }
        if state.isHovered { overlays += state.controls.overlays(for: size, scale: canvas.scale) }
        overlays += state.controls.standingOverlays(for: size, scale: canvas.scale)
        for overlay in overlays {
            let rect = Rect(origin: overlay.origin, size: overlay.bitmap.size).points(canvas.scale)
            canvas.draw(overlay.bitmap, in: rect.offsetBy(dx: frame.minX, dy: frame.minY))
        }
    }
}
