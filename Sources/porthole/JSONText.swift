/// JSON (RFC 8259) in one line, with the fields in the order they are given: what `JSONEncoder` can't promise.
nonisolated enum JSONText {
    /// A string in its quotes, escaped.
    static func string(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\r": out += "\\r"
            case "\t": out += "\\t"
            // Line and paragraph separators are legal, but end a line for readers that split by Unicode's rules.
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }

    /// An object of fields whose values are JSON already.
    static func object(_ fields: [(name: String, value: String)]) -> String {
        "{" + fields.map { string($0.name) + ":" + $0.value }.joined(separator: ",") + "}"
    }

    /// A list of values that are JSON already.
    static func array(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }

    /// Nanoseconds (not negative) as seconds with six decimals, rounded down.
    static func seconds(_ nanoseconds: Int64) -> String {
        let microseconds = max(0, nanoseconds) / 1000
        let decimals = String(microseconds % 1_000_000)
        return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - decimals.count) + decimals
    }
}
