import Foundation

/// Where an address is typed: a call, a stream, a file, a room.
@MainActor final class AddressBar: View {
    let field = TextField(placeholder: "Address, file or room")
    let button = Button(title: "Open", role: .primary)

    init() {
        super.init()
        cornerRadius = Theme.Radius.large
        addSubview(field)
        addSubview(button)
        field.accessibleName = "Address"
    }

    override var isDrawn: Bool { true }

    override func draw(in canvas: Canvas) {
        let theme = theme
        canvas.fill(bounds, theme.panel, radius: cornerRadius)
        let isActive = field.isFocused
        canvas.stroke(
            bounds, isActive ? theme.accent : theme.line, width: isActive ? 1.5 : 1, radius: cornerRadius)
        canvas.draw(
            .link, in: CGRect(x: 16, y: 0, width: 22, height: bounds.height), size: 20, color: theme.text)
    }

    override func layoutSubviews() {
        let size = button.sizeThatFits(bounds.size)
        button.frame = CGRect(x: bounds.width - 16 - size.width, y: bounds.midY - 17, width: size.width, height: 34)
        field.frame = CGRect(
            x: 48, y: bounds.midY - 16, width: max(0, button.frame.minX - 12 - 48), height: 32)
    }

    /// A press anywhere on the bar is meant for the field.
    override func pointerDown(_ event: PointerEvent) -> PointerResponse {
        root?.focus(field, visibly: false)
        return .press
    }
}

/// The own camera and microphone, before a call.
@MainActor final class CameraCard: View {
    let video: VideoView
    let microphone = Button("Mute microphone", icon: .microphone)
    let camera = Button("Turn camera off", icon: .camera)
    let meter = LevelMeter()
    private let words = PlaceholderView()
    private let edge = View()
    static let width = 320.0

    init(_ video: VideoView) {
        self.video = video
        super.init()
        clipsToBounds = true
        cornerRadius = Theme.Radius.large
        edge.cornerRadius = Theme.Radius.large
        edge.isUserInteractionEnabled = false
        video.gravity = .fill
        accessibleName = "Camera and microphone"
        for button in [microphone, camera] { button.iconSize = 20 }
        for view in [video, words, microphone, camera, meter, edge] { addSubview(view) }
    }

    func show(isCameraOn: Bool, problem: String?) {
        video.isHidden = !isCameraOn || problem != nil
        words.placeholder =
            video.isHidden
            ? Placeholder(problem == nil ? "Camera off" : "No camera", detail: problem, icon: .cameraOff) : nil
    }

    override func rootDidChange() { themeDidChange() }
    override func themeDidChange() {
        background = theme.panel
        video.background = theme.raised
        edge.border = theme.line
        setNeedsDisplay()
    }

    static func height(for width: Double) -> Double { (width * 9 / 16).rounded() + 72 }
    override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: Self.height(for: size.width))
    }

    override func layoutSubviews() {
        let picture = CGRect(x: 0, y: 0, width: bounds.width, height: (bounds.width * 9 / 16).rounded())
        video.frame = picture
        words.frame = picture
        edge.frame = bounds
        microphone.frame = CGRect(x: 16, y: picture.maxY + 17, width: 38, height: 38)
        camera.frame = microphone.frame.offsetBy(dx: 50, dy: 0)
        meter.frame = CGRect(
            x: camera.frame.maxX + 12, y: microphone.frame.minY, width: max(0, bounds.width - camera.frame.maxX - 28),
            height: 38)
    }
}
