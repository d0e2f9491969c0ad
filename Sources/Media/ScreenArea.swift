public import Geometry

/// What of an X screen is captured, in device pixels.
public enum ScreenArea: Sendable, Hashable {
    /// All of it.
    case whole
    /// A part of it. It has to lie on the screen: what does not is not caught.
    case region(Rect)
    /// A window by its number (XID), with the size it has when capturing begins, or a part of it, by its own coordinates. It
    /// has to be viewable, and what is captured on the screen: the server gives nothing else (MIT-SHM ShmGetImage).
    case window(UInt, part: Rect? = nil)

    /// Reads nothing, `WxH+X+Y`, or a window's number, decimal or with `0x`; nil for other words.
    public init?(_ text: String) {
        if text.isEmpty {
            self = .whole
        } else if let id = Self.windowNumber(text) {
            self = .window(id)
        } else if let rect = Self.rectangle(text) {
            self = .region(rect)
        } else {
            return nil
        }
    }

    /// As it is read.
    public var text: String {
        switch self {
        case .whole: ""
        case .region(let rect): "\(rect.width)x\(rect.height)+\(rect.x)+\(rect.y)"
        case .window(let id, _): "0x" + String(id, radix: 16)
        }
    }

    /// The shortest side of a part, in pixels: less is a slip of the hand.
    public static let shortest = 16

    /// A window's number as X tools print it; nil for what no client's window can have: the lowest 2^18 numbers are the
    /// server's own, and all have 29 bits (X11 protocol, resource identifiers).
    public static func windowNumber(_ text: String) -> UInt? {
        let id = text.lowercased().hasPrefix("0x") ? UInt(text.dropFirst(2), radix: 16) : UInt(text)
        return id.flatMap { $0 >= 1 << 18 && $0 < 1 << 29 ? $0 : nil }
    }

    /// A rectangle as X tools write it (XParseGeometry), with whole numbers from 0; nil when a side is shorter than `shortest`.
    public static func rectangle(_ text: String) -> Rect? {
        let parts = text.lowercased().split(separator: "+", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false)
        let words = sides + parts[1...]
        // 32767 is where X's own coordinates end.
        let numbers = words.compactMap { word in
            word.allSatisfy { $0.isASCII && $0.isNumber } ? Int(word).flatMap { $0 <= 32767 ? $0 : nil } : nil
        }
        guard words.count == 4, numbers.count == 4, min(numbers[0], numbers[1]) >= shortest else { return nil }
        return Rect(x: numbers[2], y: numbers[3], width: numbers[0], height: numbers[1])
    }
}
