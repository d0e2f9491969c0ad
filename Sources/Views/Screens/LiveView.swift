import Foundation
public import Frames

/// The screen of a live or a recorded stream: the picture, the bar of controls, LIVE or the seek bar.
@MainActor public final class LiveView: View {
    /// What it shows.
    public var model = LiveModel() { didSet { if model != oldValue { apply() } } }
    /// What its buttons do.
    public var actions = LiveActions()
    /// How the picture goes into the window; the tile is always filled.
    public var gravity = VideoGravity.fit { didSet { if gravity != oldValue { apply() } } }
    /// The picture.
    public let stage: StageView
    /// The bar at the bottom.
    public let bar = ControlBar()
    /// Shows and hides the controls.
    public private(set) lazy var fader = ControlsFader(owner: self, controls: [shade, top, seekRow, bar])

    private let shade = ScrimView()
    private let top = View()
    private let seekRow = View()
    private let seek = SeekBar()
    private let elapsed = Label(style: TextStyle.small.weight(.medium).tabular, tone: .onGlass)
    private let left = Label(style: TextStyle.small.weight(.medium).tabular, tone: .onGlass)
    private let live = LiveBadge()
    private let status = Chip()
    private let title = Chip()
    private let play = Button("Pause", icon: .pause, role: .bar)
    private let volume = Button("Mute", icon: .volume, role: .bar)
    private let tile = Button("Minimise to tile", icon: .tile, role: .bar)
    private let float = Button("Picture in picture", icon: .float, role: .bar)
    private let stop = Button("Stop watching", icon: .close, role: .danger)
    private let full = Button("Full screen", icon: .expand, role: .glass)

    /// A screen for the layer of a stream.
    public init(layer: DisplayLayer? = nil) {
        stage = StageView(layer: layer)
        super.init()
        accessibleName = "Live"
        clipsToBounds = true
        left.alignment = .trailing
        full.iconSize = 18
        for view in [top, seekRow] { view.takesHits = false }
        for (button, priority) in [(play, 4), (volume, 2), (tile, 3), (float, 1), (stop, 5)] {
            bar.add(button, priority: priority)
        }
        for view in [live, status, title, full] { top.addSubview(view) }
        for view in [elapsed, seek, left] { seekRow.addSubview(view) }
        for view in [stage, shade, top, seekRow, bar] { addSubview(view) }
        stage.onRestore = { [weak self] in self?.actions.restore() }
        stage.onTakeClicks = { [weak self] in self?.actions.takeClicks() }
        play.onPress = { [weak self] in self?.actions.togglePlaying() }
        volume.onPress = { [weak self] in self?.actions.toggleMute() }
        tile.onPress = { [weak self] in self?.actions.minimise() }
        float.onPress = { [weak self] in
            guard let self else { return }
            self.model.isFloating ? self.actions.restore() : self.actions.float()
        }
        stop.onPress = { [weak self] in self?.actions.stop() }
        full.onPress = { [weak self] in self?.actions.toggleFullScreen() }
        seek.onSeek = { [weak self] in self?.actions.seek($0) }
        apply()
    }

    /// Takes the window's clock and colours.
    public override func rootDidChange() {
        bar.background = theme.glass
        fader.wake()
    }
    /// Takes the window's colours.
    public override func themeDidChange() {
        bar.background = theme.glass
        setNeedsDisplay()
    }
    /// The pointer wants the controls.
    public override func pointerHovered(_ event: PointerEvent) { fader.wake() }
    /// The pointer wants the controls.
    public override func pointerEntered() { fader.wake() }
    /// The pointer has left.
    public override func pointerExited() { fader.rest() }
    /// Any key brings the controls.
    public override func keyDown(_ event: KeyEvent) -> Bool {
        fader.wake()
        return false
    }

