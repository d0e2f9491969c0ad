public import Foundation
import Geometry
import Media

/// One exchange of descriptions by HTTP: the offer is posted, `201` brings the answer and the place of what was made, and
/// deleting that ends it. WHIP (RFC 9725) to publish and WHEP (draft-ietf-wish-whep) to watch are the same here.
public final class WHIPSignalling: CallSignalling {
    private struct State {
        var resource: URL?
        var isClosed = false
        var isAsking = false
        var ending: Task<Void, Never>?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    /// Seconds that an answer may take.
    public static let patience = 10.0
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

    /// Posts the offer.
    public func exchange(_ offer: String) async throws(SignallingError) -> String {
        do throws(MediaError) {
            return try await post(offer)
        } catch {
            if state.withLock({ $0.isClosed }) { throw .closed }
            throw .unreachable(error.description)
        }
    }

    /// The same, with the kind of failure.
    func post(_ offer: String) async throws(MediaError) -> String {
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
                patience: patience))
        guard reply.status == 201 || reply.status == 200 else { throw client.explain(reply) }
        let resource = reply.headers["location"].flatMap { URL(string: $0, relativeTo: reply.url)?.absoluteURL }
        state.withLock { $0.resource = resource }
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
        guard let resource, resource.scheme == "https" || url.scheme == "http" else { return client.close() }
        // Without TLS nobody knows who hears the token.
        let token = resource.scheme == "https" || resource.host == url.host ? token : nil
        let task = Task { [client] in
            let question = HTTPClient.Question(method: "DELETE", url: resource, token: token, patience: 3)
            // Whoever has forgotten it needs not be told; whoever is gone can't be.
            _ = try? await client.ask(question)
            client.close()
        }
        state.withLock { $0.ending = task }
    }
}
