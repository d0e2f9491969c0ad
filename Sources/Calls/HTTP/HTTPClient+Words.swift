import CCurl
import Foundation
import Media

// What went wrong, in words.
extension HTTPClient {
    var closed: MediaError { problem(.failed, "it was ended first") }

    /// A sentence that begins with what the client is for.
    func problem(_ code: MediaError.Code, _ why: String, _ remedy: String = "") -> MediaError {
        MediaError(code, purpose, why: why, remedy: remedy)
    }

    func late(_ question: Question) -> MediaError {
        problem(
            .timedOut, "\(question.place) does not answer within \(Int(question.patience.rounded(.up))) s",
            "check the address, the server and the firewall")
    }

    func explain(_ code: CURLcode, _ words: String, _ question: Question) -> MediaError {
        let place = question.place
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            return problem(
                .unknownHost, "the host \(question.url.host ?? "") is not known", "check the name and the network")
        case CURLE_COULDNT_CONNECT:
            return problem(
                .refused, "the connection to \(place) is refused: nobody listens there",
                "check the port and that the server runs")
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR:
            return problem(
                .tls, "\(place) has a certificate that is not trusted, or speaks no TLS",
                "check the address and the server's certificate")
        case CURLE_OPERATION_TIMEDOUT: return late(question)
        case CURLE_WRITE_ERROR:
            return problem(
                .server, "the server's answer is longer than \(question.limit / 1024) KiB", "check the address")
        default:
            return problem(
                .server, "the connection to \(place) broke (\(words))", "check the server and the network")
        }
    }

    /// What an answer means that is none of those that were hoped for.
    func explain(_ reply: Reply) -> MediaError {
        let place = Question(url: reply.url).place
        let words = Self.words(reply).map { ": \($0)" } ?? ""
        let status = "(HTTP \(reply.status)\(words))"
        switch reply.status {
        case 401, 403:
            return problem(
                .unauthorized, "\(place) wants another token \(status)",
                "give it behind #token= in the address, or in PORTHOLE_TOKEN")
        case 404, 410: return problem(.notFound, "\(place) has no such thing \(status)", "check the address")
        case 405, 415:
            return problem(
                .unsupported, "\(place) does not take this there \(status)", "check that the address is an endpoint")
        case 406, 409, 422:
            return problem(.server, "\(place) does not take the call \(status)", "check what the server allows")
        case 429, 503:
            let wait = reply.headers["retry-after"].flatMap { Int($0) }
            return problem(
                .server, "\(place) is busy \(status)", wait.map { "try again in \($0) s" } ?? "try again later")
        case 500...: return problem(.server, "\(place) has failed \(status)", "look into the server's log")
        default: return problem(.server, "\(place) answers otherwise than expected \(status)", "check the address")
        }
    }

    /// A server's own words, as far as they are fit for a sentence: one line of text, or the detail of a problem
    /// document (RFC 9457).
    private static func words(_ reply: Reply) -> String? {
        var text = String(decoding: reply.body.prefix(4096), as: UTF8.self)
        if reply.headers["content-type"]?.contains("json") == true {
            guard let problem = try? JSONDecoder().decode(ProblemDocument.self, from: reply.body),
                let words = problem.detail ?? problem.title ?? problem.error ?? problem.message
            else { return nil }
            text = words
        }
        let line = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
            .split(separator: " ").joined(separator: " ")
        // A page is for browsers.
        guard !line.isEmpty, !line.hasPrefix("<") else { return nil }
        return line.count > 160 ? "\(line.prefix(160))…" : line
    }

    private struct ProblemDocument: Decodable {
        var title, detail, error, message: String?
    }
}

extension HTTPClient.Question {
    /// The host, and the port when it is written.
    var place: String {
        let host = url.host ?? "the server"
        return url.port.map { "\(host):\($0)" } ?? host
    }

    /// Whether it goes to a loopback address: no proxy reaches that.
    var isToThisMachine: Bool {
        let host = url.host?.trimmingCharacters(in: CharacterSet(charactersIn: "[]")).lowercased() ?? ""
        return host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
