public import Foundation
import Geometry
public import Media

/// One exchange of descriptions by HTTP: the offer is posted, `201` brings the answer and the place of what was made, and
/// deleting that ends it. WHIP (RFC 9725) to publish and WHEP (draft-ietf-wish-whep) to watch are the same here.
public final class WHIPSignalling: CallSignalling {
    private struct State {
        var resource: URL?
        /// What the endpoint named last; nil before it was asked.
        var iceServers: [IceServer]?
        var isClosed = false
        var isAsking = false
        var ending: Task<Void, Never>?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    /// Seconds that an answer may take.
    public static let patience = 10.0
    /// Seconds that a restart's deletion and answer may take, and what a server says of others.
    private static let shortPatience = (deletion: 2.0, restart: 6.0, options: 2.0)
    private let url: URL
    private let token: String?
    private let patience: Double
    private let client: HTTPClient
    private let state = Lock(State())

    /// Nothing is asked yet.
    ///
    /// - Parameters:
    ///   - purpose: how sentences about failures begin, such as "can't watch example.org".
    ///   - patience: seconds that an answer may take.
    public init(_ url: URL, token: String?, purpose: String, patience: Double = WHIPSignalling.patience) {
        self.url = url
        self.token = token
        self.patience = patience
        client = HTTPClient(purpose)
    }

    deinit { client.close() }

    /// Nothing is ever told: only the media shows whether the server is there.
    public var onGone: (@Sendable (String) -> Void)? {
        get { nil }
        set {}
    }

    /// Nothing takes time.
    public func prepare() {}

    /// Servers that the endpoint names in `Link` fields (RFC 9725, 4.6). It is asked for them by OPTIONS, once, as
    /// `webrtcbin` takes none when it has made its offer; those of the answer to a POST are for the next offer.
    public func iceServers() async -> [IceServer] {
        if let known = state.withLock({ $0.iceServers }) { return known }
        let reply = try? await client.ask(
            HTTPClient.Question(
                method: "OPTIONS", url: url, token: token, patience: min(patience, Self.shortPatience.options)))
        return note(reply) ?? []
    }

    /// - Returns: what is known now.
    @discardableResult private func note(_ reply: HTTPClient.Reply?) -> [IceServer]? {
        var named: [IceServer] = []
        if let reply, (200..<300).contains(reply.status), let field = reply.headers["link"] {
            // `turns:` would be a warning about what the user has not chosen.
            named = IceServer.linked(field).filter { $0.kind != .turns }
        }
        return state.withLock { state in
            if !named.isEmpty || state.iceServers == nil { state.iceServers = named }
            return state.iceServers
        }
    }

    /// Posts the offer.
    public func exchange(_ offer: String) async throws(SignallingError) -> String {
        try await explained { () throws(MediaError) in try await self.post(offer) }
    }

    /// True: an endpoint takes an offer at any time.
    public var canRestart: Bool { true }

    /// Deletes what was made, and posts the offer of a second connection: it is made anew. Servers restart ICE by PATCH
    /// rarely (RFC 9725, 4.4.1 leaves it to them), and `webrtcbin` 1.22 not at all.
    public func restart(_ offer: String) async throws(SignallingError) -> String {
        try await explained { () throws(MediaError) in try await self.postAnew(offer) }
    }

    /// The same, with the kind of failure.
    func postAnew(_ offer: String) async throws(MediaError) -> String {
        // Many take one publisher alone. Left where it is until then: whoever closes meanwhile deletes it.
        let old = state.withLock { $0.resource }
        if let old, let question = deletion(of: old, patience: Self.shortPatience.deletion) {
            _ = try? await client.ask(question)
            state.withLock { if $0.resource == old { $0.resource = nil } }
        }
        return try await post(offer, patience: Self.shortPatience.restart)
    }

    private func explained(
        _ body: () async throws(MediaError) -> String
    ) async throws(SignallingError) -> String {
        do throws(MediaError) {
            return try await body()
        } catch {
            if state.withLock({ $0.isClosed }) { throw .closed }
            throw .unreachable(error.description)
        }
    }

    /// The same, with the kind of failure.
    func post(_ offer: String, patience: Double? = nil) async throws(MediaError) -> String {
        let isFirst = state.withLock { state in
            guard !state.isClosed, !state.isAsking else { return false }
            state.isAsking = true
            return true
        }
        guard isFirst else { throw client.closed }
        defer { noteAsked() }
        let reply = try await client.ask(
            HTTPClient.Question(
                method: "POST", url: url, type: "application/sdp", body: Data(offer.utf8), token: token,
                patience: min(patience ?? self.patience, self.patience)))
        guard reply.status == 201 || reply.status == 200 else { throw client.explain(reply) }
        let resource = reply.headers["location"].flatMap { URL(string: $0, relativeTo: reply.url)?.absoluteURL }
        state.withLock { $0.resource = resource }
        note(reply)
        let answer = String(decoding: reply.body, as: UTF8.self)
        guard answer.hasPrefix("v=") else {
            throw client.problem(
                .server, "the server answers with no session description", "check that the address is an endpoint")
        }
        return answer
    }

    /// Deletes what was made there, in the background; what is still being made, as soon as its place is known.
    public func close() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        if isFirst, !state.withLock({ $0.isAsking }) { leave() }
    }

    /// Returns when it was deleted, or that has failed: 3 s at most after the answer.
    public func finish() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.isAsking { state.waiting.append(continuation) }
                return !state.isAsking
            }
            if isOver { continuation.resume() }
        }
        await state.withLock { $0.ending }?.value
    }

    private func noteAsked() {
        let (isClosed, waiting) = state.withLock { state in
            state.isAsking = false
            defer { state.waiting = [] }
            return (state.isClosed, state.waiting)
        }
        if isClosed { leave() }
        for continuation in waiting { continuation.resume() }
    }

    private func leave() {
        let resource = state.withLock { $0.resource.take() }
        guard let resource, let question = deletion(of: resource, patience: 3) else { return client.close() }
        let task = Task { [client] in
            // Whoever has forgotten it needs not be told; whoever is gone can't be.
            _ = try? await client.ask(question)
            client.close()
        }
        state.withLock { $0.ending = task }
    }

    /// Nil when a server of TLS names a place without.
    private func deletion(of resource: URL, patience: Double) -> HTTPClient.Question? {
        guard resource.scheme == "https" || url.scheme == "http" else { return nil }
        // Without TLS nobody knows who hears the token.
        let token = resource.scheme == "https" || resource.host == url.host ? token : nil
        return HTTPClient.Question(method: "DELETE", url: resource, token: token, patience: patience)
    }
}
