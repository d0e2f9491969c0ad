import Glibc

/// Finds out why a host could not be reached: GStreamer's sources word it differently, or not at all.
enum Reachability {
    /// Looks the host up and knocks at its port, for up to 2 s. Blocks.
    ///
    /// - Returns: nil when somebody listens there, or nothing can be told.
    static func check(_ endpoint: Endpoint, what: String) -> MediaError? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(endpoint.host, String(endpoint.port), &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard code == 0 else {
            return MediaError(
                .unknownHost, what, why: "the host \(endpoint.host) is not known",
                remedy: "check the name and the network")
        }
        var reason: Int32 = 0
        var next = list
        while let info = next {
            reason = connect(info.pointee)
            if reason == 0 { return nil }
            next = info.pointee.ai_next
        }
        let place = "\(endpoint.host):\(endpoint.port)"
        switch reason {
        case ECONNREFUSED:
            return MediaError(
                .refused, what, why: "the connection to \(place) is refused: nobody listens there",
                remedy: "check the port and that the server runs")
        case ETIMEDOUT:
            return MediaError(
                .timedOut, what, why: "\(place) does not answer", remedy: "check the address and the firewall")
        case ENETUNREACH, EHOSTUNREACH:
            return MediaError(
                .unknownHost, what, why: "there is no way to \(place): \(String(cString: strerror(reason)))",
                remedy: "check the network")
        default: return nil
        }
    }

    /// - Returns: an errno; 0 when somebody listens.
    private static func connect(_ info: addrinfo) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let socket = Glibc.socket(info.ai_family, type, 0)
        guard socket >= 0 else { return errno }
        defer { close(socket) }
        if Glibc.connect(socket, info.ai_addr, info.ai_addrlen) == 0 { return 0 }
        guard errno == EINPROGRESS else { return errno }
        var wait = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        guard poll(&wait, 1, 2000) > 0 else { return ETIMEDOUT }
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &length)
        return code
    }
}
