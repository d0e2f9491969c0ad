/// What a desktop notification says and offers (Desktop Notifications Specification 1.2).
public struct DesktopNotification: Sendable, Equatable {
    /// Something that can be done right there.
    public struct Action: Sendable, Equatable {
        /// What is told when it was chosen.
        public var key: String
        /// What it is called.
        public var label: String

        /// An action.
        public init(_ key: String, _ label: String) {
            self.key = key
            self.label = label
        }
    }

    /// In a few words.
    public var title: String
    /// A sentence; plain text.
    public var text: String
    /// What it is about, such as `call.incoming`.
    public var category: String
    /// What can be done; not every desktop shows it.
    public var actions: [Action]
    /// It stays until it is closed, over what else there is.
    public var isUrgent: Bool

    /// A notification.
    public init(
        _ title: String, text: String = "", category: String = "", actions: [Action] = [], isUrgent: Bool = false
    ) {
        self.title = title
        self.text = text
        self.category = category
        self.actions = actions
        self.isUrgent = isUrgent
    }

    /// The arguments of `Notify`.
    ///
    /// - Parameter replaced: the number of one that it takes the place of; 0 for none.
    func arguments(replacing replaced: UInt32) -> [BusValue] {
        var hints: [String: BusValue] = ["urgency": .byte(isUrgent ? 2 : 1), "desktop-entry": .text("porthole")]
        if !category.isEmpty { hints["category"] = .text(category) }
        return [
            .text("Porthole"), .count(replaced), .text("camera-web"), .text(title), .text(Self.escaped(text)),
            .texts(actions.flatMap { [$0.key, $0.label] }), .table(hints), .number(isUrgent ? 0 : -1),
        ]
    }

    /// Desktops read marks in the text: what callers write must not be one.
    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: String(character)
            }
        }.joined()
    }
}
