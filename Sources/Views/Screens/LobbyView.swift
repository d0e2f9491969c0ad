import Foundation
public import Frames

/// The lobby: an address to open, what was open before, windows to float, the own camera.
@MainActor public final class LobbyView: View {
    /// What it shows.
    public var model = LobbyModel() { didSet { if model != oldValue { apply() } } }
    /// What its buttons do.
    public var actions = LobbyActions()
    /// The own picture.
    public let cameraView: VideoView
    private let page = LobbyPage()
    private let scroll: ScrollView

    /// A lobby with the layer of the own camera.
    public init(cameraLayer: DisplayLayer? = nil) {
        cameraView = VideoView(layer: cameraLayer, gravity: .fill)
        page.camera = CameraCard(cameraView)
        scroll = ScrollView(page)
        super.init()
        accessibleName = "Lobby"
        addSubview(scroll)
        page.address.field.onSubmit = { [weak self] isShifted in self?.submit(isFloating: isShifted) }
        page.address.button.onPress = { [weak self] in self?.submit(isFloating: false) }
        page.address.field.onChange = { [weak self] _ in self?.addressDidChange() }
        page.camera?.microphone.onPress = { [weak self] in self?.actions.toggleMicrophone() }
        page.camera?.camera.onPress = { [weak self] in self?.actions.toggleCamera() }
        apply()
    }

    /// What is typed into the address field.
    public var address: String {
        get { page.address.field.text }
        set {
            page.address.field.text = newValue
            addressDidChange()
        }
    }

    /// Puts the keyboard into the address field.
    public func focusAddress() { root?.focus(page.address.field) }

    /// How loud the microphone is, from 0 to 1: many times a second, so not part of the model.
    public var level: Double {
        get { page.camera?.meter.level ?? 0 }
        set { page.camera?.meter.level = newValue }
    }

    /// Fills the window.
    public override func layoutSubviews() { scroll.frame = bounds }
    /// Takes the window's colours.
    public override func rootDidChange() { background = theme.background }
    /// Takes the window's colours.
    public override func themeDidChange() { background = theme.background }

    /// Whether an address is one to call rather than one to watch.
    ///
    /// A web address is, unless it names a file, as streams do: `https://host/live.m3u8`.
    public static func isCall(_ address: String) -> Bool {
        let text = address.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        if text.hasPrefix("whip+") || text.hasPrefix("janus+") { return true }
        guard text.hasPrefix("https://") || text.hasPrefix("http://") else { return false }
        if text.contains("#token=") || text.contains("sha256=") { return true }
        let path = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true).dropFirst(2).first ?? ""
        let last = path.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
        return !last.contains(".")
    }

    private func submit(isFloating: Bool) {
        let address = address.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !address.isEmpty else { return }
        actions.open(address, isFloating)
    }

    private func addressDidChange() {
        // What the button will do is seen before it is pressed.
        page.address.button.title = address.isEmpty ? "Open" : Self.isCall(address) ? "Call" : "Watch"
        page.address.button.isEnabled = !address.trimmingCharacters(in: .whitespaces).isEmpty
        page.address.setNeedsLayout()
    }

    private func apply() {
        page.status.text = model.status
        page.isReady = model.isReady
        page.hint.text =
            model.problem ?? "A call address, a stream, a file, or a room. Enter opens, Shift+Enter opens floating."
        page.isProblem = model.problem != nil
        page.recent.show(model.recent) { [weak self] id in self?.actions.openRecent(id) }
        let pick = LobbyModel.Item(id: "", title: "Pick by click…", icon: .window)
        page.windows.show(model.windows, invitation: pick) { [weak self] id in
            if id.isEmpty { self?.actions.pickWindow() } else { self?.actions.floatWindow(id) }
        }
        for card in page.windows.cards { card.isEnabled = model.canFloatWindows }
        if let camera = page.camera {
            camera.show(isCameraOn: model.isCameraOn, problem: model.noCamera)
            camera.microphone.icon = model.isMicrophoneOn ? .microphone : .microphoneOff
            camera.microphone.isOff = !model.isMicrophoneOn
            camera.microphone.setName(model.isMicrophoneOn ? "Mute microphone" : "Unmute microphone")
            camera.camera.icon = model.isCameraOn ? .camera : .cameraOff
            camera.camera.isOff = !model.isCameraOn
            camera.camera.isEnabled = model.noCamera == nil
            camera.camera.setName(model.isCameraOn ? "Turn camera off" : "Turn camera on")
        }
        addressDidChange()
        page.setNeedsLayout()
        scroll.setNeedsLayout()
    }
}

