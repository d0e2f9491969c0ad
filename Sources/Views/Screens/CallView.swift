public import Foundation
public import Frames

/// The screen of a call: the stage, names, the own picture, the bar of controls.
@MainActor public final class CallView: View {
    /// What it shows.
    public var model = CallModel() { didSet { if model != oldValue { apply() } } }
    /// What its buttons do.
    public var actions = CallActions() { didSet { offerMenus() } }
    /// How loud the microphone is, from 0 to 1; nil: not known.
    public var microphoneLevel: Double? { didSet { if microphoneLevel != oldValue { showLevel() } } }
    /// How the other side's picture goes into the window; the tile is always filled.
    public var gravity = VideoGravity.snug { didSet { if gravity != oldValue { apply() } } }
    /// The other side.
    public let stage: StageView
    /// The own picture.
    public let selfView: VideoView
    /// The bar at the bottom.
    public let bar = ControlBar()
    /// Shows and hides the controls.
    public private(set) lazy var fader = ControlsFader(owner: self, controls: [shade, top, bar])

    private let shade = ScrimView()
    private let top = View()
    private let status = Chip(style: TextStyle.body.weight(.medium).tabular)
    private let title = Chip()
    private let name = Chip()
    private let selfCover = View()
    private let selfAvatar = AvatarView(Person("You"))
    private let selfName = Chip("You", style: .small.weight(.medium))
    private let list = ParticipantList()
    private let banner = ShareBanner()
    private let microphone = Button("Mute microphone", icon: .microphone, role: .bar)
    private let meter = LevelMeter()
    private let camera = Button("Turn camera off", icon: .camera, role: .bar)
    private let hold = Button("Put on hold", icon: .pause, role: .bar)
    private let swap = Button(icon: .swap, title: "Swap", role: .glass)
    private let screen = Button("Share screen", icon: .screenShare, role: .bar)
    private let tile = Button("Minimise to tile", icon: .tile, role: .bar)
    private let float = Button("Picture in picture", icon: .float, role: .bar)
    private let hangUp = Button("Hang up", icon: .hangUp, role: .danger)
    private let people = Button("Participants", icon: .people, role: .glass)
    private let signal = Button("Connection", icon: .signal, role: .glass)
    private let quality = QualityPanel()
    private let notice = Chip(icon: .warning)
    private let full = Button("Full screen", icon: .expand, role: .glass)

    /// A screen for the layers of a call.
    public init(stageLayer: DisplayLayer? = nil, selfLayer: DisplayLayer? = nil) {
        stage = StageView(layer: stageLayer)
        selfView = VideoView(layer: selfLayer, gravity: .fill)
        super.init()
        accessibleName = "Call"
        clipsToBounds = true
        stage.onRestore = { [weak self] in self?.actions.restore() }
        stage.onTakeClicks = { [weak self] in self?.actions.takeClicks() }
        for view in [top, selfCover] { view.takesHits = false }
        selfView.cornerRadius = Theme.Radius.window
        selfCover.cornerRadius = Theme.Radius.window
        selfCover.addSubview(selfAvatar)
        microphone.addSubview(meter)
        meter.isUserInteractionEnabled = false
        showLevel()
        bar.add(microphone, priority: 5)
        bar.add(camera, priority: 3)
        bar.add(hold, priority: 1)
        bar.add(screen, priority: 0)
        bar.add(tile, priority: 4)
        bar.add(float, priority: 2)
        bar.add(hangUp, priority: 6)
        for button in [people, full, signal] {
            button.iconSize = 18
            top.addSubview(button)
        }
        for view in [status, title, swap] { top.addSubview(view) }
        swap.iconSize = 16
        hold.onPress = { [weak self] in self?.actions.toggleHold() }
        swap.onPress = { [weak self] in self?.actions.swap() }
        for view in [stage, shade, name, selfView, selfCover, selfName, quality, notice, list, top, bar, banner] {
            addSubview(view)
        }
        microphone.onPress = { [weak self] in self?.actions.toggleMicrophone() }
        camera.onPress = { [weak self] in self?.actions.toggleCamera() }
        screen.onPress = { [weak self] in self?.actions.toggleScreenShare() }
        banner.onStop = { [weak self] in self?.actions.stopScreenShare() }
        tile.onPress = { [weak self] in self?.actions.minimise() }
        float.onPress = { [weak self] in self?.actions.float() }
        hangUp.onPress = { [weak self] in self?.actions.hangUp() }
        people.onPress = { [weak self] in self?.actions.toggleList() }
        signal.onPress = { [weak self] in self?.actions.toggleQuality() }
        full.onPress = { [weak self] in self?.actions.toggleFullScreen() }
        themeDidChange()
        apply()
    }

