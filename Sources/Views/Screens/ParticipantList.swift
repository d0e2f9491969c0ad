import Foundation

/// Everybody in a call, one a line.
@MainActor final class ParticipantList: View {
    var people: [Person] = [] { didSet { if people != oldValue { apply() } } }
    private let heading = Label("Participants", style: .body.weight(.semibold))
    private let rows = StackView(.vertical, spacing: 4)
    private lazy var scroll = ScrollView(rows)

    init() {
        super.init()
        isHidden = true
        rows.alignment = .fill
        addSubview(heading)
        addSubview(scroll)
        accessibleName = "Participants"
    }

    override func rootDidChange() { background = theme.panel }
    override func themeDidChange() { background = theme.panel }
    override func pointerDown(_ event: PointerEvent) -> PointerResponse { .press }

    override func layoutSubviews() {
        heading.frame = CGRect(x: 20, y: 22, width: max(0, bounds.width - 40), height: 20)
        scroll.frame = CGRect(x: 8, y: 56, width: max(0, bounds.width - 16), height: max(0, bounds.height - 64))
    }

    private func apply() {
        heading.text = people.isEmpty ? "Participants" : "Participants · \(people.count)"
        for row in rows.subviews { row.removeFromSuperview() }
        for person in people { rows.addSubview(ParticipantRow(person)) }
        scroll.setNeedsLayout()
    }
}

@MainActor private final class ParticipantRow: View {
    private let person: Person

    init(_ person: Person) {
        self.person = person
        super.init()
        accessibleName = person.name
    }

    override var isDrawn: Bool { true }
    override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 48) }

    override func draw(in canvas: Canvas) {
        let circle = CGRect(x: 12, y: 8, width: 32, height: 32)
        AvatarView.draw(person, in: circle, on: canvas)
        if person.isSpeaking {
            canvas.stroke(circle.insetBy(dx: -3, dy: -3), theme.accent, width: 2, radius: 19)
        }
        canvas.draw(
            person.name.isEmpty ? "Somebody" : person.name,
            in: CGRect(x: 56, y: 0, width: max(0, bounds.width - 96), height: bounds.height), color: theme.text)
        canvas.draw(
            person.isMuted ? .microphoneOff : .microphone,
            in: CGRect(x: bounds.width - 36, y: 0, width: 24, height: bounds.height), size: 18, color: theme.dim)
    }
}
