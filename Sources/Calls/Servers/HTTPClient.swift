import Dispatch
import Foundation
import Geometry
import Media

/// Asks servers by HTTP, with a limit on everything: time, size and redirects. Any thread; nothing blocks.
final class HTTPClient: Sendable {
    /// What a server said.
    struct Reply: Sendable {
        var status: Int
        /// By their names in small letters.
        var headers: [String: String]
        var body: Data
        /// Where it was said, after redirects.
        var url: URL
    }
    /// What a server is asked.
    struct Question: Sendable {
        var method = "GET"
        var url: URL
        var type: String?
        var body: Data?
        /// A bearer token.
        var token: String?
        /// In seconds, redirects included.
        var patience = 10.0
        /// Bytes that the answer may have.
        var limit = 256 * 1024
    }

    private struct State {
        var isClosed = false
        var running: Set<Int> = []
    }
    private static let mostRedirects = 5
    /// What it is for, as sentences begin: "can't join the room".
    let purpose: String
    private let state = Lock(State())

    init(_ purpose: String) { self.purpose = purpose }

    /// Ends whatever is under way; nothing can be asked any more.
    func close() {
        let running = state.withLock { state in
            state.isClosed = true
            return state.running
        }
        for id in running { HTTPHub.shared.end(id, .closed) }
    }

    /// Asks, and follows redirects: 307 and 308 with the same question, others only when nothing is sent (RFC 9725, 4.5).
    ///
    /// - Throws: in words, why there is no answer. Any status is one.
    func ask(_ question: Question) async throws(MediaError) -> Reply {
        var question = question
        let end = DispatchTime.now() + question.patience
        let origin = question.url
        for _ in 0...Self.mostRedirects {
            let reply = try await once(question, until: end)
            guard [301, 302, 303, 307, 308].contains(reply.status) else { return reply }
            guard let location = reply.headers["location"],
                let next = URL(string: location, relativeTo: question.url)?.absoluteURL,
                next.scheme == "https" || next.scheme == "http"
            else { throw problem(.server, "\(question.place) sends elsewhere, without a place") }
            guard reply.status >= 307 || question.method == "GET" else {
                throw problem(
                    .server, "\(question.place) has moved to \(next.absoluteString.prefix(200))",
                    "use that address instead")
            }
            guard next.scheme == "https" || origin.scheme == "http" else {
                throw problem(.tls, "\(question.place) sends from https to http", "use another server")
            }
            // Without TLS nobody knows who hears the token.
            if next.scheme != "https", next.host != origin.host { question.token = nil }
            question.url = next
        }
        throw problem(.server, "\(origin.host ?? "the server") sends in circles: more than \(Self.mostRedirects) times")
    }

    private func once(_ question: Question, until end: DispatchTime) async throws(MediaError) -> Reply {
        guard !state.withLock({ $0.isClosed }) else { throw closed }
        let ending = await HTTPHub.shared.run(question, until: end) { id, isRunning in
            let isClosed = self.state.withLock { state in
                if isRunning { state.running.insert(id) } else { state.running.remove(id) }
                return state.isClosed
            }
            // Closed between the question whether it is and now.
            if isRunning, isClosed { HTTPHub.shared.end(id, .closed) }
        }
        switch ending {
        case .reply(let reply): return reply
        case .closed: throw closed
        case .late:
            throw problem(
                .timedOut, "\(question.place) does not answer within \(Int(question.patience.rounded(.up))) s",
                "check the address, the server and the firewall")
        case .tooLong:
            throw problem(
                .server, "the server's answer is longer than \(question.limit / 1024) KiB", "check the address")
        case .failed(let error): throw explain(error, question)
        }
    }
}
