/// What Janus calls a room, a stream or a participant: a number, or a text when its configuration says `string_ids`.
public enum JanusID: Sendable, Hashable, CustomStringConvertible {
    /// The usual one.
    case number(UInt64)
    /// The other one.
    case text(String)

    /// A number when it looks like one.
    public init(_ text: String) { self = UInt64(text).map(JanusID.number) ?? .text(text) }

    /// As it is written in an address.
    public var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .text(let text): text
        }
    }
}

extension JanusID: Codable {
    /// A JSON number or string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(UInt64.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    /// A JSON number or string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}
