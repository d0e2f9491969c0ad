import Foundation
public import Frames

/// What fills the main window of a call or live: the picture, or what there is instead of it.
@MainActor public final class StageView: View {
    /// What it shows.
    public enum Content: Sendable, Hashable {
        /// The layer's video.
        case video
        /// Somebody without a picture (spec L3).
        case person(Person)
        /// Words: "Connecting…", "The stream ended".
        case message(Placeholder)
        /// "In picture in picture", with a way back (spec B9).
        case floating
    }

    /// What it shows.
    public var content = Content.message(Placeholder("Connecting…")) {
        didSet { if content != oldValue { apply() } }
    }
    /// The active speaker has an edge.
    public var isSpeaking = false { didSet { if isSpeaking != oldValue { edge.isHidden = !isSpeaking } } }
    /// Larger words, for a small window (spec L1).
    public var isCompact = false { didSet { if isCompact != oldValue { setNeedsLayout() } } }
    /// A line below the name of somebody without a picture; nil: none.
    public var detail: String? { didSet { if detail != oldValue { apply() } } }
    /// What controls cover at the upper and lower edge, in points: words and faces keep away, video does not.
    public var covered = (top: 0.0, bottom: 0.0) { didSet { if covered != oldValue { setNeedsLayout() } } }
    /// The way back was pressed.
    public var onRestore: (@MainActor () -> Void)?
    /// The window that it floats in lets clicks through: there is a way to have it take them again.
    public var isClickThrough = false { didSet { if isClickThrough != oldValue { setNeedsLayout() } } }
    /// That way was chosen.
    public var onTakeClicks: (@MainActor () -> Void)?
    /// The place of the video.
    public let video: VideoView
    private let words = PlaceholderView()
    private let avatar = AvatarView(Person(""))
    private let name = Label(style: .body.weight(.medium))
    private let line = Label(style: .small, tone: .dim)
    private let back = Button(icon: .shrink, title: "Bring it back", role: .normal)
    private let take = Button(icon: .float, title: "Take clicks again", role: .normal)
    private let edge = View()

    /// A stage for a layer.
    public init(layer: DisplayLayer? = nil) {
        video = VideoView(layer: layer)
        super.init()
        clipsToBounds = true
        name.alignment = .center
        line.alignment = .center
        back.iconSize = 18
        back.onPress = { [weak self] in self?.onRestore?() }
        take.iconSize = 18
        take.onPress = { [weak self] in self?.onTakeClicks?() }
        edge.borderWidth = 2
        edge.isHidden = true
        edge.isUserInteractionEnabled = false
        for view in [video, words, avatar, name, line, back, take, edge] { addSubview(view) }
        themeDidChange()
        apply()
    }

    /// Takes the window's colours.
    public override func themeDidChange() {
        background = theme.background
        video.background = theme == .light ? .black : theme.background
        edge.border = theme.accent
        setNeedsDisplay()
    }

    /// Takes the window's colours.
    public override func rootDidChange() { themeDidChange() }

    /// Puts everything in the middle.
    public override func layoutSubviews() {
        video.frame = bounds
        edge.frame = bounds
        let free = CGRect(
            x: 0, y: covered.top, width: bounds.width, height: max(0, bounds.height - covered.top - covered.bottom))
        // In the middle of the window as long as nothing is covered there.
        let reach = 2 * min(bounds.midY - free.minY, free.maxY - bounds.midY)
        let area = reach >= 190 || covered == (0, 0) ? bounds : free
        let side = min(120, max(28, min(bounds.width, free.height) * (isCompact ? 0.46 : 0.3)))
        let isNamed = area.height >= side + 40
        let hasLine = detail != nil && area.height >= side + 62
        avatar.frame = CGRect(
            x: area.midX - side / 2, y: area.midY - side / 2 - (isNamed ? 16 : 0) - (hasLine ? 10 : 0), width: side,
            height: side)
        name.frame = CGRect(x: 8, y: avatar.frame.maxY + 12, width: max(0, bounds.width - 16), height: 20)
        line.frame = CGRect(x: 8, y: name.frame.maxY + 3, width: max(0, bounds.width - 16), height: 16)
        if case .person = content {
            name.isHidden = !isNamed
            line.isHidden = !isNamed || !hasLine
        }
        let size = back.sizeThatFits(bounds.size)
        let hasButton = area.height >= 72 && bounds.width >= size.width + 16
        back.isHidden = content != .floating || !hasButton
        // Icon, words and button are one block in the middle.
        let words = min(area.height - 48, 84)
        let top = area.midY - (words + 48) / 2
        self.words.frame = back.isHidden ? area : CGRect(x: 0, y: top, width: bounds.width, height: words)
        back.frame = CGRect(
            x: bounds.midX - size.width / 2, y: top + words + 12, width: size.width, height: size.height)
        let other = take.sizeThatFits(bounds.size)
        take.isHidden = back.isHidden || !isClickThrough || area.maxY < back.frame.maxY + 8 + other.height
        take.frame = CGRect(
            x: bounds.midX - other.width / 2, y: back.frame.maxY + 8, width: other.width, height: other.height)
    }

    private func apply() {
        video.isHidden = content != .video
        if case .person(let person) = content {
            avatar.person = person
            name.text = person.name
            line.text = detail ?? ""
            avatar.isHidden = false
            name.isHidden = false
        } else {
            avatar.isHidden = true
            name.isHidden = true
            line.isHidden = true
        }
        switch content {
        case .message(let placeholder): words.placeholder = placeholder
        case .floating: words.placeholder = Placeholder("In picture in picture", icon: .tile)
        case .video, .person: words.placeholder = nil
        }
        setNeedsLayout()
    }
}

/// Words in the middle of a view.
@MainActor final class PlaceholderView: View {
    var placeholder: Placeholder? {
        didSet {
            accessibleName = placeholder?.title
            if placeholder != oldValue { setNeedsDisplay() }
        }
    }
    override var isDrawn: Bool { placeholder != nil }
    override func draw(in canvas: Canvas) { placeholder?.draw(in: bounds, on: canvas, theme: theme) }

    init() {
        super.init()
        isUserInteractionEnabled = false
    }
}