    /// Takes the window's colours.
    public override func themeDidChange() {
        bar.background = theme.glass
        selfCover.background = theme.raised
        selfView.border = theme.onGlass.opacity(0.7)
        selfView.background = theme.panel
        setNeedsDisplay()
    }

    /// Takes the window's colours and its clock.
    public override func rootDidChange() {
        themeDidChange()
        fader.wake()
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
        let isFull = model.layout == .full
        let listWidth = model.isListShown && isFull && bounds.width >= 560 ? 280.0 : 0
        list.isHidden = listWidth == 0
        list.frame = CGRect(x: bounds.width - listWidth, y: 0, width: listWidth, height: bounds.height)
        let area = CGRect(x: 0, y: 0, width: bounds.width - listWidth, height: bounds.height)
        stage.frame = area
        shade.frame = area
        top.frame = CGRect(x: 0, y: 0, width: area.width, height: min(64, area.height))
        let margin = area.width < 480 ? 12.0 : 20.0
        full.frame = CGRect(x: area.width - margin - 36, y: 14, width: 36, height: 36)
        people.frame = full.frame.offsetBy(dx: -44, dy: 0)
        signal.frame = people.frame.offsetBy(dx: -44, dy: 0)
        let buttons = signal.isHidden ? people.frame.minX : signal.frame.minX
        var x = margin
        for chip in [status, title] {
            let size = chip.sizeThatFits(CGSize(width: buttons - 10 - x, height: 28))
            chip.isHidden = chip.text.isEmpty || size.width < 60
            chip.frame = CGRect(x: x, y: 18, width: size.width, height: size.height)
            x += size.width + 10
        }
        let swapSize = swap.sizeThatFits(CGSize(width: 0, height: 36))
        swap.isHidden = model.other == nil || x + swapSize.width > buttons - 10
        swap.frame = CGRect(x: buttons - 10 - swapSize.width, y: 14, width: swapSize.width, height: 36)
        let barSize = bar.sizeThatFits(CGSize(width: area.width - 2 * margin, height: 68))
        let barBottom = area.height < 300 ? 10.0 : 20.0
        bar.frame = CGRect(
            x: area.midX - barSize.width / 2, y: area.height - barBottom - barSize.height, width: barSize.width,
            height: barSize.height)
        layoutSelf(area, margin: margin)
        let panel = quality.sizeThatFits(CGSize(width: area.width - 2 * margin, height: area.height))
        quality.frame = CGRect(x: margin, y: 62, width: panel.width, height: panel.height)
        // Half a list is none.
        quality.isHidden = !isQualityWanted || panel.width < 220 || quality.frame.maxY > area.height - 8
        layoutBanner(area, margin: margin)
        let words = notice.sizeThatFits(CGSize(width: area.width - 2 * margin, height: 28))
        let isBelow = !banner.text.isEmpty && banner.frame.minY > 40
        notice.frame = CGRect(
            x: area.midX - words.width / 2, y: !isFull ? 8 : isBelow ? banner.frame.maxY + 8 : 62, width: words.width,
            height: words.height)
        let low = isOver ? 0 : Double(area.height - bar.frame.minY)
        stage.covered = isFull ? (top: 64, bottom: low) : (top: 0, bottom: 0)
        let nameSize = name.sizeThatFits(CGSize(width: area.width - 32, height: 28))
        // Beside the bar when it fits there, else over it.
        let fitsBeside = !isFull || 16 + nameSize.width + 8 <= bar.frame.minX
        name.frame = CGRect(
            x: isFull ? 16 : 8,
            y: fitsBeside ? area.height - (isFull ? 16 : 8) - nameSize.height : bar.frame.minY - 8 - nameSize.height,
            width: nameSize.width, height: nameSize.height)
    }

