/// Where and how others call: what an answering side shows. Pure.
public struct Invitation: Sendable, Hashable {
    /// Whether the way is encrypted: always, unless it does not leave this machine.
    public let isSecure: Bool
    /// As others reach it.
    public let host: String
    /// As others reach it.
    public let port: Int
    /// What callers have to show.
    public let pass: AnswerPass
    /// SHA-256 of the public key; nil without encryption.
    public let fingerprint: String?

    init(isSecure: Bool, host: String, port: Int, pass: AnswerPass, fingerprint: String?) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.pass = pass
        self.fingerprint = fingerprint
    }

    /// Without token and fingerprint.
    public var site: String {
        "\(isSecure ? "https" : "http")://\(ListenAddress(host: host, port: port))"
    }

    /// All in one, for `porthole call` and for a browser: what stands behind the `#` is not sent over the network.
    public var address: String {
        "\(site)/#token=\(Self.encoded(pass.text))" + (fingerprint.map { "&sha256=\($0)" } ?? "")
    }

    /// With nothing in it that means something in an address: "+" is a space to browsers (RFC 3986, unreserved).
    private static func encoded(_ token: String) -> String {
        token.utf8.map { byte in
            let letter = Character(Unicode.Scalar(byte))
            let isPlain = letter.isASCII && (letter.isLetter || letter.isNumber || "-._~".contains(letter))
            return isPlain ? String(letter) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
