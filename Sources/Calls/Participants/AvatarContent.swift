/// What stands for a participant without video: a picture, else initials, else an icon (spec L3).
public enum AvatarContent: Sendable, Hashable {
    /// The picture at this path.
    case picture(path: String)
    /// One or two letters of the name.
    case initials(String)
    /// A person.
    case icon

    /// What stands for `participant`.
    ///
    /// - Parameter isReadable: tells whether the picture at a path can be shown.
    public init(_ participant: Participant, isReadable: (String) -> Bool) {
        if let path = participant.avatarPath, isReadable(path) {
            self = .picture(path: path)
        } else {
            let initials = Self.initials(of: participant.name)
            self = initials.isEmpty ? .icon : .initials(initials)
        }
    }

    /// The first letters of the first and the last word; one for a single word, none without a letter or digit.
    public static func initials(of name: String) -> String {
        let words = name.split(whereSeparator: \.isWhitespace)
        let letters = words.compactMap { word in word.first { $0.isLetter || $0.isNumber } }
        guard let first = letters.first else { return "" }
        guard letters.count > 1, let last = letters.last else { return first.uppercased() }
        return first.uppercased() + last.uppercased()
    }
}
