/// A server that helps two sides to reach each other: STUN tells a side its outer address (RFC 8489), TURN relays what
/// goes between them (RFC 8656).
public struct IceServer: Sendable, Hashable, CustomStringConvertible {
    /// What it does, as the scheme of its address (RFC 7064, RFC 7065).
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Tells the outer address.
        case stun
        /// Relays.
        case turn
        /// Relays, and is spoken to over TLS. For browsers alone: libnice 0.1.21 takes such a server, and then speaks to
        /// its port without TLS, which is not what was asked for.
        case turns
    }
    /// How it is spoken to.
    public enum Carrier: String, Sendable, Hashable, CaseIterable {
        /// By datagrams: the usual way.
        case udp
        /// By a stream: where a firewall lets no datagrams through.
        case tcp
    }

    /// What it does.
    public let kind: Kind
    /// Its name or address; of IPv6 without brackets.
    public let host: String
    /// Its port: 3478 unless it is named, 5349 for TLS.
    public let port: UInt16
    /// Who is to show which password; empty for STUN.
    public let user: String
    /// The password.
    public let password: String
    /// How it is spoken to.
    public let carrier: Carrier

    /// Why an address is none; the password is never part of it.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is wrong with it, and what to write instead.
        public let description: String

        init(_ what: String, _ remedy: String) {
            description = "can't use an ICE server: \(what); \(remedy)"
        }
    }

    /// Reads `stun:HOST[:PORT]` or `turn[s]:USER:PASSWORD@HOST[:PORT][?transport=udp|tcp]`.
    ///
    /// Signs that mean something else here are written as in URLs, `%40` for `@`.
    /// - Throws: what is wrong with it.
    public init(_ text: String) throws(Problem) {
        let form = "write stun:HOST:PORT or turn:USER:PASSWORD@HOST:PORT"
        guard text.utf8.count <= 1024, let colon = text.firstIndex(of: ":"),
            let kind = Kind(rawValue: text[..<colon].lowercased())
        else { throw Problem("its address begins with none of stun:, turn: and turns:", form) }
        var rest = text[text.index(after: colon)...]
        // Some write it as a URL.
        if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
        var carrier = kind == .turns ? Carrier.tcp : .udp
        if let mark = rest.lastIndex(of: "?"), rest[mark...].hasPrefix("?transport=") {
            guard kind != .stun, let named = Carrier(rawValue: rest[mark...].dropFirst(11).lowercased()) else {
                throw Problem("?transport= is not udp or tcp, or stands behind a stun: address", form)
            }
            carrier = named
            rest = rest[..<mark]
        }
        let at = rest.lastIndex(of: "@")
        if kind == .stun, at != nil {
            throw Problem("a stun: server takes no user and password", "write stun:HOST:PORT")
        }
        if kind == .stun {
            (user, password) = ("", "")
        } else {
            guard let at, let cut = rest[..<at].firstIndex(of: ":"),
                let user = rest[..<cut].removingPercentEscapes, !user.isEmpty,
                let password = rest[rest.index(after: cut)..<at].removingPercentEscapes, !password.isEmpty
            else { throw Problem("a \(kind.rawValue): server needs a user and a password", form) }
            (self.user, self.password) = (user, password)
            rest = rest[rest.index(after: at)...]
        }
        guard let place = Self.place(rest, kind == .turns ? 5349 : 3478) else {
            throw Problem("its host or port makes no sense", "\(form); an IPv6 address stands in [ ]")
        }
        (host, port) = place
        (self.kind, self.carrier) = (kind, carrier)
    }

    /// Reads several, with space between them.
    ///
    /// - Throws: what is wrong with the first that is none.
    public static func list(_ text: String) throws(Problem) -> [IceServer] {
        var servers: [IceServer] = []
        for word in text.split(whereSeparator: \.isWhitespace) { servers.append(try IceServer(String(word))) }
        return servers
    }

    /// Without user and password: `turn:example.org:3478`.
    public var description: String { "\(kind.rawValue):\(place)" }

    /// As a browser takes it (RTCIceServer).
    public var webAddress: String { kind == .stun ? description : "\(description)?transport=\(carrier.rawValue)" }

    /// As `webrtcbin` takes it; nil for what it can't speak to.
    var elementAddress: String? {
        switch kind {
        case .stun: "stun://\(place)"
        case .turn:
            "turn://\(user.addingPercentEscapes):\(password.addingPercentEscapes)@\(place)?transport=\(carrier.rawValue)"
        case .turns: nil
        }
    }

    private var place: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    private static func place(_ text: Substring, _ usual: UInt16) -> (String, UInt16)? {
        var host = text
        var port: Substring?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            guard host.contains(":"), host.allSatisfy({ $0.isASCII && ($0.isHexDigit || $0 == ":" || $0 == ".") })
            else {
                return nil
            }
            let behind = text[text.index(after: end)...]
            guard behind.isEmpty || behind.first == ":" else { return nil }
            if !behind.isEmpty { port = behind.dropFirst() }
        } else {
            if let colon = text.firstIndex(of: ":") {
                host = text[..<colon]
                port = text[text.index(after: colon)...]
            }
            guard !host.isEmpty, host.utf8.count <= 253,
                host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) })
            else { return nil }
        }
        guard let port else { return (String(host), usual) }
        guard port.allSatisfy({ $0.isASCII && $0.isNumber }), let number = UInt16(port), number > 0 else { return nil }
        return (String(host), number)
    }
}

extension StringProtocol {
    /// Nil when a per cent sign has no two hexadecimal digits behind it, or what comes out is no UTF-8 or has a zero.
    var removingPercentEscapes: String? {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst(), let low = rest.popFirst(),
                let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16), value != 0
            else { return nil }
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Everything but letters and figures as `%` and two digits.
    var addingPercentEscapes: String {
        utf8.map { byte in
            let sign = Character(UnicodeScalar(byte))
            if sign.isASCII, sign.isLetter || sign.isNumber || "-._~".contains(sign) { return String(sign) }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
