import Glibc

/// Where to wait for calls: `HOST:PORT`. Pure.
public struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// A name or a number; `0.0.0.0` and `::` are all addresses of this machine.
    public var host: String
    /// 0 takes any that is free.
    public var port: Int

    /// The port when none is named. It means nothing, and no service is registered for it.
    public static let usualPort = 8617
    /// This machine alone.
    public static let loopback = ListenAddress(host: "127.0.0.1", port: usualPort)

    /// An address.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `HOST:PORT`, `HOST`, `:PORT` (all addresses), and IPv6 in brackets; nil when it is none of them.
    public init?(_ text: String) {
        var host = Substring(text)
        var port = Self.usualPort
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return nil }
            let rest = host[host.index(after: end)...]
            host = host[host.index(after: host.startIndex)..<end]
            guard host.contains(":"), host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return nil }
            guard rest.isEmpty || rest.first == ":" else { return nil }
            if !rest.isEmpty {
                guard let number = UInt16(rest.dropFirst()) else { return nil }
                port = Int(number)
            }
        } else {
            let parts = host.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2 else { return nil }
            if parts.count == 2 {
                guard let number = UInt16(parts[1]) else { return nil }
                port = Int(number)
                host = parts[0].isEmpty ? "0.0.0.0" : parts[0]
            }
            let isName = host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
            guard isName, !host.isEmpty, host.utf8.count <= 253 else { return nil }
        }
        self.init(host: String(host), port: port)
    }

    /// True when nobody on another machine can get there.
    public var isLoopback: Bool { Self.isLoopback(host) }

    /// As `init?(_:)` reads it.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// True for `localhost`, 127.0.0.0/8 and `::1` (RFC 6761, RFC 1122, RFC 4291).
    public static func isLoopback(_ host: String) -> Bool {
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        if bare.lowercased() == "localhost" || bare == "::1" { return true }
        var address = in_addr()
        return inet_pton(AF_INET, bare, &address) == 1 && UInt32(bigEndian: address.s_addr) >> 24 == 127
    }
}
