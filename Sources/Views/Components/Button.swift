public import Foundation

/// Something to press: an icon, a title, or both. By pointer, by Space or Enter.
///
/// States are told by more than colour: an off state comes with a crossed icon, a disabled one is paler and its tool
/// tip can say why.
@MainActor open class Button: View {
    /// What it looks like, by what it is for.
    public enum Role: Sendable, Hashable {
        /// On the window's background or a panel.
        case normal
        /// On a glass bar over video.
        case bar
        /// Alone over video.
        case glass
        /// The one main action.
        case primary
        /// An end. Nothing else is red.
        case danger
        /// Without a background until the pointer is over it.
        case quiet
    }

    /// Called when it was pressed.
    public var onPress: (@MainActor () -> Void)?
    /// Opens what there is to choose from: by a right click, the Menu key, Alt and Down, or the arrow at its end.
    public var onMenu: (@MainActor () -> Void)? { didSet { setNeedsDisplay() } }
    /// Whether the arrow is there: the last `menuWidth` points.
    public var showsMenuArrow = false { didSet { if showsMenuArrow != oldValue { setNeedsDisplay() } } }
    /// How wide the arrow is, in points.
    public static let menuWidth = 22.0
    /// What it looks like.
    public var role: Role { didSet { if role != oldValue { setNeedsDisplay() } } }
    /// Drawn before the title.
    public var icon: Icon? { didSet { if icon != oldValue { setNeedsDisplay() } } }
    /// Drawn after the icon.
    public var title: String? { didSet { if title != oldValue { setNeedsDisplay() } } }
    /// The icon's size, in points.
    public var iconSize = 22.0 { didSet { if iconSize != oldValue { setNeedsDisplay() } } }
    /// Filled with the accent: what it stands for is on.
    public var isOn = false { didSet { if isOn != oldValue { setNeedsDisplay() } } }
    /// Tinted red: what it stands for is off. Use a crossed icon with it.
    public var isOff = false { didSet { if isOff != oldValue { setNeedsDisplay() } } }
    /// Whether it can be pressed.
    public var isEnabled = true {
        didSet {
            guard isEnabled != oldValue else { return }
            if !isEnabled, isFocused { root?.focus(nil) }
            isPressed = false
            setNeedsDisplay()
        }
    }
    /// Whether the pointer is on it.
    public private(set) var isHovered = false { didSet { if isHovered != oldValue { setNeedsDisplay() } } }
    /// The press under way is the primary button's.
    private var isTaken = false
    /// Whether it is held down, and letting go would press it.
    public private(set) var isPressed = false { didSet { if isPressed != oldValue { setNeedsDisplay() } } }

    /// A button.
    ///
    /// - Parameter name: its accessible name and tool tip, for a button without a title.
    public init(
        _ name: String? = nil, icon: Icon? = nil, title: String? = nil, role: Role = .normal,
        onPress: (@MainActor () -> Void)? = nil
    ) {
        self.icon = icon
        self.title = title
        self.role = role
        self.onPress = onPress
        super.init()
        cornerRadius = Theme.Radius.medium
        accessibleName = name ?? title
        toolTip = title == nil ? name : nil
    }

    /// Names it anew: its state has changed what pressing it does.
    public func setName(_ name: String) {
        accessibleName = name
        if title == nil { toolTip = name }
    }

    /// Presses it, as a click would. Nothing when it is disabled.
    public func activate() {
        guard isEnabled else { return }
        onPress?()
    }

    // MARK: Drawing

    /// True: it draws itself.
    open override var isDrawn: Bool { true }
    /// The focus ring.
    open override var drawingOutset: Double { 4 }