    /// Where the button to share the screen is in the window, in points: a menu belongs over it.
    public var shareAnchor: CGRect { screen.convert(screen.bounds) }
    /// The same of the microphone's.
    public var microphoneAnchor: CGRect { microphone.convert(microphone.bounds) }
    /// The same of the camera's.
    public var cameraAnchor: CGRect { camera.convert(camera.bounds) }

    private func offerMenus() {
        let hadMenus = (microphone.onMenu != nil, camera.onMenu != nil)
        let sound: @MainActor () -> Void = { [weak self] in self?.actions.chooseSound?() }
        let pictures: @MainActor () -> Void = { [weak self] in self?.actions.chooseCamera?() }
        microphone.onMenu = actions.chooseSound != nil ? sound : nil
        camera.onMenu = actions.chooseCamera != nil ? pictures : nil
        if hadMenus != (microphone.onMenu != nil, camera.onMenu != nil) {
            bar.setNeedsLayout()
            setNeedsLayout()
        }
    }

    private func showLevel() {
        meter.isHidden = microphoneLevel == nil || !model.isMicrophoneOn
        // No redrawing for what nobody would see.
        meter.level = ((microphoneLevel ?? 0) * 12).rounded() / 12
        meter.frame = CGRect(x: 12, y: 38, width: 24, height: 6)
    }

    /// Between what stands at both ends of the upper edge when it fits there, else below.
    private func layoutBanner(_ area: CGRect, margin: Double) {
        let size = banner.sizeThatFits(CGSize(width: area.width - 2 * margin, height: 44))
        let x = area.midX - size.width / 2
        let left = [status, title].filter { !$0.isHidden }.map(\.frame.maxX).max() ?? 0
        let right = [swap, signal, people].filter { !$0.isHidden }.map(\.frame.minX).min() ?? area.width
        let fits = model.layout == .full && x >= left + 10 && x + size.width <= right - 10
        banner.frame = CGRect(x: x, y: fits ? 10 : 64, width: size.width, height: size.height)
    }

    private func layoutSelf(_ area: CGRect, margin: Double) {
        let width = min(230, max(88, area.width * 0.22))
        let height = (width * 0.75).rounded()
        var box = CGRect(
            x: area.maxX - margin - width, y: area.maxY - margin - height, width: width, height: height)
        // Over the bar rather than on it.
        if box.minX < bar.frame.maxX + 10 { box.origin.y = bar.frame.minY - 10 - height }
        let fits = box.minY >= 64 && area.width >= (model.stage == .video ? 280 : 480)
        selfView.frame = box
        selfCover.frame = box
        let isShown = fits && model.layout == .full && !isOver
        // On hold the camera is closed: what it took last says nothing.
        let hasPicture = (model.isCameraOn || model.isScreenShared) && !model.isResting
        selfView.isHidden = !isShown || !hasPicture
        selfCover.isHidden = !isShown || hasPicture
        selfName.isHidden = !isShown
        let side = height * 0.46
        selfAvatar.frame = CGRect(x: (width - side) / 2, y: (height - side) / 2, width: side, height: side)
        let chip = selfName.sizeThatFits(CGSize(width: width - 16, height: 24))
        selfName.frame = CGRect(x: box.minX + 8, y: box.maxY - 8 - chip.height, width: chip.width, height: chip.height)
    }

    private var isQualityWanted: Bool {
        model.isQualityShown && model.layout == .full && model.quality != nil && !isOver
    }

    private var isOver: Bool {
        if case .ended = model.status { return true }
        return false
    }

