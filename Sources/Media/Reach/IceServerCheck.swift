import Dispatch
import Glibc

/// Asks servers whether they work, beside the call that wants to use them: `webrtcbin` says nothing of those that don't.
enum IceServerCheck {
    /// What came out.
    enum Verdict: Sendable, Hashable {
        /// It does what it is for.
        case works
        /// Nobody knows the name.
        case unknownHost
        /// Nothing comes from it.
        case silent
        /// It does not take user and password.
        case refusesCredentials
        /// It answers with another error code (RFC 8489, 14.8).
        case refuses(code: Int)
        /// This side can't speak to it.
        case unsupported

        /// What is wrong and what helps, for whoever calls; nil when nothing is.
        func sentence(_ server: IceServer) -> String? {
            let (why, remedy): (String, String)
            switch self {
            case .works: return nil
            case .unknownHost: (why, remedy) = ("nobody knows its name", "check its address")
            case .silent: (why, remedy) = ("it does not answer", "check its address and the firewall")
            case .refusesCredentials: (why, remedy) = ("it does not take the user and password", "check both")
            case .refuses(486), .refuses(508): (why, remedy) = ("it has no room left", "try again later")
            case .refuses(let code): (why, remedy) = ("it refuses with code \(code)", "ask whoever runs it")
            case .unsupported:
                (why, remedy) = (
                    "only browsers can speak TLS to a relay, libnice can't", "name it as turn: with ?transport=tcp too"
                )
            }
            return "the call goes on without \(server): \(why); \(remedy)"
        }
    }

    /// Asks all of them at the same time, each on a thread of its own for so many seconds at most.
    ///
    /// - Parameter tell: told each sentence, on those threads.
    static func begin(_ servers: [IceServer], seconds: Double = 4, tell: @escaping @Sendable (String) -> Void) {
        for server in servers {
            DispatchQueue(label: "porthole.ice-server").async {
                if let sentence = ask(server, seconds: seconds).sentence(server) { tell(sentence) }
            }
        }
    }

    /// Asks one. Blocks.
    static func ask(_ server: IceServer, seconds: Double = 4) -> Verdict {
        guard server.kind != .turns else { return .unsupported }
        guard let line = StunLine(server, until: Pacer.now() + Int64(seconds * 1e9)) else { return .unknownHost }
        guard server.kind == .turn else {
            return line.ask(StunMessage(.binding)) { $0.request() } == nil ? .silent : .works
        }
        switch line.ask(StunMessage(.allocate), { $0.request() }) {
        case nil: return .silent
        case .success: return .works
        case .failure(401, let realm, let nonce):
            let credentials = StunMessage.Credentials(
                user: server.user, password: server.password, realm: realm, nonce: nonce)
            switch line.ask(StunMessage(.allocate), { $0.request(credentials) }) {
            case nil: return .silent
            case .success:
                // It was only a question: the address is given back.
                _ = line.ask(StunMessage(.refresh)) { $0.request(credentials, lifetime: 0) }
                return .works
            case .failure(401, _, _), .failure(441, _, _): return .refusesCredentials
            case .failure(let code, _, _): return .refuses(code: code)
            }
        case .failure(let code, _, _): return .refuses(code: code)
        }
    }
}

/// A connection to a server that is asked. One thread; blocks.
private final class StunLine {
    private let descriptor: Int32
    private let isStream: Bool
    private let end: Int64

    /// Nil when the name is not known. A stream that does not connect answers nothing.
    init?(_ server: IceServer, until end: Int64) {
        self.end = end
        isStream = server.carrier == .tcp
        var hints = addrinfo()
        hints.ai_socktype = Int32((isStream ? SOCK_STREAM : SOCK_DGRAM).rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(server.host, "\(server.port)", &hints, &list) == 0, let first = list?.pointee else {
            return nil
        }
        defer { freeaddrinfo(list) }
        let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        descriptor = socket(first.ai_family, first.ai_socktype | flags, 0)
        // One that is refused shows when it is written to.
        _ = connect(descriptor, first.ai_addr, first.ai_addrlen)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Asks, again and again where packets get lost, and waits for the answer.
    func ask(_ message: StunMessage, _ bytes: (StunMessage) -> [UInt8]) -> StunMessage.Reply? {
        let request = bytes(message)
        var wait: Int64 = isStream ? end : 300_000_000
        if isStream, !isReady(POLLOUT, until: end) { return nil }
        while Pacer.now() < end {
            guard request.withUnsafeBytes({ send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }) > 0
            else {
                // Nobody has the port: by UDP that may change within seconds.
                if isStream { return nil }
                usleep(100_000)
                continue
            }
            if let reply = receive(message, until: min(end, isStream ? end : Pacer.now() + wait)) { return reply }
            if isStream { return nil }
            wait = min(wait * 2, 2_000_000_000)
        }
        return nil
    }

    private func receive(_ message: StunMessage, until limit: Int64) -> StunMessage.Reply? {
        var read: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 2048)
        while isReady(POLLIN, until: limit) {
            let count = recv(descriptor, &part, part.count, 0)
            guard count > 0 else {
                if isStream { return nil }
                // Nobody has the port.
                usleep(100_000)
                return nil
            }
            read = (isStream ? read : []) + part.prefix(count)
            guard let length = StunMessage.length(read) else {
                if isStream, read.count >= StunMessage.headLength { return nil }
                continue
            }
            if read.count >= length {
                if let reply = message.reply(Array(read.prefix(length))) { return reply }
                read.removeFirst(length)
            }
        }
        return nil
    }

    private func isReady(_ what: Int32, until limit: Int64) -> Bool {
        let left = (limit - Pacer.now()) / 1_000_000
        guard left > 0 else { return false }
        var entry = pollfd(fd: descriptor, events: Int16(what), revents: 0)
        return poll(&entry, 1, Int32(clamping: left)) > 0
    }
}