    /// Arranges everything for the size there is.
    public override func layoutSubviews() {
        stage.frame = bounds
        shade.frame = bounds
        let margin = bounds.width < 480 ? 12.0 : 20.0
        top.frame = CGRect(x: 0, y: 0, width: bounds.width, height: min(64, bounds.height))
        full.frame = CGRect(x: bounds.width - margin - 36, y: 14, width: 36, height: 36)
        var x = margin
        for view in [live, status, title] as [View] {
            let size = view.sizeThatFits(CGSize(width: full.frame.minX - 10 - x, height: 28))
            if let chip = view as? Chip { chip.isHidden = chip.text.isEmpty || size.width < 60 }
            guard !view.isHidden else { continue }
            view.frame = CGRect(x: x, y: 32 - size.height / 2, width: size.width, height: size.height)
            x += size.width + 10
        }
        let size = bar.sizeThatFits(CGSize(width: bounds.width - 2 * margin, height: 68))
        bar.frame = CGRect(
            x: bounds.midX - size.width / 2, y: bounds.height - (bounds.height < 300 ? 10 : 20) - size.height,
            width: size.width, height: size.height)
        seekRow.frame = CGRect(x: margin, y: bar.frame.minY - 36, width: max(0, bounds.width - 2 * margin), height: 24)
        let time = 56.0
        elapsed.frame = CGRect(x: 0, y: 4, width: time, height: 16)
        left.frame = CGRect(x: seekRow.bounds.width - time, y: 4, width: time, height: 16)
        seek.frame = CGRect(x: time, y: 0, width: max(0, seekRow.bounds.width - 2 * time), height: 24)
        let isFull = model.layout == .full
        let low = Double(bounds.height - (seekRow.isHidden ? bar.frame : seekRow.frame).minY)
        stage.covered = isFull ? (top: 64, bottom: low) : (top: 0, bottom: 0)
    }

    private func apply() {
        let model = model
        let isFull = model.layout == .full
        stage.content = model.stage
        stage.isClickThrough = model.isClickThrough
        stage.isCompact = !isFull
        stage.video.gravity = isFull ? gravity : .fill
        live.isHidden = !model.isLive
        status.text = model.statusText ?? ""
        title.text = model.title
        let isPlaying = model.status == .playing || model.status == .reconnecting
        play.icon = isPlaying ? .pause : .play
        play.setName(isPlaying ? "Pause" : "Play")
        volume.icon = model.isMuted ? .volumeOff : .volume
        volume.isOff = model.isMuted
        volume.setName(model.isMuted ? "Unmute" : "Mute")
        float.isOn = model.isFloating
        float.isEnabled = model.noPictureInPicture == nil
        float.setName(
            model.noPictureInPicture.map { "No picture in picture: \($0)" }
                ?? (model.isFloating ? "Bring it back" : "Picture in picture"))
        full.icon = model.isFullScreen ? .shrink : .expand
        full.setName(model.isFullScreen ? "Leave full screen" : "Full screen")
        seek.duration = model.canSeek ? model.duration : 0
        seek.position = model.position
        elapsed.text = MiniControls.clock(model.position)
        left.text = "−" + MiniControls.clock(model.duration - model.position)
        let isVideo = model.stage == .video
        top.isHidden = !isFull
        bar.isHidden = !isFull
        shade.isHidden = !isFull || !isVideo
        seekRow.isHidden = !isFull || !model.canSeek || !isVideo
        // A picture that stands still keeps its controls: the way on must be seen.
        fader.isPinned = !isVideo || model.status == .paused
        setNeedsLayout()
    }
}

/// The word LIVE on red.
@MainActor private final class LiveBadge: View {
    override var isDrawn: Bool { true }
    override var accessibleName: String? {
        get { "Live" }
        set {}
    }
    override func sizeThatFits(_ size: CGSize) -> CGSize { Badge.size(of: "LIVE") }
    override func draw(in canvas: Canvas) {
        Badge.draw("LIVE", in: bounds, fill: theme.danger, on: canvas, theme: theme)
    }
}
