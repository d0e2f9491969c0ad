import Geometry

/// What a `test:` source draws, from the words after `test:`.
struct TestPattern: Sendable, Hashable {
    /// The pictures there are.
    enum Kind: String, Sendable, Hashable, CaseIterable {
        case clock, solid, bars, noise, counter
    }

    var kind = Kind.clock
    var size = Size(1280, 720)
    /// Frames a second.
    var rate = 30
    /// 0xRRGGBB; what `solid` is filled with.
    var color: UInt32 = 0x2266aa
    /// How many frames it has; nil for no end.
    var frameLimit: Int?

    /// Understands `[PATTERN][?size=WxH&fps=N&color=RRGGBB&frames=N]`.
    init(_ text: String) throws(MediaError) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let word = String(parts.first ?? "")
        if !word.isEmpty {
            guard let kind = Kind(rawValue: word) else {
                throw Self.bad("\"\(word)\" is not a test pattern", near: word, of: Kind.allCases.map(\.rawValue))
            }
            self.kind = kind
        }
        guard parts.count == 2 else { return }
        for option in parts[1].split(separator: "&") {
            let pair = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            try set(String(pair[0]), to: pair.count == 2 ? String(pair[1]) : "")
        }
    }

    private mutating func set(_ name: String, to value: String) throws(MediaError) {
        switch name {
        case "size":
            guard let size = Size(value), size.width <= 8192, size.height <= 8192 else {
                throw Self.badValue(name, value, "write size=1280x720, at most 8192x8192")
            }
            self.size = size
        case "fps":
            guard let rate = Int(value), (1...1000).contains(rate) else {
                throw Self.badValue(name, value, "write fps=30, from 1 to 1000")
            }
            self.rate = rate
        case "color":
            guard value.utf8.count == 6, let color = UInt32(value, radix: 16), !value.hasPrefix("+") else {
                throw Self.badValue(name, value, "write six hexadecimal digits, such as color=ff8800")
            }
            self.color = color
        case "frames":
            guard let frames = Int(value), frames >= 1 else {
                throw Self.badValue(name, value, "write frames=300, at least 1")
            }
            frameLimit = frames
        default:
            throw Self.bad(
                "\"\(name)\" is not an option of test:", near: name, of: ["size", "fps", "color", "frames"])
        }
    }

    private static func bad(_ why: String, near word: String, of words: [String]) -> MediaError {
        let near = MediaSource.nearest(word, of: words)
        return MediaSource.usage(why, "did you mean \(near)? (one of \(words.joined(separator: ", ")))")
    }

    private static func badValue(_ name: String, _ value: String, _ remedy: String) -> MediaError {
        MediaSource.usage("\"\(value)\" is not a value of \(name)", remedy)
    }
}
