public import Geometry

/// The menu that a right click on a mini window opens: what is in it, and how things stand (spec M9, M12).
///
/// A value, as `MiniControls` is: `size(scale:)` lays it out, `hitTest(_:scale:)` asks what is under the pointer,
/// `next(after:)` and its like step through it by key, `bitmap(highlighted:scale:theme:)` draws it. All are pure and may
/// be called on any thread.
public struct MiniMenu: Sendable, Hashable {
    /// What choosing an entry does.
    public enum Action: Sendable, Hashable {
        /// Back to full size in the main window.
        case restore
        /// Takes the window away; the session goes on.
        case hide
        /// Tucks the window away at the nearest edge, or brings it back from there.
        case stash
        /// Lets the pointer through to what is below, or takes it again.
        case clickThrough
        /// Takes the window away while the screen is shared, or leaves it.
        case hideWhileSharing
        /// How much of the window is seen, in percent.
        case opacity(Int)
        /// Moves the window to a corner of its work area.
        case corner(Corner)
        /// The size the window opened with.
        case resetSize
        /// Lists the keys over the picture.
        case help
        /// Ends what floats, by kind.
        case close
        /// One of the entries of another menu than that of a mini window, by its number.
        case choice(Int)
    }

    /// Something that can be chosen.
    public struct Item: Sendable, Hashable {
        /// What choosing it does.
        public var id: Action
        /// What it says.
        public var title: String
        /// The key that does the same, for the eye.
        public var shortcut: String?
        /// Drawn before the title of an item that is no option.
        public var icon: Icon?
        /// Whether an option is on; nil for what is no option.
        public var isChecked: Bool?
        /// Whether it can be chosen now.
        public var isEnabled: Bool
        /// Whether it ends something: shown in red.
        public var isDestructive: Bool

        /// An item; one that can be chosen unless said otherwise.
        public init(
            _ id: Action, _ title: String, icon: Icon? = nil, shortcut: String? = nil, isChecked: Bool? = nil,
            isEnabled: Bool = true, isDestructive: Bool = false
        ) {
            self.id = id
            self.title = title
            self.icon = icon
            self.shortcut = shortcut
            self.isChecked = isChecked
            self.isEnabled = isEnabled
            self.isDestructive = isDestructive
        }
    }

    /// A row.
    public enum Entry: Sendable, Hashable {
        /// One thing to choose.
        case item(Item)
        /// Cells side by side, one of which is the present choice. `reason` says, in their place, why none can be chosen.
        case choices(title: String, cells: [Item], reason: String?)
        /// A line between groups.
        case separator
        /// What the rows below are about.
        case heading(String)
    }

    /// How things stand with a window, as far as its menu shows it.
    public struct State: Sendable, Hashable {
        /// Clicks go through.
        public var isClickThrough = false
        /// The window goes while the screen is shared; nil where nothing shares it, and no entry offers it.
        public var hidesWhileSharing: Bool? = false
        /// How much of the window is seen, in percent.
        public var opacity = 100
        /// Whether the desktop can show a window that is not opaque.
        public var hasCompositor = true
        /// The corner the window is in; nil when it is in none.
        public var corner: Corner?
        /// The window is tucked away at an edge.
        public var isStashed = false

        /// An opaque window in no corner, with a compositor and every option off.
        public init() {}
    }

    /// The rows, from the top.
    public var entries: [Entry]

    /// A menu of other rows than those of a mini window.
    public init(entries: [Entry]) { self.entries = entries }

    /// What is offered as the opacity, in percent.
    public static let opacities = [100, 85, 70, 55]

