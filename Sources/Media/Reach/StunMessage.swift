import CGStreamer

/// A message of STUN and TURN (RFC 8489, RFC 8656), as far as asking a server whether it works needs it. Pure.
struct StunMessage: Sendable, Hashable {
    /// What is asked for.
    enum Method: UInt16, Sendable {
        case binding = 0x001
        case allocate = 0x003
        case refresh = 0x004
    }
    /// What a server answers.
    enum Reply: Sendable, Hashable {
        /// It was done.
        case success
        /// It was not, with the code; a server that wants to know who asks gives its realm and a nonce.
        case failure(code: Int, realm: String, nonce: String)
    }
    /// Who asks, once the server has said for whom and when it wants to know.
    struct Credentials: Sendable, Hashable {
        var user: String
        var password: String
        var realm: String
        var nonce: String
    }

    private enum Attribute {
        static let username: UInt16 = 0x0006
        static let integrity: UInt16 = 0x0008
        static let error: UInt16 = 0x0009
        static let lifetime: UInt16 = 0x000d
        static let realm: UInt16 = 0x0014
        static let nonce: UInt16 = 0x0015
        static let transport: UInt16 = 0x0019
    }
    private static let cookie: [UInt8] = [0x21, 0x12, 0xa4, 0x42]
    /// Bytes before the attributes.
    static let headLength = 20

    let method: Method
    /// Twelve bytes drawn at random, which the answer repeats.
    let transaction: [UInt8]

    init(_ method: Method, transaction: [UInt8] = (0..<12).map { _ in .random(in: 0...255) }) {
        self.method = method
        self.transaction = transaction
    }

    /// The request's bytes.
    ///
    /// - Parameter lifetime: seconds for which an address is wanted; 0 gives it back.
    func request(_ credentials: Credentials? = nil, lifetime: UInt32? = nil) -> [UInt8] {
        var body: [UInt8] = []
        func add(_ type: UInt16, _ value: [UInt8]) {
            body += Self.bytes(type) + Self.bytes(UInt16(value.count)) + value
            while body.count % 4 != 0 { body.append(0) }
        }
        // 17: UDP between the server and the other side.
        if method == .allocate { add(Attribute.transport, [17, 0, 0, 0]) }
        if let lifetime {
            add(Attribute.lifetime, Self.bytes(UInt16(lifetime >> 16)) + Self.bytes(UInt16(lifetime & 0xffff)))
        }
        guard let credentials else { return head(body.count) + body }
        add(Attribute.username, Array(credentials.user.utf8))
        add(Attribute.nonce, Array(credentials.nonce.utf8))
        add(Attribute.realm, Array(credentials.realm.utf8))
        // The sum covers all that stands before it, with the length as it will be: 24 bytes more.
        let covered = head(body.count + 24) + body
        let key = Self.md5(Array("\(credentials.user):\(credentials.realm):\(credentials.password)".utf8))
        add(Attribute.integrity, Self.hmac(key, covered))
        return head(body.count) + body
    }

    /// What the bytes answer to this request; nil when they don't, or make no sense.
    func reply(_ bytes: [UInt8]) -> Reply? {
        guard bytes.count >= Self.headLength, Array(bytes[4..<8]) == Self.cookie, Array(bytes[8..<20]) == transaction,
            Self.length(bytes) == bytes.count
        else { return nil }
        switch Self.number(bytes, 0) {
        case method.rawValue | 0x0100: return .success
        case method.rawValue | 0x0110: break
        default: return nil
        }
        var (code, realm, nonce) = (0, "", "")
        var at = Self.headLength
        while at + 4 <= bytes.count {
            let (type, length) = (Self.number(bytes, at), Int(Self.number(bytes, at + 2)))
            guard at + 4 + length <= bytes.count else { return nil }
            let value = Array(bytes[(at + 4)..<(at + 4 + length)])
            switch type {
            case Attribute.error where length >= 4: code = Int(value[2] & 7) * 100 + Int(value[3])
            case Attribute.realm: realm = String(decoding: value, as: UTF8.self)
            case Attribute.nonce: nonce = String(decoding: value, as: UTF8.self)
            default: break
            }
            at += 4 + (length + 3) / 4 * 4
        }
        return .failure(code: code, realm: realm, nonce: nonce)
    }

    /// How long a message is, by its head; nil when that makes no sense.
    static func length(_ head: [UInt8]) -> Int? {
        guard head.count >= headLength, head[0] < 0x40 else { return nil }
        return headLength + Int(number(head, 2))
    }

    private func head(_ length: Int) -> [UInt8] {
        Self.bytes(method.rawValue) + Self.bytes(UInt16(length)) + Self.cookie + transaction
    }

    private static func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xff)] }

    private static func number(_ bytes: [UInt8], _ at: Int) -> UInt16 { UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1]) }

    private static func md5(_ bytes: [UInt8]) -> [UInt8] {
        hex(g_compute_checksum_for_data(G_CHECKSUM_MD5, bytes, gsize(bytes.count)))
    }

    private static func hmac(_ key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        hex(g_compute_hmac_for_data(G_CHECKSUM_SHA1, key, gsize(key.count), bytes, gsize(bytes.count)))
    }

    private static func hex(_ text: UnsafeMutablePointer<CChar>?) -> [UInt8] {
        guard let text else { preconditionFailure("GLib knows these sums") }
        defer { g_free(text) }
        let digits = Array(String(cString: text).utf8)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16)
        }
    }
}
