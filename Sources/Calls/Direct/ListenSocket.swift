import Glibc

/// A TCP socket that listens, with the address that it got.
struct ListenSocket: Sendable {
    /// Closed by whoever takes it.
    let descriptor: Int32
    /// With the real port.
    let address: ListenAddress

    /// Binds and listens; of a name's addresses the first that can be had.
    ///
    /// - Throws: `AnswerError` with what, why and what to do.
    init(_ wanted: ListenAddress) throws(AnswerError) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(wanted.host, "\(wanted.port)", &hints, &list)
        guard code == 0, let list else {
            throw AnswerError(
                "can't answer calls at \(wanted)", why: String(cString: gai_strerror(code)),
                remedy: "Name an address of this machine, such as --listen 127.0.0.1:\(ListenAddress.usualPort)")
        }
        defer { freeaddrinfo(list) }
        var failure = EADDRNOTAVAIL
        var next: UnsafeMutablePointer<addrinfo>? = list
        while let entry = next {
            next = entry.pointee.ai_next
            guard let address = entry.pointee.ai_addr else { continue }
            let socket = Glibc.socket(
                entry.pointee.ai_family,
                Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
            guard socket >= 0 else {
                failure = errno
                continue
            }
            // A port that an earlier run has just left is free.
            var on: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
            guard bind(socket, address, entry.pointee.ai_addrlen) == 0, listen(socket, 32) == 0 else {
                failure = errno
                close(socket)
                continue
            }
            descriptor = socket
            self.address = ListenAddress(host: wanted.host, port: Self.port(of: socket) ?? wanted.port)
            return
        }
        throw Self.explain(failure, wanted)
    }

    private static func explain(_ code: Int32, _ wanted: ListenAddress) -> AnswerError {
        let what = "can't answer calls at \(wanted)"
        switch code {
        case EADDRINUSE:
            return AnswerError(
                what, why: "another program listens there",
                remedy: "Name another port, such as --listen \(ListenAddress(host: wanted.host, port: 0).host):8618")
        case EACCES:
            return AnswerError(
                what, why: "ports below 1024 are the administrator's", remedy: "Name a port from 1024 on")
        default:
            return AnswerError(
                what, why: String(cString: strerror(code)), remedy: "Name an address that this machine has")
        }
    }

    private static func port(of socket: Int32) -> Int? {
        let name = SocketName(local: socket)
        return name.map(\.port)
    }
}

/// One end of a TCP connection, in numbers.
struct SocketName: Sendable, Hashable {
    /// Without brackets; an IPv4 address that came over an IPv6 socket is one of IPv4.
    let host: String
    let port: Int

    /// The near end.
    init?(local socket: Int32) { self.init { getsockname(socket, $0, $1) } }

    /// The far end.
    init?(remote socket: Int32) { self.init { getpeername(socket, $0, $1) } }

    private init?(_ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
        let isKnown = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                ask(address, &length) == 0
                    && getnameinfo(
                        address, length, &host, socklen_t(host.count), &port, socklen_t(port.count),
                        NI_NUMERICHOST | NI_NUMERICSERV) == 0
            }
        }
        guard isKnown, let number = Int(Self.text(port)) else { return nil }
        let name = Self.text(host)
        self.host = name.hasPrefix("::ffff:") && name.contains(".") ? String(name.dropFirst(7)) : name
        self.port = number
    }

    private static func text(_ bytes: [CChar]) -> String {
        String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
