/// The well-known name under which the instance of one display is found on the bus. Pure.
///
/// The session bus belongs to one user, so that the display is all there is to tell apart. Names follow the D-Bus
/// Specification 0.41, valid names: elements of letters, digits and `_`, at most 255 bytes.
public struct InstanceName: Sendable, Equatable {
    /// The name without its display.
    static let base = "app.porthole.Porthole"

    /// The name on the bus, such as `app.porthole.Porthole.display_0`.
    public let busName: String

    /// The name for a display as `DISPLAY` has it.
    ///
    /// `:0`, `:0.0` and `unix:0` are the same server and screen. Other bytes than letters and digits become `_` and two
    /// hexadecimal digits, so that no two displays share a name.
    public init(display: String) {
        var text = display[...]
        if let colon = text.lastIndex(of: ":") {
            let number = text[text.index(after: colon)...].split(separator: ".", omittingEmptySubsequences: false)
            if number.count == 2, number[1] == "0", number[0].allSatisfy(\.isNumber), !number[0].isEmpty {
                text = text.dropLast(2)
            }
            if text.hasPrefix("unix:") { text = text.dropFirst(4) }
        }
        if text.hasPrefix(":") { text = text.dropFirst() }
        busName = "\(Self.base).display_\(Self.short(Self.escaped(text.utf8)))"
    }

    /// The object path that GLib's tools derive from the name when they take it for an application's.
    var applicationPath: String { "/" + busName.map { $0 == "." ? "/" : String($0) }.joined() }

    private static func escaped(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in
            let character = Character(Unicode.Scalar(byte))
            if character.isASCII, character.isLetter || character.isNumber { return String(character) }
            return "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// A long text is cut, and its hash (FNV-1a, 64 bits) keeps it apart from others that begin alike.
    private static func short(_ text: String) -> String {
        guard text.utf8.count > 160 else { return text }
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "\(text.prefix(120))_\(String(hash, radix: 16))"
    }
}
