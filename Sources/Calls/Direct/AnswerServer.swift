import Dispatch
import Foundation
import Geometry
import Glibc
public import Media

/// Waits for direct calls: an HTTP server with one door, at which one caller rings at a time. Any thread.
///
/// Loopback addresses are served without encryption unless there is a certificate; all others speak TLS, with a
/// certificate that is made once when none is named.
public final class AnswerServer: Sendable {
    /// How to wait.
    public struct Options: Sendable {
        /// Where.
        public var listen = ListenAddress.loopback
        /// What callers have to show; nil: a code, made anew for each call.
        public var token: AnswerPass?
        /// PEM files of a certificate and its key; nil: one is made when one is needed.
        public var certificate: (file: String, key: String)?
        /// Where a certificate that is made is kept.
        public var stateFolder: String
        /// Servers that help browsers to reach this side; told to those who show the token.
        public var iceServers: [IceServer] = []
        /// Whether browsers are asked to let everything go through a TURN server.
        public var relayOnly = false
        /// Seconds that it rings.
        public var patience = 45.0

        /// This machine alone, with a code.
        public init(stateFolder: String) { self.stateFolder = stateFolder }
    }

    private struct State {
        var door: DoorState
        var calls: [DoorState.ID: IncomingCall] = [:]
        var pass: AnswerPass
        var guesses = GuessBudget()
        var hasTimer = false
    }
    private let queue = DispatchQueue(label: "porthole.answer")
    private let state: Lock<State>
    private let site: Invitation
    private let onEvent: @Sendable (AnswerEvent) -> Void
    private let configuration: HTTPResponse
    private let links: [HTTPResponse.Field]
    private let server = Lock<HTTPServer?>(nil)