    /// Room for icon and title.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        guard let title else { return CGSize(width: 48, height: 48) }
        let text = Canvas.measure(title, style: Self.style).width
        return CGSize(width: text + 36 + (icon == nil ? 0 : iconSize + 8), height: 36)
    }

    private static let style = TextStyle.body.weight(.medium)

    /// Draws the button.
    open override func draw(in canvas: Canvas) {
        let colors = colors
        if let fill = colors.fill { canvas.fill(bounds, fill, radius: cornerRadius) }
        let strength = isEnabled ? 1.0 : 0.4
        let ink = colors.ink.opacity(colors.ink.alpha * strength)
        var box = bounds.insetBy(dx: title == nil ? 0 : 12, dy: 0)
        if showsMenuArrow {
            box.size.width -= Self.menuWidth
            let arrow = CGRect(x: box.maxX, y: 0, width: Self.menuWidth, height: bounds.height)
            canvas.fill(
                CGRect(x: arrow.minX - 1, y: 13, width: 1, height: bounds.height - 26), ink.opacity(ink.alpha * 0.22))
            canvas.draw(
                .chevronUp, in: arrow.offsetBy(dx: -1, dy: 0), size: 14, color: ink.opacity(ink.alpha * 0.8))
        }
        switch (icon, title) {
        case (let icon?, nil): canvas.draw(icon, in: box, size: iconSize, color: ink)
        case (nil, let title?): canvas.draw(title, in: box, style: Self.style, color: ink, alignment: .center)
        case (let icon?, let title?):
            let width = min(box.width, Canvas.measure(title, style: Self.style).width + iconSize + 8)
            let start = box.midX - width / 2
            canvas.draw(
                icon, in: CGRect(x: start, y: 0, width: iconSize, height: bounds.height), size: iconSize, color: ink)
            canvas.draw(
                title,
                in: CGRect(x: start + iconSize + 8, y: 0, width: width - iconSize - 8, height: bounds.height),
                style: Self.style, color: ink)
        case (nil, nil): break
        }
        if isFocused, root?.isFocusVisible == true {
            canvas.stroke(bounds.insetBy(dx: -4, dy: -4), theme.accent, width: 2, radius: cornerRadius + 4)
        }
    }

    private var colors: (fill: Color?, ink: Color) {
        let theme = theme
        let lift = isEnabled ? (isPressed ? -0.12 : isHovered ? 0.12 : 0) : 0
        func lifted(_ color: Color) -> Color {
            lift >= 0 ? color.mixed(with: Color.white.opacity(color.alpha), lift) : color.mixed(with: .black, -lift * 2)
        }
        if isOff, isEnabled {
            let tint = (overVideo ? Theme.dark.raised : theme.raised).mixed(with: theme.danger, 0.32)
            return (lifted(tint), overVideo ? theme.onGlass : theme.text)
        }
        if isOn { return (lifted(theme.accent), theme.onGlass) }
        switch role {
        case .normal: return (hoverMix(theme.raised), theme.text)
        case .bar: return (lifted(Color(0x2A2E38)), theme.onGlass)
        case .glass: return (lifted(theme.glass), theme.onGlass)
        case .primary: return (lifted(theme.accent).opacity(isEnabled ? 1 : 0.35), theme.onGlass)
        case .danger: return (lifted(theme.danger), theme.onGlass)
        case .quiet: return (lift == 0 ? nil : hoverMix(theme.raised), theme.text)
        }
    }

    private var overVideo: Bool { role == .bar || role == .glass }

    /// Lighter on dark, darker on light.
    private func hoverMix(_ color: Color) -> Color {
        guard isEnabled, isPressed || isHovered else { return color }
        return color.mixed(with: theme.text, isPressed ? 0.16 : 0.08)
    }

    // MARK: Input

    /// The keyboard reaches it while it is enabled.
    open override var canBecomeFocused: Bool { isEnabled }

    /// The pointer came.
    open override func pointerEntered() { isHovered = true }
    /// The pointer went.
    open override func pointerExited() { isHovered = false }

    /// Takes the press; a disabled button takes it too, so that nothing below it is pressed by mistake.
    open override func pointerDown(_ event: PointerEvent) -> PointerResponse {
        isTaken = event.button == .primary
        if event.button == .secondary, isEnabled, let onMenu {
            onMenu()
            return .press
        }
        guard event.button == .primary else { return .ignored }
        isPressed = isEnabled
        return .press
    }

    /// Held only while the pointer is on it.
    open override func pointerMoved(_ event: PointerEvent) { isPressed = isTaken && isEnabled && isOver(event) }

    /// Pressed when let go over it.
    open override func pointerUp(_ event: PointerEvent) {
        let isMeant = isPressed && isOver(event)
        isPressed = false
        guard isMeant else { return }
        if showsMenuArrow, event.location.x >= convert(bounds).maxX - Self.menuWidth, let onMenu { return onMenu() }
        activate()
    }

    /// Not pressed after all.
    open override func pointerCancelled() { isPressed = false }

    /// Space and Enter press it.
    open override func keyDown(_ event: KeyEvent) -> Bool {
        if let onMenu, isEnabled, event.key == .menu || event.key == .down && event.modifiers == .alt {
            onMenu()
            return true
        }
        guard event.key == .space || event.key == .enter, event.modifiers.isEmpty, isEnabled else { return false }
        activate()
        return true
    }

    private func isOver(_ event: PointerEvent) -> Bool { convert(bounds).contains(event.location) }
}
