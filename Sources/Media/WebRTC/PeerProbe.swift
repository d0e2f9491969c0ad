import Glibc

/// Where the other side is reached.
struct PeerAddress: Sendable, Hashable {
    let host: String
    let port: UInt16
}

/// Finds out whether anybody is still at the addresses of the other side: a machine that runs answers a packet to a port
/// that nobody has any more (ICMP port unreachable), which a killed program can't prevent.
///
/// Silence says nothing: a network may be away. Only on one queue; nothing blocks.
final class PeerProbe {
    private var sockets: [Int32] = []
    private var isRefused = Set<Int32>()

    /// - Parameter addresses: numbers of IPv4 or IPv6 with ports of UDP; eight of them are used at most.
    init(_ addresses: Set<PeerAddress>) {
        for address in addresses.sorted(by: { ($0.host, $0.port) < ($1.host, $1.port) }).prefix(8) {
            if let socket = Self.connect(address.host, address.port) { sockets.append(socket) }
        }
    }

    deinit { for socket in sockets { close(socket) } }

    /// Sends a packet to each address, and looks what became of the ones before.
    ///
    /// - Returns: true when every address has said that nobody is there.
    func ask() -> Bool {
        var byte: UInt8 = 0
        for socket in sockets {
            // The error of the packet before comes first, with either call.
            for _ in 0..<2 where recv(socket, &byte, 1, Int32(MSG_DONTWAIT)) < 0 && errno == ECONNREFUSED {
                isRefused.insert(socket)
            }
            // Something that no program takes for its own: neither STUN, nor DTLS, nor RTP (RFC 7983).
            byte = 255
            if send(socket, &byte, 1, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) < 0, errno == ECONNREFUSED {
                isRefused.insert(socket)
            }
        }
        return !isRefused.isEmpty && isRefused.count == sockets.count
    }

    private static func connect(_ host: String, _ port: UInt16) -> Int32? {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0, let list else { return nil }
        defer { freeaddrinfo(list) }
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(list.pointee.ai_family, type, 0)
        guard descriptor >= 0 else { return nil }
        guard Glibc.connect(descriptor, list.pointee.ai_addr, list.pointee.ai_addrlen) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
