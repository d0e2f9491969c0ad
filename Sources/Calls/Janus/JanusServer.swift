import Dispatch
import Foundation
import Geometry
import Media

/// What Janus tells by itself, in order.
enum JanusEvent: Sendable {
    /// A plugin says something on a handle.
    case plugin(UInt64, RoomMessage)
    /// The media of a handle are over; why, in words.
    case hangUp(UInt64, String)
    /// It does not answer, or answers nonsense; in words. It is asked on.
    case silent(String)
    /// It answers again.
    case heard
    /// It has forgotten us.
    case over(String)
}

/// A session with Janus over its HTTP interface: questions are posted, events are fetched by a long poll. Any thread.
final class JanusServer: Sendable {
    private typealias Waiting = CheckedContinuation<Result<JanusMessage, MediaError>, Never>
    private struct State {
        var session: URL?
        var waiting: [String: Waiting] = [:]
        /// What does not work: the poll, the pulse.
        var problems: [String: String] = [:]
        var isClosed = false
        var tasks: [Task<Void, Never>] = []
        var ending: Task<Void, Never>?
    }
    private struct Question: Encodable {
        var janus: String
        var transaction: String
        var token: String?
        var plugin: String?
        var body: RoomRequest?
        var jsep: JanusDescription?
    }
    /// Seconds that an answer may take, a poll (Janus answers after 30 at the latest), a pulse, and between pulses.
    private static let patience = (answer: 10.0, poll: 45.0, pulse: 3.0, pause: 2.0)
    private let address: ServerAddress
    private let client: HTTPClient
    private let onEvent: @Sendable (JanusEvent) -> Void
    private let state = Lock(State())

    init(_ address: ServerAddress, purpose: String, onEvent: @escaping @Sendable (JanusEvent) -> Void) {
        self.address = address
        self.onEvent = onEvent
        client = HTTPClient(purpose)
    }

    deinit { client.close() }

    /// A failure in words, as the client begins them.
    func problem(_ code: MediaError.Code, _ why: String, _ remedy: String = "") -> MediaError {
        client.problem(code, why, remedy)
    }

    /// Makes a session and listens from then on.
    func open() async throws(MediaError) {
        let reply = try await post(address.url, "create")
        guard let id = reply.data?.id else { throw nonsense }
        let url = address.url.appendingPathComponent("\(id)")
        let isOpen = state.withLock { state in
            state.session = url
            guard !state.isClosed else { return false }
            state.tasks = [
                Task { [weak self] in await self?.listen(url) }, Task { [weak self] in await self?.pulse(url) },
            ]
            return true
        }
        // Closed meanwhile: what was made is given back.
        if !isOpen {
            leave()
            throw client.closed
        }
    }

    /// Makes a handle of a plugin.
    func attach(_ plugin: String) async throws(MediaError) -> UInt64 {
        let reply = try await post(try session(), "attach", plugin: plugin)
        guard let id = reply.data?.id else { throw nonsense }
        return id
    }

    /// Says something to a plugin; what it says to that comes as an event.
    func tell(_ handle: UInt64, _ body: RoomRequest) async throws(MediaError) {
        _ = try await post(try session().appendingPathComponent("\(handle)"), "message", body: body)
    }

    /// Asks a plugin and waits for its answer, 10 s at most.
    func ask(
        _ handle: UInt64, _ body: RoomRequest, _ jsep: JanusDescription? = nil
    ) async throws(MediaError) -> JanusMessage {
        let transaction = Self.word()
        let url = try session().appendingPathComponent("\(handle)")
        async let answer = answer(to: transaction)
        do {
            let first = try await post(url, "message", transaction: transaction, body: body, jsep: jsep)
            // Some questions are answered at once.
            if first.janus != "ack" { settle(transaction, .success(first)) }
        } catch {
            settle(transaction, .failure(error))
        }
        let message = try await answer.get()
        if let code = message.plugindata?.data.errorCode {
            throw explain(code, message.plugindata?.data.error ?? "")
        }
        return message
    }

    /// Gives a handle back.
    func detach(_ handle: UInt64) async {
        guard let url = try? session().appendingPathComponent("\(handle)") else { return }
        _ = try? await post(url, "detach", patience: Self.patience.pulse)
    }