    private func apply() {
        let model = model
        let isFull = model.layout == .full
        stage.content = model.stage
        stage.detail = model.isResting ? "On hold" : nil
        stage.isClickThrough = model.isClickThrough
        stage.isCompact = !isFull
        stage.isSpeaking = !isFull && model.speaker?.isSpeaking == true && model.hasVideo
        status.text = model.statusText
        switch model.status {
        case .connected: status.dot = model.isResting ? theme.accent : theme.ok
        case .connecting, .reconnecting: status.dot = theme.accent
        case .ended: status.dot = theme.dim
        }
        title.text = model.title
        let isNamed = model.stage == .video
        name.text = isNamed ? model.speaker?.name ?? "" : ""
        name.icon = model.speaker?.isMuted == true ? .microphoneOff : nil
        name.isHidden = name.text.isEmpty
        // In a small window the name is what tells whose picture it is (spec L1).
        name.style = isFull ? .body.weight(.medium) : TextStyle(size: 15, lineHeight: 20, weight: .semibold)
        microphone.icon = model.isMicrophoneOn ? .microphone : .microphoneOff
        microphone.isOff = !model.isMicrophoneOn
        showLevel()
        microphone.setName(model.isMicrophoneOn ? "Mute microphone" : "Unmute microphone")
        camera.icon = model.isCameraOn ? .camera : .cameraOff
        camera.isOff = !model.isCameraOn
        camera.setName(model.isCameraOn ? "Turn camera off" : "Turn camera on")
        hold.icon = model.isHeld ? .play : .pause
        hold.isOn = model.isHeld
        hold.setName(model.isHeld ? "Resume" : "Put on hold")
        swap.title = model.other.map { "\($0) on hold · Swap" } ?? ""
        swap.accessibleName = swap.title
        selfName.icon = model.isMicrophoneOn ? nil : .microphoneOff
        selfName.text = model.isScreenShared ? "Your screen" : "You"
        // All of a screen is to be seen; a face may lose its edges.
        selfView.gravity = model.isScreenShared ? .fit : .fill
        screen.isOn = model.isScreenShared
        screen.isEnabled = model.noScreenShare == nil && !isOver
        screen.setName(
            model.isScreenShared
                ? "Stop sharing" : model.noScreenShare.map { "No sharing: \($0)" } ?? "Share screen")
        banner.canStop = model.isScreenShared
        banner.text = isFull ? model.share.map { "You share \($0)" } ?? "" : ""
        float.isOn = model.isFloating
        float.isEnabled = model.noPictureInPicture == nil && !isOver
        float.setName(
            model.noPictureInPicture.map { "No picture in picture: \($0)" }
                ?? (model.isFloating ? "Bring it back" : "Picture in picture"))
        float.onPress = { [weak self] in
            guard let self else { return }
            self.model.isFloating ? self.actions.restore() : self.actions.float()
        }
        people.isOn = model.isListShown
        full.icon = model.isFullScreen ? .shrink : .expand
        full.setName(model.isFullScreen ? "Leave full screen" : "Full screen")
        list.people = model.participants
        signal.isHidden = !model.hasQuality
        signal.isOn = model.isQualityShown
        signal.setName(model.isQualityShown ? "Hide the connection" : "Connection")
        quality.model = model.quality ?? QualityModel()
        notice.text = isFull || isNamed ? model.notice ?? "" : ""
        notice.isHidden = notice.text.isEmpty
        top.isHidden = !isFull
        bar.isHidden = !isFull || isOver
        // Over anything but video a shade is only dirt.
        shade.isHidden = !isFull || model.stage != .video
        stage.video.gravity = isFull ? gravity : .fill
        fader.isPinned = model.stage != .video
        setNeedsLayout()
    }
}

/// The shade over video behind controls.
@MainActor final class ScrimView: View {
    override var isDrawn: Bool { false }
    private let upper = ScrimBand(isUpper: true)
    private let lower = ScrimBand(isUpper: false)

    init() {
        super.init()
        isUserInteractionEnabled = false
        addSubview(upper)
        addSubview(lower)
    }

    override func layoutSubviews() {
        let height = min(96, bounds.height / 3)
        upper.frame = CGRect(x: 0, y: 0, width: bounds.width, height: height)
        lower.frame = CGRect(x: 0, y: bounds.height - height, width: bounds.width, height: height)
    }
}

/// One end of it: two bands rather than one view, so that a presenter blends no clear pixels between.
@MainActor private final class ScrimBand: View {
    private let isUpper: Bool

    init(isUpper: Bool) {
        self.isUpper = isUpper
        super.init()
    }

    override var isDrawn: Bool { true }

    override func draw(in canvas: Canvas) {
        let (from, to) = isUpper ? (bounds.minY, bounds.maxY) : (bounds.maxY, bounds.minY)
        canvas.fill(
            bounds, .scrim(from: CGPoint(x: 0, y: from), to: CGPoint(x: 0, y: to), density: 0.42))
    }
}