/// What of the lobby is scrolled: one column, or two when there is room.
@MainActor private final class LobbyPage: View {
    let heading = Label("Porthole", style: .title)
    let status = Label(style: .body, tone: .dim)
    let address = AddressBar()
    let hint = Label(style: .small, tone: .dim)
    let recent = CardSection("Recent", empty: "Calls and streams that you open show up here.")
    let windows = CardSection("Float a window", empty: "")
    private let dot = DotView()
    var isReady = true { didSet { dot.isReady = isReady } }
    var isProblem = false { didSet { hint.tone = isProblem ? .text : .dim } }
    var camera: CameraCard? { didSet { if let camera { addSubview(camera) } } }

    init() {
        super.init()
        status.alignment = .trailing
        hint.lines = 2
        for view in [heading, dot, status, address, hint, recent, windows] { addSubview(view) }
    }

    private struct Plan {
        var margin: Double
        var main: Double
        var side: Double
        var isWide: Bool
    }

    private func plan(_ width: Double) -> Plan {
        let margin = width < 560 ? 20.0 : 40.0
        let isWide = width >= 900
        let side = isWide ? CameraCard.width : min(CameraCard.width, width - 2 * margin)
        let main = isWide ? min(920, width - 2 * margin - 40 - side) : width - 2 * margin
        return Plan(margin: margin, main: max(0, main), side: max(0, side), isWide: isWide)
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        let plan = plan(size.width)
        let recentHeight = recent.sizeThatFits(CGSize(width: plan.main, height: 0)).height
        let windowsHeight = windows.sizeThatFits(CGSize(width: plan.main, height: 0)).height
        var height = 194 + recentHeight + 33 + windowsHeight + 40
        if !plan.isWide { height += 33 + CameraCard.height(for: plan.side) }
        return CGSize(width: size.width, height: height)
    }

    override func layoutSubviews() {
        let plan = plan(bounds.width)
        let right = plan.margin + plan.main + (plan.isWide ? 40 + plan.side : 0)
        heading.frame = CGRect(x: plan.margin, y: 34, width: 160, height: 28)
        let wanted = status.sizeThatFits(.zero).width
        let width = min(wanted, max(0, right - plan.margin - 180))
        status.frame = CGRect(x: right - width, y: 36, width: width, height: 20)
        dot.frame = CGRect(x: status.frame.minX - 18, y: 42, width: 8, height: 8)
        dot.isHidden = status.text.isEmpty
        address.frame = CGRect(x: plan.margin, y: 86, width: plan.main, height: 52)
        hint.frame = CGRect(
            x: plan.margin, y: 148, width: plan.main,
            height: hint.sizeThatFits(CGSize(width: plan.main, height: 0)).height)
        var y = 194.0
        for section in [recent, windows] {
            let height = section.sizeThatFits(CGSize(width: plan.main, height: 0)).height
            section.frame = CGRect(x: plan.margin, y: y, width: plan.main, height: height)
            y += height + 33
        }
        guard let camera else { return }
        camera.frame = CGRect(
            x: plan.isWide ? plan.margin + plan.main + 40 : plan.margin, y: plan.isWide ? 86 : y, width: plan.side,
            height: CameraCard.height(for: plan.side))
    }
}

/// Green when all is well.
@MainActor private final class DotView: View {
    var isReady = true { didSet { if isReady != oldValue { setNeedsDisplay() } } }
    override var isDrawn: Bool { true }
    override func draw(in canvas: Canvas) { canvas.fillOval(in: bounds, isReady ? theme.ok : theme.dim) }
}
