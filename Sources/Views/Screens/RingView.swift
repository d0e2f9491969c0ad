import Foundation

/// What a ringing call shows: who calls, and from where.
public struct RingModel: Sendable, Hashable {
    /// Who calls, as far as they say.
    public var caller = Person("")
    /// Where they call from: what can be relied on.
    public var detail = ""
    /// The call that is put on hold when this one is taken; nil: none runs.
    public var held: String?

    /// Nobody.
    public init() {}
}

/// A call rings: who it is, Accept and Decline. It lies over all of the window.
///
/// Nothing of it has the keyboard's focus when it comes: an Enter that was meant for something else takes no call.
@MainActor public final class RingView: View {
    /// What it shows.
    public var model = RingModel() { didSet { if model != oldValue { apply() } } }
    /// The call is taken.
    public var onAccept: (@MainActor () -> Void)?
    /// The call is not taken.
    public var onDecline: (@MainActor () -> Void)?
    private let avatar = AvatarView(Person(""))
    private let name = Label(style: .title)
    private let words = Label("Incoming call", style: .body, tone: .dim)
    private let detail = Label(style: .small, tone: .dim)
    private let accept = Button(icon: .camera, title: "Accept", role: .primary)
    private let decline = Button(icon: .hangUp, title: "Decline", role: .danger)

    /// A call of nobody.
    public init() {
        super.init()
        accessibleName = "Incoming call"
        for label in [name, words, detail] { label.alignment = .center }
        name.lines = 2
        detail.lines = 2
        for button in [accept, decline] {
            button.iconSize = 20
            button.cornerRadius = Theme.Radius.large
        }
        accept.onPress = { [weak self] in self?.onAccept?() }
        decline.onPress = { [weak self] in self?.onDecline?() }
        for view in [avatar, name, words, detail, decline, accept] { addSubview(view) }
        apply()
    }

    /// Takes the window's colours.
    public override func rootDidChange() { background = theme.background }
    /// Takes the window's colours.
    public override func themeDidChange() { background = theme.background }
    /// What lies below is not to be pressed.
    public override func pointerDown(_ event: PointerEvent) -> PointerResponse { .press }

    /// One block in the middle; what has no room is left out, the buttons never.
    public override func layoutSubviews() {
        let width = max(0, min(480, bounds.width - 32))
        let column = CGRect(x: bounds.midX - width / 2, y: 0, width: width, height: bounds.height)
        let nameHeight = name.sizeThatFits(CGSize(width: width, height: 0)).height
        let detailHeight = detail.sizeThatFits(CGSize(width: width, height: 0)).height
        let isNarrow = width < 260
        let buttonHeight = 48.0
        let buttonsHeight = isNarrow ? 2 * buttonHeight + 12 : buttonHeight
        var rest = bounds.height - 24 - buttonsHeight
        func fits(_ height: Double) -> Bool {
            guard rest >= height else { return false }
            rest -= height
            return true
        }
        let hasName = fits(nameHeight + 16)
        let hasWords = fits(24)
        let hasDetail = fits(detailHeight + 4)
        let side = min(120, rest - 24)
        let hasAvatar = side >= 48
        name.isHidden = !hasName
        words.isHidden = !hasWords
        detail.isHidden = !hasDetail
        avatar.isHidden = !hasAvatar
        var height = buttonsHeight
        if hasName { height += nameHeight + 16 }
        if hasWords { height += 24 }
        if hasDetail { height += detailHeight + 4 }
        if hasName { height += 12 }
        if hasAvatar { height += side + 24 }
        var y = max(12, bounds.midY - height / 2)
        if hasAvatar {
            avatar.frame = CGRect(x: bounds.midX - side / 2, y: y, width: side, height: side)
            y += side + 24
        }
        if hasName {
            name.frame = CGRect(x: column.minX, y: y, width: width, height: nameHeight)
            y += nameHeight + 4
        }
        if hasWords {
            words.frame = CGRect(x: column.minX, y: y, width: width, height: 20)
            y += 24
        }
        if hasDetail {
            detail.frame = CGRect(x: column.minX, y: y, width: width, height: detailHeight)
            y += detailHeight + 4
        }
        if hasName { y += 24 }
        let buttonWidth = isNarrow ? width : 152.0
        let start = isNarrow ? column.minX : bounds.midX - 8 - buttonWidth
        decline.frame = CGRect(x: start, y: y, width: buttonWidth, height: buttonHeight)
        accept.frame =
            isNarrow
            ? decline.frame.offsetBy(dx: 0, dy: buttonHeight + 12)
            : decline.frame.offsetBy(dx: buttonWidth + 16, dy: 0)
    }

    private func apply() {
        avatar.person = model.caller
        name.text = model.caller.name
        words.text = model.held.map { "Incoming call · Accept puts \($0) on hold" } ?? "Incoming call"
        detail.text = model.detail
        setNeedsLayout()
    }
}
