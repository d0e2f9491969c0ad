import Foundation

/// Where a direct call goes: `https://HOST[:PORT][/PATH][#token=T&sha256=HEX]`, or `http://` on this machine. Pure.
public struct DirectAddress: Sendable, Hashable {
    /// What is wrong with an address, in words.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// In one line: what, why, what to do.
        public let description: String

        init(_ address: String, _ why: String) {
            let shown = address.split(separator: "#").first.map(String.init) ?? address
            description = "can't call \(shown): \(why)"
        }
    }

    /// Where the offer is posted, without what stands behind the `#`.
    public let endpoint: String
    /// As it stands in the address; IPv6 without brackets.
    public let host: String
    /// What is shown there.
    public var token: String?
    /// SHA-256 of the public key that the other side must have, in small hexadecimal digits; nil: its certificate has to
    /// be signed by somebody this machine trusts.
    public let pin: String?

    /// Whether a text is meant to be one, right or wrong.
    public static func isMeant(_ text: String) -> Bool {
        let start = text.prefix(8).lowercased()
        return start.hasPrefix("https://") || start.hasPrefix("http://")
    }

    /// Reads an address.
    ///
    /// - Throws: `Problem`; also for a way that is not encrypted and leaves this machine.
    public init(_ text: String) throws(Problem) {
        guard text.utf8.count <= 4096, var parts = URLComponents(string: text) else {
            throw Problem(text, "it is no address; it reads https://HOST:PORT")
        }
        let scheme = parts.scheme?.lowercased() ?? ""
        guard scheme == "https" || scheme == "http", let host = parts.host, !host.isEmpty else {
            throw Problem(text, "it names no machine; it reads https://HOST:PORT")
        }
        guard parts.user == nil, parts.password == nil else {
            throw Problem(text, "user and password have no place in it; give a token with --token")
        }
        if let port = parts.port, !(1...65_535).contains(port) { throw Problem(text, "\(port) is no port") }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        guard scheme == "https" || ListenAddress.isLoopback(host) else {
            throw Problem(text, "http:// is for this machine alone, others would hear all of it; use https://")
        }
        var values: [String: String] = [:]
        // Undone after splitting: a token may have "&", "=" or "%" in it.
        for pair in (parts.percentEncodedFragment ?? "").split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
            if sides.count == 2 { values[sides[0]] = sides[1].removingPercentEncoding ?? sides[1] }
        }
        token = values["token"]
        if let pin = values["sha256"] {
            let digits = pin.lowercased().filter { $0 != ":" }
            guard digits.count == 64, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
                throw Problem(text, "sha256 is no fingerprint: it has 64 hexadecimal digits")
            }
            self.pin = digits
        } else {
            pin = nil
        }
        parts.fragment = nil
        if parts.path.isEmpty || parts.path == "/" { parts.path = AnswerRoutes.endpoint }
        guard let endpoint = parts.string else { throw Problem(text, "it is no address; it reads https://HOST:PORT") }
        self.endpoint = endpoint
    }

    /// What windows call it: `HOST`, or `HOST:PORT`.
    public var title: String {
        let port = URLComponents(string: endpoint)?.port
        return port.map { ListenAddress(host: host, port: $0).description } ?? host
    }

    /// The addresses of this machine that media uses; empty: all of them. A name such as `localhost` may stand for either
    /// kind, and which one answers shows only when it does.
    public var localAddresses: [String] {
        guard ListenAddress.isLoopback(host) else { return [] }
        if host == "::1" { return ["::1"] }
        return host.lowercased() == "localhost" ? ["127.0.0.1", "::1"] : ["127.0.0.1"]
    }

    /// The endpoint with this side's name for itself.
    func endpoint(name: String) -> String {
        guard var parts = URLComponents(string: endpoint), !name.isEmpty else { return endpoint }
        parts.queryItems = (parts.queryItems ?? []) + [URLQueryItem(name: "name", value: name)]
        // "+" is a space to those who read forms.
        parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%2B")
        return parts.string ?? endpoint
    }

    /// Where a call is left that this side has named.
    func call(_ id: DoorState.ID) -> String? {
        guard var parts = URLComponents(string: endpoint) else { return nil }
        parts.query = nil
        parts.path += "/" + id
        return parts.string
    }

    /// Where `Location` leads: on the same server, or nowhere.
    func resource(_ location: String) -> String? {
        guard let base = URL(string: endpoint), let url = URL(string: location, relativeTo: base)?.absoluteURL,
            url.scheme == base.scheme, url.host == base.host, url.port == base.port
        else { return nil }
        return url.absoluteString
    }
}
