// Servers named in HTTP: `Link: <turn:HOST>; rel="ice-server"; username="ann"; credential="secret"` (RFC 9725, 4.6; the
// form of the field is RFC 8288, section 3). Pure.
extension IceServer {
    /// More would only make gathering long.
    static let mostLinked = 8
    /// Bytes of a field that are looked at.
    static let longestLinks = 16 * 1024

    /// The servers in the value of a `Link` field, or of several with commas between them. Those that are none, and other
    /// links, are left out: whoever sent them may send anything.
    public static func linked(_ field: String) -> [IceServer] {
        guard field.utf8.count <= longestLinks else { return [] }
        var servers: [IceServer] = []
        var scanner = LinkScanner(field)
        while servers.count < mostLinked, let link = scanner.next() {
            if let server = IceServer(link), !servers.contains(server) { servers.append(server) }
        }
        return servers
    }

    private init?(_ link: LinkScanner.Link) {
        let relations = link.parameters["rel"]?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
        guard relations.contains("ice-server"), link.parameters["credential-type", default: "password"] == "password",
            let colon = link.target.firstIndex(of: ":")
        else { return nil }
        let scheme = link.target[..<colon].lowercased()
        let rest = link.target[link.target.index(after: colon)...]
        // A name and a password have fields of their own here.
        guard !rest.contains("@") else { return nil }
        var text = "\(scheme):\(rest)"
        if scheme != "stun", let user = link.parameters["username"], let password = link.parameters["credential"] {
            text = "\(scheme):\(user.addingPercentEscapes):\(password.addingPercentEscapes)@\(rest)"
        }
        guard let server = try? IceServer(text) else { return nil }
        self = server
    }

    /// As the value of a `Link` field; nil when the name or the password has signs that can't stand there.
    public var link: String? {
        guard kind != .stun else { return "<\(webAddress)>; rel=\"ice-server\"" }
        guard (user + password).utf8.allSatisfy({ (32...126).contains($0) }) else { return nil }
        return "<\(webAddress)>; rel=\"ice-server\"; username=\(Self.quoted(user)); "
            + "credential=\(Self.quoted(password)); credential-type=\"password\""
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }
}

/// Takes the value of `Link` fields apart (RFC 8288, section 3).
private struct LinkScanner {
    struct Link {
        var target: String
        /// By their names in small letters; the first of a name counts.
        var parameters: [String: String] = [:]
    }
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    /// The next link; nil when there is none any more. What is no link is gone over, to the next comma.
    mutating func next() -> Link? {
        while true {
            skip { $0 == UInt8(ascii: ",") || Self.isSpace($0) }
            guard let first = rest.first else { return nil }
            if first == UInt8(ascii: "<"), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
                var link = Link(target: String(Substring(rest[rest.index(after: rest.startIndex)..<end])))
                rest = rest[rest.index(after: end)...]
                if readParameters(into: &link) { return link }
            }
            skipLink()
        }
    }

    /// False when there is something else than parameters before the next comma.
    private mutating func readParameters(into link: inout Link) -> Bool {
        while true {
            skip(Self.isSpace)
            guard let sign = rest.first, sign != UInt8(ascii: ",") else { return true }
            guard sign == UInt8(ascii: ";") else { return false }
            rest.removeFirst()
            skip(Self.isSpace)
            let name = word().lowercased()
            skip(Self.isSpace)
            var value = ""
            if rest.first == UInt8(ascii: "=") {
                rest.removeFirst()
                skip(Self.isSpace)
                guard let read = rest.first == UInt8(ascii: "\"") ? quoted() : word() else { return false }
                value = read
            }
            if !name.isEmpty, link.parameters[name] == nil { link.parameters[name] = value }
        }
    }

    private mutating func word() -> String {
        let part = rest.prefix { !Self.isSpace($0) && !",;=\"<>".utf8.contains($0) }
        rest = rest[part.endIndex...]
        return String(Substring(part))
    }

    /// Nil when it has no end.
    private mutating func quoted() -> String? {
        var bytes: [UInt8] = []
        rest.removeFirst()
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(validating: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let next = rest.popFirst() else { return nil }
                bytes.append(next)
            default: bytes.append(byte)
            }
        }
        return nil
    }

    private mutating func skipLink() {
        while let byte = rest.first, byte != UInt8(ascii: ",") {
            if byte == UInt8(ascii: "\"") { _ = quoted() } else { rest.removeFirst() }
        }
    }

    private mutating func skip(_ isSkipped: (UInt8) -> Bool) { rest = rest.drop(while: isSkipped) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
}
