import CCurl
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

    private static let mostRedirects = 5
    /// What it is for, as sentences begin: "can't join the room".
    let purpose: String
    private let connections = HTTPConnections()

    init(_ purpose: String) { self.purpose = purpose }

    /// Ends whatever is under way; nothing can be asked any more.
    func close() { connections.close() }

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
        let now = DispatchTime.now()
        guard now < end else { throw late(question) }
        var request = HTTPConnections.Request(method: question.method, url: question.url.absoluteString)
        if let type = question.type { request.fields += ["Content-Type: \(type)", "Accept: \(type)"] }
        // A line break in a token would be a field of its own.
        let token = question.token?.filter { !$0.isNewline && $0 != "\0" }
        if let token { request.fields.append("Authorization: Bearer \(token)") }
        request.body = question.body.map { Array($0) } ?? []
        request.limit = Double(end.uptimeNanoseconds - now.uptimeNanoseconds) / 1e9
        request.longest = question.limit
        request.usesProxy = !question.isToThisMachine
        let result = await withCheckedContinuation { continuation in
            connections.begin(request) { continuation.resume(returning: $0) }
        }
        switch result {
        case .success(let response):
            // Fields of one name are one list (RFC 9110, 5.3).
            let headers = Dictionary(
                response.fields.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
            return Reply(
                status: response.status, headers: headers, body: Data(response.body), url: question.url)
        case .failure(.cancelled): throw closed
        case .failure(.failed(let code, let words)): throw explain(CURLcode(rawValue: code), words, question)
        }
    }
}
