import CMicroHTTPD
import Dispatch
import Geometry
import Glibc

/// An HTTP server around libmicrohttpd: one thread, strict limits, answers that may take their time.
///
/// A request is read whole before it is handed on. While somebody thinks about the answer its connection rests; whether
/// the other end is still there can be asked. Nothing that others do holds a connection longer than `Limits.request`.
final class HTTPServer: @unchecked Sendable {
    /// What a stranger may take.
    struct Limits: Sendable {
        /// Bytes of a body.
        var body = 64 * 1024
        /// Connections at a time.
        var connections = 64
        /// Connections at a time from one address.
        var perAddress = 16
        /// Seconds without a byte.
        var idle = 10
        /// Seconds from the beginning of a connection, or the end of the request before, until a request is whole.
        var request = 20.0
    }
    /// Judges a request by its head; nil lets the body come.
    typealias Judge = @Sendable (HTTPHead) -> HTTPResponse?
    /// Is handed a whole request, on the server's thread; answers when it likes.
    typealias Handler = @Sendable (HTTPExchange) -> Void

    /// One open connection.
    private struct Entry {
        var socket: Int32
        var since: Int64
        /// An answer is being thought about.
        var rests = false
    }
    private struct Table {
        var isStopping = false
        var entries: [UInt: Entry] = [:]
        var exchanges: [ObjectIdentifier: HTTPExchange] = [:]
        var served = 0
    }

    let limits: Limits
    let judge: Judge
    let handler: Handler
    private let table = Lock(Table())
    private var daemon: OpaquePointer?
    private let queue = DispatchQueue(label: "porthole.http")
    private var timer: (any DispatchSourceTimer)?

    /// Begins to serve.
    ///
    /// - Parameters:
    ///   - socket: taken, and closed at the end.
    ///   - identity: with one it speaks TLS.
    /// - Throws: `AnswerError` when libmicrohttpd does not start.
    init(
        _ socket: ListenSocket, identity: TLSIdentity?, limits: Limits = Limits(), judge: @escaping Judge,
        handler: @escaping Handler
    ) throws(AnswerError) {
        self.limits = limits
        self.judge = judge
        self.handler = handler
        let data = Unmanaged.passUnretained(self).toOpaque()
        let started = Self.start(socket, identity, limits, data)
        guard let started else {
            close(socket.descriptor)
            throw AnswerError(
                "can't answer calls at \(socket.address)", why: "the HTTP server does not start",
                remedy: identity == nil ? "Look whether files can still be opened" : "Check certificate and key")
        }
        daemon = started
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
        timer.setEventHandler { [weak self] in self?.endSlow() }
        timer.activate()
        self.timer = timer
    }

    deinit { precondition(daemon == nil, "a server has to be stopped: its thread knows it") }

    /// How many connections are open.
    var connections: Int { table.withLock { $0.entries.count } }
    /// How many requests were answered.
    var served: Int { table.withLock { $0.served } }

    /// Answers what still waits, closes all connections and ends the thread. Half a second at most, and it blocks.
    func stop() {
        let waiting = table.withLock { table in
            table.isStopping = true
            return Array(table.exchanges.values)
        }
        for exchange in waiting { exchange.answer(HTTPResponse(503, "Nobody answers here any more.")) }
        // The answers need a moment to leave.
        for _ in 0..<25 where table.withLock({ !$0.exchanges.isEmpty }) { usleep(10_000) }
        timer?.cancel()
        timer = nil
        if let daemon { MHD_stop_daemon(daemon) }
        daemon = nil
    }

    private static func start(
        _ socket: ListenSocket, _ identity: TLSIdentity?, _ limits: Limits, _ data: UnsafeMutableRawPointer
    ) -> OpaquePointer? {
        shim_mhd_start(
            socket.descriptor, UInt32(limits.connections), UInt32(limits.perAddress), UInt32(limits.idle),
            identity?.key, identity?.certificate,
            { data, connection, url, method, _, upload, size, slot in
                guard let data, let connection, let slot, let size else { return shim_mhd_no() }
                let server = Unmanaged<HTTPServer>.fromOpaque(data).takeUnretainedValue()
                guard let known = slot.pointee else {
                    let exchange = HTTPExchange(
                        server, connection,
                        HTTPHead(
                            connection, method: method.map { String(cString: $0) } ?? "",
                            path: url.map { String(cString: $0) } ?? ""))
                    slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
                    return exchange.begin()
                }
                let exchange = Unmanaged<HTTPExchange>.fromOpaque(known).takeUnretainedValue()
                guard size.pointee > 0 else { return exchange.proceed() }
                defer { size.pointee = 0 }
                return exchange.take(UnsafeRawBufferPointer(start: upload, count: size.pointee))
                    ? shim_mhd_yes() : shim_mhd_no()
            },
            { data, connection, slot, _ in
                guard let data, let known = slot?.pointee else { return }
                slot?.pointee = nil
                let server = Unmanaged<HTTPServer>.fromOpaque(data).takeUnretainedValue()
                let exchange = Unmanaged<HTTPExchange>.fromOpaque(known).takeRetainedValue()
                server.end(exchange, connection)
            },
            { data, connection, _, code in
                guard let data, let connection else { return }
                let server = Unmanaged<HTTPServer>.fromOpaque(data).takeUnretainedValue()
                server.note(connection, isOpen: shim_mhd_is_start(code) != 0)
            }, data)
    }

    // MARK: Connections

    private func note(_ connection: OpaquePointer, isOpen: Bool) {
        let socket = isOpen ? shim_mhd_socket(connection) : -1
        table.withLock { table in
            table.entries[UInt(bitPattern: connection)] = isOpen ? Entry(socket: socket, since: Self.now) : nil
        }
    }

    /// Shuts connections that take too long for a request. libmicrohttpd counts idle seconds only: whoever sends a byte
    /// now and then would stay for ever.
    private func endSlow() {
        let limit = Int64(limits.request * 1_000_000_000)
        // Under the lock: a socket in the table is open, its number is nobody else's.
        table.withLock { table in
            for entry in table.entries.values where !entry.rests && Self.now - entry.since > limit {
                shutdown(entry.socket, bothWays)
            }
        }
    }

    private func end(_ exchange: HTTPExchange, _ connection: OpaquePointer?) {
        exchange.end()
        table.withLock { table in
            table.exchanges[ObjectIdentifier(exchange)] = nil
            table.served += 1
            let key = UInt(bitPattern: connection)
            table.entries[key]?.since = Self.now
            table.entries[key]?.rests = false
        }
    }

    /// Lets a connection rest until it is answered; false when the server is being stopped.
    func rest(_ exchange: HTTPExchange, _ connection: OpaquePointer) -> Bool {
        table.withLock { table in
            guard !table.isStopping else { return false }
            table.exchanges[ObjectIdentifier(exchange)] = exchange
            table.entries[UInt(bitPattern: connection)]?.rests = true
            // In here: whoever stops the server finds it and wakes it.
            MHD_suspend_connection(connection)
            return true
        }
    }

    /// Whether the other end of a resting connection has closed it.
    func hasLeft(_ connection: OpaquePointer) -> Bool {
        table.withLock { table in
            guard let entry = table.entries[UInt(bitPattern: connection)] else { return true }
            var state = pollfd(fd: entry.socket, events: Int16(POLLRDHUP), revents: 0)
            return poll(&state, 1, 0) > 0 && Int32(state.revents) & (POLLRDHUP | POLLHUP | POLLERR) != 0
        }
    }

    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// Not in Glibc's module: POLLRDHUP of poll(2).
private let POLLRDHUP: Int32 = 0x2000