    /// The menu of a window of some kind.
    public init(kind: MiniControls.Kind, state: State = State()) {
        let isOut = !state.isStashed
        let opacities = Self.opacities.map { percent in
            Item(
                .opacity(percent), "\(percent) %", isChecked: percent == state.opacity, isEnabled: state.hasCompositor)
        }
        let corners = [Corner.upperLeft, .upperRight, .lowerLeft, .lowerRight].map { corner in
            Item(.corner(corner), Self.title(of: corner), isChecked: corner == state.corner && isOut, isEnabled: isOut)
        }
        entries = [
            .item(Item(.restore, "Back to full size", icon: .restore, shortcut: "R")),
            .item(Item(.hide, Self.hideTitle(kind), icon: .hide, shortcut: "H")),
            .item(Item(.stash, isOut ? "Tuck away" : "Bring back", icon: isOut ? .minimise : .float, shortcut: "S")),
            .separator,
            .item(Item(.clickThrough, "Let clicks through", isChecked: state.isClickThrough)),
        ]
        if let hides = state.hidesWhileSharing {
            entries.append(.item(Item(.hideWhileSharing, "Hide while I share my screen", isChecked: hides)))
        }
        entries += [
            .choices(
                title: state.hasCompositor ? "Opacity, %" : "Opacity", cells: opacities,
                reason: state.hasCompositor ? nil : "needs a compositor"),
            .choices(title: "Corner", cells: corners, reason: nil),
            .item(Item(.resetSize, "First size", icon: .shrink, isEnabled: isOut)),
            .separator,
            .item(Item(.help, "Keys", icon: .keyboard, shortcut: "?", isEnabled: isOut)),
            .item(Item(.close, kind.closeTitle, icon: .close, shortcut: "Ctrl+W", isDestructive: true)),
        ]
    }

    private static func hideTitle(_ kind: MiniControls.Kind) -> String {
        switch kind {
        case .call: "Hide, stay in the call"
        case .live: "Hide, keep watching"
        case .view: "Hide"
        }
    }

    private static func title(of corner: Corner) -> String {
        switch corner {
        case .upperLeft: "Upper left corner"
        case .upperRight: "Upper right corner"
        case .lowerLeft: "Lower left corner"
        case .lowerRight: "Lower right corner"
        }
    }

    // MARK: Reading and stepping

    /// The item that does something; nil when the menu has none.
    public func item(_ action: Action) -> Item? {
        entries.lazy.flatMap(\.items).first { $0.id == action }
    }

    /// What the Down key goes to: the next row that can be chosen, from the last on to the first. In a row of cells the
    /// present choice, else the first that can be chosen.
    ///
    /// - Parameter action: where it is now; nil for nowhere.
    public func next(after action: Action?) -> Action? { step(from: action, by: 1) }

    /// What the Up key goes to, as `next(after:)`.
    public func previous(before action: Action?) -> Action? { step(from: action, by: -1) }

    /// What the Right (1) and Left (-1) keys go to in a row of cells; nil where there is nothing beside.
    public func beside(_ action: Action, by step: Int) -> Action? {
        guard let row = entries.first(where: { $0.items.contains { $0.id == action } }) else { return nil }
        let cells = row.items.filter(\.isEnabled)
        guard let index = cells.firstIndex(where: { $0.id == action }), cells.indices.contains(index + step) else {
            return nil
        }
        return cells[index + step].id
    }

    private func step(from action: Action?, by step: Int) -> Action? {
        let rows = entries.map { entry in entry.items.filter(\.isEnabled) }.filter { !$0.isEmpty }
        guard !rows.isEmpty else { return nil }
        let now = rows.firstIndex { row in row.contains { $0.id == action } }
        let index = now.map { ($0 + step + rows.count) % rows.count } ?? (step > 0 ? 0 : rows.count - 1)
        return (rows[index].first { rows[index].count > 1 && $0.isChecked == true } ?? rows[index].first)?.id
    }
}

extension MiniMenu.Entry {
    /// What can be chosen in the row, now or at other times.
    var items: [MiniMenu.Item] {
        switch self {
        case .item(let item): [item]
        case .choices(_, let cells, _): cells
        case .separator, .heading: []
        }
    }
}
