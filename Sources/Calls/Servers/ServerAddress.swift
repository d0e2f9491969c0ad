public import Foundation
public import Media

/// The address of a server that stands between many: `whip+https://…` to publish (RFC 9725), `whep+https://…` to watch,
/// `janus+https://HOST:PORT/janus?room=N` for a VideoRoom of Janus, and `?stream=N` for a stream of its Streaming plugin.
///
/// A token stands behind `#token=`, or in PORTHOLE_TOKEN: not in the part that servers write into their logs.
public struct ServerAddress: Sendable, Hashable {
    /// What is there.
    public enum Kind: Sendable, Hashable {
        /// An endpoint that takes what this side sends.
        case whip
        /// An endpoint that sends to this side.
        case whep
        /// A room of Janus; `name` is what this side is called there, nil for the user's name.
        case room(JanusID, pin: String?, name: String?)
        /// A stream of Janus.
        case stream(JanusID, pin: String?)
    }

    /// The word it was read from.
    public let text: String
    /// What is there.
    public let kind: Kind
    /// Where to ask by HTTP.
    public let url: URL
    /// Proves that this side may: the bearer token of WHIP and WHEP, the `token` of Janus. Nil when none was given.
    public let token: String?

    /// The server's name, for titles and sentences; with the port when one was written.
    public var host: String {
        let host = url.host ?? ""
        return url.port.map { "\(host):\($0)" } ?? host
    }

    /// For window titles.
    public var title: String {
        switch kind {
        case .whip, .whep: host
        case .room(let room, _, _): "Room \(room)"
        case .stream(let stream, _): "Stream \(stream)"
        }
    }

    /// The schemes that are understood.
    public static let schemes = ["whip+https", "whip+http", "whep+https", "whep+http", "janus+https", "janus+http"]

    /// Understands `text`; nil when it is not the address of such a server, but perhaps a source. Nothing is asked yet.
    ///
    /// - Parameter token: the one of the surroundings, which a token in the address goes before.
    /// - Throws: `MediaError` of kind `.usage`: what is wrong with it and how it is written.
    public static func parse(_ text: String, token: String? = nil) throws(MediaError) -> ServerAddress? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon].lowercased()
        guard let plus = scheme.firstIndex(of: "+"), ["whip", "whep", "janus"].contains(String(scheme[..<plus])) else {
            return nil
        }
        let (protocolName, carrier) = (scheme[..<plus], scheme[scheme.index(after: plus)...])
        guard carrier == "http" || carrier == "https" else {
            throw usage("\"\(scheme):\" is not a kind of address", "write \(protocolName)+https://HOST/…")
        }
        guard text.utf8.count <= 8192, text.utf8.allSatisfy({ $0 > 32 && $0 != 127 }),
            var parts = URLComponents(string: String(carrier) + String(text[colon...])),
            let host = parts.host, !host.isEmpty
        else { throw usage("it names no host or is not a URL", "write \(scheme)://HOST/…") }
        guard parts.user == nil, parts.password == nil else {
            throw usage("it has a name or password in it", "give a token after #token=, or in PORTHOLE_TOKEN")
        }
        let ownToken = try readToken(parts.fragment)
        parts.fragment = nil
        let kind: Kind =
            switch protocolName {
            case "whip": .whip
            case "whep": .whep
            default: try readJanus(&parts, scheme)
            }
        guard let url = parts.url else { throw usage("it is not a URL", "write \(scheme)://HOST/…") }
        let surrounding = token.flatMap { $0.isEmpty ? nil : $0 }
        return ServerAddress(text: text, kind: kind, url: url, token: ownToken ?? surrounding)
    }

    private static func readToken(_ fragment: String?) throws(MediaError) -> String? {
        guard let fragment, !fragment.isEmpty else { return nil }
        guard fragment.hasPrefix("token="), fragment.count > "token=".count else {
            throw usage("what stands behind # is no token", "write #token=TOKEN")
        }
        let token = fragment.dropFirst("token=".count)
        // RFC 6750, section 2.1, and nothing that would end a header.
        guard token.utf8.allSatisfy({ (33...126).contains($0) }) else {
            throw usage("the token has a character that none may have", "check the token")
        }
        return String(token)
    }

    private static func readJanus(_ parts: inout URLComponents, _ scheme: String) throws(MediaError) -> Kind {
        let form = "\(scheme)://HOST:8088/janus?room=N[&pin=PIN][&name=NAME] or ?stream=N[&pin=PIN]"
        var values: [String: String] = [:]
        for item in parts.queryItems ?? [] {
            guard ["room", "stream", "pin", "name"].contains(item.name) else {
                throw usage("\"\(item.name)\" says nothing about a room", "write \(form)")
            }
            guard let value = item.value, !value.isEmpty, values[item.name] == nil else {
                throw usage("\"\(item.name)\" has no value, or two", "write \(form)")
            }
            values[item.name] = value
        }
        parts.queryItems = nil
        while parts.path.hasSuffix("/") { parts.path.removeLast() }
        if parts.path.isEmpty { parts.path = "/janus" }
        switch (values["room"], values["stream"]) {
        case (let room?, nil): return .room(JanusID(room), pin: values["pin"], name: values["name"])
        case (nil, let stream?) where values["name"] == nil: return .stream(JanusID(stream), pin: values["pin"])
        default: throw usage("it has to name a room or a stream", "write \(form)")
        }
    }

    private static func usage(_ why: String, _ remedy: String) -> MediaError {
        MediaError(.usage, "can't understand the address", why: why, remedy: remedy)
    }
}
