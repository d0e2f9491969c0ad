public import Frames

/// Somebody in a call, as screens show them.
public struct Person: Sendable, Hashable {
    /// Their name; may be empty.
    public var name: String
    /// Their picture, if they have one.
    public var picture: Bitmap?
    /// Whether they can be heard.
    public var isMuted: Bool
    /// Whether they speak now.
    public var isSpeaking: Bool

    /// Somebody.
    public init(_ name: String, picture: Bitmap? = nil, isMuted: Bool = false, isSpeaking: Bool = false) {
        self.name = name
        self.picture = picture
        self.isMuted = isMuted
        self.isSpeaking = isSpeaking
    }

    /// One or two letters or figures that stand for a name: of its first and last word; nil when it has none.
    public var initials: String? {
        let words = name.split(whereSeparator: \.isWhitespace)
            .compactMap { word in word.first { $0.isLetter || $0.isNumber } }
        guard let first = words.first else { return nil }
        let last = words.count > 1 ? words.last : nil
        return (String(first) + (last.map(String.init) ?? "")).uppercased()
    }

    /// Two people are the same when they look the same.
    public static func == (a: Person, b: Person) -> Bool {
        a.name == b.name && a.picture === b.picture && a.isMuted == b.isMuted && a.isSpeaking == b.isSpeaking
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