    /// Ends the session, in the background; nothing is told any more.
    func close() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            for task in state.tasks { task.cancel() }
            state.tasks = []
            return !state.isClosed
        }
        guard isFirst else { return }
        for word in state.withLock({ Array($0.waiting.keys) }) { settle(word, .failure(client.closed)) }
        leave()
    }

    /// Returns when the session has ended, or that has failed: after 3 s at most.
    func finish() async { await state.withLock { $0.ending }?.value }

    private func leave() {
        let task = Task { [self] in
            if let url = state.withLock({ $0.session.take() }) {
                _ = try? await post(url, "destroy", patience: Self.patience.pulse)
            }
            client.close()
        }
        state.withLock { $0.ending = task }
    }

    private func session() throws(MediaError) -> URL {
        let url = state.withLock { $0.isClosed ? nil : $0.session }
        guard let url else { throw client.closed }
        return url
    }

    // MARK: Questions

    private func post(
        _ url: URL, _ word: String, transaction: String = JanusServer.word(), plugin: String? = nil,
        body: RoomRequest? = nil, jsep: JanusDescription? = nil, patience: Double = JanusServer.patience.answer
    ) async throws(MediaError) -> JanusMessage {
        let question = Question(
            janus: word, transaction: transaction, token: address.token, plugin: plugin, body: body, jsep: jsep)
        guard let data = try? JSONEncoder().encode(question) else { preconditionFailure("a question is always JSON") }
        let reply = try await client.ask(
            HTTPClient.Question(
                method: "POST", url: url, type: "application/json", body: data, patience: patience))
        guard let message = JanusMessage.all(in: reply.body)?.first else {
            throw (200..<300).contains(reply.status) ? nonsense : client.explain(reply)
        }
        if let error = message.error { throw explain(error.code, error.reason ?? "") }
        return message
    }

    private func answer(to transaction: String) async -> Result<JanusMessage, MediaError> {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isClosed { state.waiting[transaction] = continuation }
                return !state.isClosed
            }
            guard isOpen else { return continuation.resume(returning: .failure(client.closed)) }
            let seconds = Self.patience.answer
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
                guard let self else { return }
                self.settle(
                    transaction,
                    .failure(self.problem(.timedOut, "the server has not answered within \(Int(seconds)) s")))
            }
        }
    }

    /// - Returns: whether somebody waited for it.
    @discardableResult private func settle(_ transaction: String, _ result: Result<JanusMessage, MediaError>) -> Bool {
        let waiting = state.withLock { $0.waiting.removeValue(forKey: transaction) }
        waiting?.resume(returning: result)
        return waiting != nil
    }

    private var nonsense: MediaError {
        problem(.server, "\(address.host) answers nonsense", "check that the address is Janus's, such as …:8088/janus")
    }

    private static func word() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }

    // MARK: Events

    private func listen(_ session: URL) async {
        guard var parts = URLComponents(url: session, resolvingAgainstBaseURL: true) else { return }
        parts.queryItems = [URLQueryItem(name: "maxev", value: "20")]
        if let token = address.token { parts.queryItems?.append(URLQueryItem(name: "token", value: token)) }
        guard let url = parts.url else { return }
        while !Task.isCancelled {
            let begin = DispatchTime.now()
            do throws(MediaError) {
                let reply = try await client.ask(
                    HTTPClient.Question(url: url, patience: Self.patience.poll, limit: 2 * 1024 * 1024))
                guard let messages = JanusMessage.all(in: reply.body) else {
                    throw (200..<300).contains(reply.status) ? nonsense : client.explain(reply)
                }
                note("poll", nil)
                for message in messages where !take(message) { return }
                let passed = DispatchTime.now().uptimeNanoseconds - begin.uptimeNanoseconds
                // A server that answers at once with nothing would keep a processor busy.
                if passed < 50_000_000, !messages.contains(where: { $0.janus != "keepalive" }) { await pause(0.2) }
            } catch {
                note("poll", error.description)
                await pause(0.5)
            }
        }
    }

    /// Tells Janus that we are here, and learns whether it is: a poll alone would be answered after half a minute.
    private func pulse(_ session: URL) async {
        while !Task.isCancelled {
            await pause(Self.patience.pause)
            guard !Task.isCancelled else { return }
            do throws(MediaError) {
                _ = try await post(session, "keepalive", patience: Self.patience.pulse)
                note("pulse", nil)
            } catch {
                note("pulse", error.description)
            }
        }
    }

    private func pause(_ seconds: Double) async { try? await Task.sleep(for: .seconds(seconds)) }

    /// Tells when the first thing does not work, and when all do again.
    private func note(_ what: String, _ problem: String?) {
        let event: JanusEvent? = state.withLock { state in
            guard !state.isClosed else { return nil }
            let wasFine = state.problems.isEmpty
            state.problems[what] = problem
            if wasFine, let problem { return .silent(problem) }
            return !wasFine && state.problems.isEmpty ? .heard : nil
        }
        if let event { onEvent(event) }
    }

    /// - Returns: false when nothing more can come.
    private func take(_ message: JanusMessage) -> Bool {
        guard !state.withLock({ $0.isClosed }) else { return false }
        switch message.janus {
        case "event":
            if let transaction = message.transaction, settle(transaction, .success(message)) { return true }
            if let sender = message.sender, let data = message.plugindata?.data { onEvent(.plugin(sender, data)) }
        case "hangup":
            if let sender = message.sender { onEvent(.hangUp(sender, message.reason ?? "no reason is given")) }
        case "error" where message.error?.code == 458, "timeout":
            onEvent(.over("the server knows nothing of this session any more: it was restarted, or took too long"))
            return false
        case "error":
            note("poll", message.error?.reason ?? "the server reports an error")
        default: break
        }
        return true
    }
}
