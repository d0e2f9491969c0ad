import Glibc

/// What a caller has to show (`Authorization: Bearer`, RFC 6750): a token that was chosen, or a code that is good for one
/// call. Pure.
public struct AnswerPass: Sendable, Hashable {
    /// What it is.
    public let text: String
    /// It is a code: after a call that was taken there is another one.
    public let isCode: Bool

    /// The letters and figures of codes, without those that look like others: forty bits in eight of them.
    private static let alphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")

    /// A new code.
    static func code() -> AnswerPass {
        var letters = (0..<8).map { _ in alphabet[Int.random(in: 0..<alphabet.count)] }
        letters.insert("-", at: 4)
        return AnswerPass(text: String(letters), isCode: true)
    }

    /// A token; nil when it can't stand in a header (`b64token`, RFC 6750 2.1), or is shorter than eight characters.
    public init?(token: String) {
        guard token.utf8.count >= 8, token.utf8.count <= 256,
            token.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-._~+/=".contains($0)) })
        else { return nil }
        self.init(text: token, isCode: false)
    }

    private init(text: String, isCode: Bool) {
        self.text = text
        self.isCode = isCode
    }

    /// Whether a header shows it. A code may be typed in small letters and without its dash.
    ///
    /// Takes the same time for every wrong one of the same length.
    func isShown(by authorization: String?) -> Bool {
        guard let authorization, authorization.lowercased().hasPrefix("bearer ") else { return false }
        var shown = authorization.dropFirst(7).drop { $0 == " " }[...]
        while shown.last == " " { shown.removeLast() }
        guard isCode else { return Self.isSame(Array(text.utf8), Array(shown.utf8)) }
        return Self.isSame(Self.bare(text[...]), Self.bare(shown))
    }

    private static func bare(_ code: Substring) -> [UInt8] {
        Array(code.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }.map { $0 >= 97 ? $0 & ~32 : $0 })
    }

    private static func isSame(_ real: [UInt8], _ shown: [UInt8]) -> Bool {
        var difference = real.count ^ shown.count
        for index in shown.indices { difference |= Int(real[index % real.count] ^ shown[index]) }
        return difference == 0
    }
}

/// Wrong tokens by address: whoever guesses has to wait. Pure.
struct GuessBudget: Sendable {
    /// Wrong ones that are forgiven within a minute.
    static let allowed = 10
    private static let most = 1024
    private static let minute: Int64 = 60_000_000_000
    private var guesses: [String: (count: Int, since: Int64)] = [:]

    /// Whether somebody has guessed too often lately.
    func isSpent(_ address: String, at now: Int64) -> Bool {
        // Who has so many addresses has guessed enough: those that are not noted wait like the others.
        guard let entry = guesses[Self.network(address)] else {
            return guesses.count >= Self.most && guesses.values.count { now - $0.since < Self.minute } >= Self.most
        }
        return entry.count >= Self.allowed && now - entry.since < Self.minute
    }

    /// A wrong one.
    mutating func note(_ address: String, at now: Int64) {
        guesses = guesses.filter { now - $0.value.since < Self.minute }
        let network = Self.network(address)
        // Nobody fills the memory with addresses.
        guard guesses[network] != nil || guesses.count < Self.most else { return }
        guesses[network, default: (0, now)].count += 1
    }

    /// Of IPv6 the first half, which is one household's (RFC 6177): nobody has to guess with one address there.
    private static func network(_ address: String) -> String {
        var bytes = in6_addr()
        let number = address.prefix { $0 != "%" }.trimmingPrefix("[").prefix { $0 != "]" }
        guard address.contains(":"), inet_pton(AF_INET6, String(number), &bytes) == 1 else { return address }
        return withUnsafeBytes(of: bytes) { $0.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") }
    }
}
