import Foundation
import Frames
import Geometry

/// One thing that can be opened or floated: its picture, its name, what it is.
@MainActor final class LobbyCard: View {
    var item: LobbyModel.Item {
        didSet {
            accessibleName = item.title
            if item != oldValue { setNeedsDisplay() }
        }
    }
    var onPress: (@MainActor () -> Void)?
    /// Dashed, with an icon and words in the middle instead of a picture.
    let isInvitation: Bool
    var isEnabled = true { didSet { if isEnabled != oldValue { setNeedsDisplay() } } }
    private var isHovered = false { didSet { if isHovered != oldValue { setNeedsDisplay() } } }
    private var isPressed = false { didSet { if isPressed != oldValue { setNeedsDisplay() } } }

    static let height = 171.0
    private static let text = 49.0

    init(_ item: LobbyModel.Item, isInvitation: Bool = false) {
        self.item = item
        self.isInvitation = isInvitation
        super.init()
        cornerRadius = Theme.Radius.large
        accessibleName = item.title
    }

    override var isDrawn: Bool { true }
    override var drawingOutset: Double { 4 }
    override var canBecomeFocused: Bool { isEnabled }

    override func draw(in canvas: Canvas) {
        let theme = theme
        let isActive = isEnabled && (isHovered || isPressed)
        let fill = isActive ? theme.panel.mixed(with: theme.text, isPressed ? 0.1 : 0.05) : theme.panel
        canvas.fill(bounds, fill, radius: cornerRadius)
        if isInvitation {
            let ink = isEnabled ? theme.text : theme.dim.opacity(0.6)
            canvas.draw(
                item.icon, in: CGRect(x: 0, y: bounds.midY - 28, width: bounds.width, height: 28), size: 26, color: ink)
            canvas.draw(
                item.title, in: CGRect(x: 8, y: bounds.midY + 8, width: bounds.width - 16, height: 20),
                color: isEnabled ? theme.dim : ink, alignment: .center)
            canvas.stroke(bounds, isActive ? theme.dim : theme.line, radius: cornerRadius, dash: [5, 4])
        } else {
            drawItem(on: canvas, theme: theme)
            canvas.stroke(bounds, isActive ? theme.dim.opacity(0.6) : theme.line, radius: cornerRadius)
        }
        if isFocused, root?.isFocusVisible == true {
            canvas.stroke(bounds.insetBy(dx: -4, dy: -4), theme.accent, width: 2, radius: cornerRadius + 4)
        }
    }

    private func drawItem(on canvas: Canvas, theme: Theme) {
        let picture = CGRect(x: 0, y: 0, width: bounds.width, height: bounds.height - Self.text)
        canvas.saved {
            // The lower corners of the picture are square: the clip is longer than it.
            canvas.clip(to: [picture])
            canvas.clip(to: bounds, radius: cornerRadius)
            canvas.fill(picture, theme.raised)
            if let bitmap = item.picture {
                let size = CGSize(width: bitmap.size.width, height: bitmap.size.height)
                canvas.draw(bitmap, in: picture.covering(size))
            } else if let person = item.person {
                let side = 64.0
                AvatarView.draw(
                    person,
                    in: CGRect(x: picture.midX - side / 2, y: picture.midY - side / 2, width: side, height: side),
                    on: canvas)
            } else {
                canvas.draw(item.icon, in: picture, size: 32, color: theme.dim)
            }
        }
        if let badge = item.badge {
            let word =
                switch badge {
                case .call: "CALL"
                case .live: "LIVE"
                case .missed: "MISSED"
                }
            let size = Badge.size(of: word)
            let rect = CGRect(x: bounds.width - 10 - size.width, y: 10, width: size.width, height: size.height)
            Badge.draw(word, in: rect, fill: badge == .call ? theme.glass : theme.danger, on: canvas, theme: theme)
        }
        let width = bounds.width - 24
        canvas.draw(
            item.title, in: CGRect(x: 12, y: picture.maxY + 4, width: width, height: 20),
            style: .body.weight(.medium), color: theme.text)
        canvas.draw(
            item.detail, in: CGRect(x: 12, y: picture.maxY + 25, width: width, height: 16), style: .small,
            color: theme.dim)
    }

    override func pointerEntered() { isHovered = true }
    override func pointerExited() { isHovered = false }
    override func pointerDown(_ event: PointerEvent) -> PointerResponse {
        guard event.button == .primary else { return .ignored }
        isPressed = isEnabled
        return .press
    }
    override func pointerMoved(_ event: PointerEvent) {
        isPressed = isEnabled && convert(bounds).contains(event.location)
    }
    override func pointerUp(_ event: PointerEvent) {
        let isMeant = isPressed && convert(bounds).contains(event.location)
        isPressed = false
        if isMeant { onPress?() }
    }
    override func pointerCancelled() { isPressed = false }
    override func keyDown(_ event: KeyEvent) -> Bool {
        guard isEnabled, event.key == .space || event.key == .enter, event.modifiers.isEmpty else { return false }
        onPress?()
        return true
    }
}

/// A heading over rows of cards of one width.
@MainActor final class CardSection: View {
    private let heading: Label
    private let empty: Label
    private(set) var cards: [LobbyCard] = []

    init(_ title: String, empty: String) {
        heading = Label(title.uppercased(), style: TextStyle.small.weight(.semibold).tracking(0.6), tone: .dim)
        self.empty = Label(empty, style: .body, tone: .dim)
        self.empty.lines = 2
        super.init()
        accessibleName = title
        addSubview(heading)
        addSubview(self.empty)
    }

    /// Shows `items`; cards of before are kept, and with them focus and hover.
    func show(
        _ items: [LobbyModel.Item], invitation: LobbyModel.Item? = nil,
        onPress: @escaping @MainActor (String) -> Void
    ) {
        let wanted = items.map { ($0, false) } + (invitation.map { [($0, true)] } ?? [])
        var old = cards
        cards = wanted.map { item, isInvitation in
            if let index = old.firstIndex(where: { $0.item.id == item.id && $0.isInvitation == isInvitation }) {
                let card = old.remove(at: index)
                card.item = item
                return card
            }
            return LobbyCard(item, isInvitation: isInvitation)
        }
        for card in old { card.removeFromSuperview() }
        for card in cards {
            let id = card.item.id
            card.onPress = { onPress(id) }
            if card.superview == nil { addSubview(card) }
        }
        // The order of the tree is the order of the tab key.
        for card in cards { bringToFront(card) }
        empty.isHidden = !cards.isEmpty
        setNeedsLayout()
        superview?.setNeedsLayout()
    }

    private func columns(_ width: Double) -> Int { max(1, Int((width + 16) / (190 + 16))) }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        let columns = columns(size.width)
        let rows = (cards.count + columns - 1) / columns
        let body = rows == 0 ? 48 : Double(rows) * (LobbyCard.height + 16) - 16
        return CGSize(width: size.width, height: 27 + body)
    }

    override func layoutSubviews() {
        heading.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 16)
        empty.frame = CGRect(x: 0, y: 27, width: bounds.width, height: 44)
        let columns = columns(bounds.width)
        let width = ((bounds.width - Double(columns - 1) * 16) / Double(columns)).rounded(.down)
        for (index, card) in cards.enumerated() {
            card.frame = CGRect(
                x: Double(index % columns) * (width + 16), y: 27 + Double(index / columns) * (LobbyCard.height + 16),
                width: min(width, 320), height: LobbyCard.height)
        }
    }
}
