import Geometry
public import Media

/// A call that came in over HTTP: it rings, and is a connection to be answered once it was accepted. Any thread.
public final class IncomingCall: AnsweringSignalling {
    private struct State {
        var onGone: (@Sendable (String) -> Void)?
        var onHangUp: (@Sendable () -> Void)?
        var onRestart: (@Sendable (RestartOffer) -> Void)?
        /// What came before somebody listened.
        var news: News?
        var isClosed = false
    }
    private enum News: Sendable {
        case gone(String)
        case hangUp
    }

    /// Tells it from all others; nobody can guess it.
    public let id: String
    /// What the caller is called, in their own words; nil when they say nothing. Not to be trusted.
    public let name: String?
    /// The address from which it comes.
    public let address: String
    /// The address of this machine at which the caller reached it: media goes there too.
    public let localAddress: String?
    /// The caller's description.
    public let offer: String
    private let exchange: HTTPExchange
    private let location: String
    private let links: [HTTPResponse.Field]
    private let state = Lock(State())
    private let tellDoor: @Sendable (DoorState.Event) -> Void

    init(
        id: String, _ exchange: HTTPExchange, offer: String, links: [HTTPResponse.Field],
        tellDoor: @escaping @Sendable (DoorState.Event) -> Void
    ) {
        self.id = id
        self.exchange = exchange
        self.offer = offer
        self.links = links
        self.tellDoor = tellDoor
        name = AnswerRoutes.name(exchange.head.callerName)
        address = exchange.head.peer
        localAddress = exchange.head.local
        location = AnswerRoutes.endpoint + "/" + id
    }

    /// What windows call the caller.
    public var title: String { name ?? "Somebody at \(address)" }

    /// Takes it; it is to be answered then. Nothing when it rings no more.
    public func accept() { tellDoor(.accept(id)) }

    /// Does not take it. Nothing when it rings no more.
    public func decline() { tellDoor(.decline(id)) }

    /// Told once, in words, when the caller vanished before the call was connected. Set before `respond`.
    public var onGone: (@Sendable (String) -> Void)? {
        get { state.withLock { $0.onGone } }
        set {
            state.withLock { $0.onGone = newValue }
            deliver()
        }
    }

    /// Told once when the caller has hung up by HTTP.
    public var onHangUp: (@Sendable () -> Void)? {
        get { state.withLock { $0.onHangUp } }
        set {
            state.withLock { $0.onHangUp = newValue }
            deliver()
        }
    }

    /// Told when the caller offers a second connection, as the first one broke.
    public var onRestart: (@Sendable (RestartOffer) -> Void)? {
        get { state.withLock { $0.onRestart } }
        set { state.withLock { $0.onRestart = newValue } }
    }

    /// Gives the caller the answer: `201 Created`, with the address by which it is left.
    public func respond(_ answer: String) {
        exchange.answer(
            HTTPResponse(201, type: "application/sdp", Array(answer.utf8)).with("Location", location).with(links))
    }

    /// Tells the caller that it can't be answered after all; in words.
    public func refuse(_ error: PeerError) {
        exchange.answer(Self.response(error))
        close()
    }

    /// It is over for this side: the next one may come.
    public func close() {
        let wasOpen = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        guard wasOpen else { return }
        // One that was never answered must not wait for ever.
        exchange.answer(HTTPResponse(503, "The call was ended before it was connected."))
        tellDoor(.over(id))
    }

    /// Nothing is left to give back.
    public func finish() async {}

    // MARK: The server's side

    /// The caller has left before they had the answer.
    var hasLeft: Bool { exchange.hasLeft }
    /// The caller still waits for the answer.
    var isUnanswered: Bool { exchange.isUnanswered }

    func refuse(_ why: DoorState.Refusal) {
        state.withLock { $0.isClosed = true }
        exchange.answer(AnswerRoutes.refusal(why))
    }

    func lose() { tell(.gone("the caller went away before the call was connected")) }

    /// The caller patches the call with the offer of a second connection.
    func restart(_ exchange: HTTPExchange) {
        let offer = String(decoding: exchange.body, as: UTF8.self)
        do throws(PeerError) {
            try WebRTCPeer.check(offer: offer)
        } catch {
            return exchange.answer(Self.response(error))
        }
        let restart = RestartOffer(offer, localAddress: exchange.head.local) { result in
            switch result {
            case .success(let answer):
                exchange.answer(HTTPResponse(200, type: "application/sdp", Array(answer.utf8)))
            case .failure(let error):
                exchange.answer(error.code == .closed ? HTTPResponse(409, error.description) : Self.response(error))
            }
        }
        state.withLock { $0.isClosed ? nil : $0.onRestart }?(restart)
    }

    /// The caller has hung up by HTTP.
    func leave() { tell(.hangUp) }

    private func tell(_ news: News) {
        state.withLock { if $0.news == nil, !$0.isClosed { $0.news = news } }
        deliver()
    }

    private func deliver() {
        let body = state.withLock { state -> (@Sendable () -> Void)? in
            switch state.news {
            case .gone(let why):
                guard let onGone = state.onGone else { return nil }
                state.onGone = nil
                return { onGone(why) }
            case .hangUp:
                guard let onHangUp = state.onHangUp else { return nil }
                state.onHangUp = nil
                return onHangUp
            case nil: return nil
            }
        }
        body?()
    }

    /// What an offer that can't be answered gets.
    static func response(_ error: PeerError) -> HTTPResponse {
        switch error.code {
        case .badDescription: HTTPResponse(400, error.description)
        // The program there is of another kind: no other wording of it helps.
        case .nothingInCommon: HTTPResponse(422, error.description)
        default: HTTPResponse(500, error.description)
        }
    }
}