    /// Begins to wait: names are looked up and keys are made on a thread of their own, which may take a second.
    ///
    /// - Parameter onEvent: told what happens, in order, on a private queue.
    /// - Throws: as `init`.
    public static func start(
        _ options: Options, onEvent: @escaping @Sendable (AnswerEvent) -> Void
    ) async throws(AnswerError) -> AnswerServer {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { () throws(AnswerError) in try AnswerServer(options, onEvent: onEvent) })
            }
        }
        return try result.get()
    }

    /// Begins to wait.
    ///
    /// - Parameter onEvent: told what happens, in order, on a private queue.
    /// - Throws: `AnswerError` when the address is taken, or certificate and key make no sense.
    public init(_ options: Options, onEvent: @escaping @Sendable (AnswerEvent) -> Void) throws(AnswerError) {
        let socket = try ListenSocket(options.listen)
        let identity: TLSIdentity?
        do throws(AnswerError) {
            if let files = options.certificate {
                identity = try TLSIdentity(certificateFile: files.file, keyFile: files.key)
            } else {
                identity = options.listen.isLoopback ? nil : try OwnIdentity(folder: options.stateFolder).load()
            }
        } catch {
            close(socket.descriptor)
            throw error
        }
        let pass = options.token ?? AnswerPass.code()
        self.onEvent = onEvent
        configuration = JoinConfiguration(options.iceServers, relayOnly: options.relayOnly).response
        let links = options.iceServers.compactMap(\.link).map { HTTPResponse.Field(name: "Link", value: $0) }
        self.links = links
        site = Invitation(
            isSecure: identity != nil, host: Self.reachable(socket.address.host), port: socket.address.port,
            pass: pass, fingerprint: identity?.fingerprint)
        state = Lock(State(door: DoorState(patience: Int64(options.patience * 1_000_000_000)), pass: pass))
        let limits = HTTPServer.Limits()
        let started = try HTTPServer(
            socket, identity: identity, limits: limits,
            judge: { [weak self] head in
                AnswerRoutes.judge(head, limit: limits.body, links: links) {
                    guard let self else { return false }
                    return self.admits(head)
                }
            }, handler: { [weak self] exchange in self?.handle(exchange) })
        server.withLock { $0 = started }
    }

    deinit {
        // Whoever forgot to stop it has no time for it either.
        guard let server = server.withLock({ $0 }) else { return }
        DispatchQueue.global().async { server.stop() }
    }

    /// Where and how others call now.
    public var invitation: Invitation {
        Invitation(
            isSecure: site.isSecure, host: site.host, port: site.port, pass: state.withLock { $0.pass },
            fingerprint: site.fingerprint)
    }

    /// So many calls run that did not come in here. With those that did, two run at once at most: whoever calls then gets
    /// to know that this side is busy.
    public func setOtherCalls(_ count: Int) { take(.others(count)) }

    /// Turns callers away and closes everything. Half a second at most.
    public func stop() async {
        take(.close)
        let stopped = server.withLock { server in
            defer { server = nil }
            return server
        }
        guard let stopped else { return }
        await withCheckedContinuation { continuation in
            queue.async {
                stopped.stop()
                continuation.resume()
            }
        }
    }

    // MARK: Requests, on the server's thread

    /// Whether the right token is shown; nil when somebody has guessed too often.
    private func admits(_ head: HTTPHead) -> Bool? {
        state.withLock { state in
            if state.guesses.isSpent(head.peer, at: HTTPServer.now) { return nil }
            if state.pass.isShown(by: head.authorization) { return true }
            // One who shows none at all asks; that is no guess.
            if head.authorization != nil { state.guesses.note(head.peer, at: HTTPServer.now) }
            return false
        }
    }

    private func handle(_ exchange: HTTPExchange) {
        switch AnswerRoutes.place(exchange.head.path) {
        case .session(let id):
            let call = state.withLock { $0.calls[id] }
            guard let call else { return exchange.answer(HTTPResponse(404, "There is no such call.")) }
            if exchange.head.method == "PATCH" { return call.restart(exchange) }
            call.leave()
            // One that rings still, or was just taken, is over too.
            take(.left(id))
            exchange.answer(HTTPResponse(200))
        case .endpoint: knock(exchange)
        case .configuration: exchange.answer(configuration)
        case .page, .nothing: exchange.answer(HTTPResponse(404))
        }
    }

    private func knock(_ exchange: HTTPExchange) {
        let offer = String(decoding: exchange.body, as: UTF8.self)
        do throws(PeerError) {
            // What can't be answered does not ring.
            try WebRTCPeer.check(offer: offer)
        } catch {
            return exchange.answer(IncomingCall.response(error))
        }
        let wanted = exchange.head.callID.flatMap { AnswerRoutes.isCallID($0[...]) ? $0 : nil }
        let id = state.withLock { state in
            // What the caller has chosen, so that they can leave before they know the answer; nobody else's.
            let id = wanted.flatMap { state.calls[$0] == nil ? $0 : nil } ?? AnswerRoutes.newCallID()
            state.calls[id] = IncomingCall(id: id, exchange, offer: offer, links: links) { [weak self] event in
                self?.take(event)
            }
            return id
        }
        take(.knock(id, at: HTTPServer.now))
    }

    // MARK: The door

    private func take(_ event: DoorState.Event) {
        queue.async { [self] in
            let effects = state.withLock { state in
                let (next, effects) = DoorState.reduce(state.door, event)
                state.door = next
                return effects
            }
            for effect in effects { carryOut(effect) }
            if case .over(let id) = event { state.withLock { $0.calls[id] = nil } }
            watch()
        }
    }

    private func carryOut(_ effect: DoorState.Effect) {
        switch effect {
        case .ring(let id): tell(id) { .ringing($0) }
        case .stopRinging(let id, nil):
            tell(id) { .accepted($0) }
            renewCode()
        case .stopRinging(let id, let why?):
            tell(id) { .stopped($0, isDeclined: why == .declined) }
        case .refuse(let id, let why):
            call(id)?.refuse(why)
            if why == .busy { tell(id) { .turnedAway($0) } }
            state.withLock { $0.calls[id] = nil }
        case .lose(let id): call(id)?.lose()
        }
    }

    private func call(_ id: DoorState.ID) -> IncomingCall? { state.withLock { $0.calls[id] } }

    private func tell(_ id: DoorState.ID, _ event: (IncomingCall) -> AnswerEvent) {
        if let call = call(id) { onEvent(event(call)) }
    }

    /// A code is good for one call.
    private func renewCode() {
        let isNew = state.withLock { state in
            if state.pass.isCode { state.pass = .code() }
            return state.pass.isCode
        }
        if isNew { onEvent(.invitation(invitation)) }
    }

    /// Ten times a second while somebody rings or waits for the answer: whether they are still there, and the time.
    private func watch() {
        let isNeeded = state.withLock { state in
            let door = state.door
            guard door.ringing != nil || !door.taken.isEmpty, !state.hasTimer else { return false }
            state.hasTimer = true
            return true
        }
        guard isNeeded else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(100)) { [weak self] in self?.look() }
    }

    private func look() {
        let door = state.withLock { state in
            state.hasTimer = false
            return state.door
        }
        if let ringing = door.ringing {
            take(call(ringing.id)?.hasLeft == false ? .time(HTTPServer.now) : .left(ringing.id))
        }
        for id in door.taken {
            // Once it was answered the connection has done its part.
            guard let call = call(id), call.isUnanswered else { continue }
            if call.hasLeft { take(.left(id)) } else { watch() }
        }
    }

    /// An address of this machine by which others can reach it, when it listens at all of them.
    private static func reachable(_ host: String) -> String {
        guard host == "0.0.0.0" || host == "::" else { return host }
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return host }
        defer { freeifaddrs(list) }
        var next = list
        while let entry = next {
            next = entry.pointee.ifa_next
            let flags = Int32(bitPattern: entry.pointee.ifa_flags)
            guard let address = entry.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET),
                flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0
            else { continue }
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(address, size, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 else {
                continue
            }
            return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return host
    }
}

/// What happens at an answering side's door.
public enum AnswerEvent: Sendable {
    /// Somebody calls: to be accepted or declined.
    case ringing(IncomingCall)
    /// It was accepted: it is to be answered.
    case accepted(IncomingCall)
    /// It rings no more: declined here, or the caller gave up, or nobody answered in time.
    case stopped(IncomingCall, isDeclined: Bool)
    /// Somebody called while another call rang or ran.
    case turnedAway(IncomingCall)
    /// Others call in another way from now on: the code was used.
    case invitation(Invitation)
}
