import Foundation
import Geometry
import Media
import TestSupport

@testable import Calls

/// An answering side on a free port of the loopback, with all that it told.
final class Door: Sendable {
    let server: AnswerServer
    private let told: Told

    final class Told: Sendable {
        let events = Lock<[AnswerEvent]>([])
    }

    private init(_ server: AnswerServer, _ told: Told) {
        self.server = server
        self.told = told
    }

    /// Opens one, hands it to `body`, and stops it.
    static func with<Result>(
        token: String? = "a-test-token", patience: Double = 45, certificate: String? = nil, host: String = "127.0.0.1",
        iceServers: [IceServer] = [], relayOnly: Bool = false, _ body: (Door) async throws -> Result
    ) async throws -> Result {
        var options = AnswerServer.Options(stateFolder: "/nowhere")
        options.listen = ListenAddress(host: host, port: 0)
        options.token = token.flatMap { AnswerPass(token: $0) }
        options.patience = patience
        (options.iceServers, options.relayOnly) = (iceServers, relayOnly)
        if let certificate { options.certificate = (file: certificate, key: certificate) }
        let told = Told()
        let server = try await AnswerServer.start(options) { event in told.events.withLock { $0.append(event) } }
        let door = Door(server, told)
        do {
            let result = try await body(door)
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }

    var events: [AnswerEvent] { told.events.withLock { $0 } }
    var site: String { server.invitation.site }
    var port: Int { server.invitation.port }

    /// In words: `ringing`, `accepted`, `declined`, `missed`, `busy`, `code`.
    var story: [String] {
        events.map { event in
            switch event {
            case .ringing: "ringing"
            case .accepted: "accepted"
            case .stopped(_, let isDeclined): isDeclined ? "declined" : "missed"
            case .turnedAway: "busy"
            case .invitation: "code"
            }
        }
    }

    /// The calls that have rung.
    var calls: [IncomingCall] { events.compactMap { if case .ringing(let call) = $0 { call } else { nil } } }

    /// Waits for the `count`th call to ring.
    func ring(_ count: Int = 1) async throws -> IncomingCall {
        _ = await settle(20) { calls.count >= count }
        guard calls.count >= count else { throw Child.Failure("nobody rings: \(story)") }
        return calls[count - 1]
    }

    /// A request by hand.
    func ask(
        _ method: String, _ path: String, _ fields: [String] = [], _ body: String = "", limit: Double = 20
    ) async throws -> HTTPResponse {
        let request = HTTPTransfer.Request(
            method: method, url: site + path, fields: fields, body: Array(body.utf8), limit: limit)
        return try await transfer(HTTPTransfer(request)).get()
    }

    /// The values of all `Link` fields of an answer.
    func links(_ method: String, token: String?, _ body: String = "") async throws -> [String] {
        var words = ["python3", "-c", Self.asking, "127.0.0.1", "\(port)", method, body]
        if let token { words.append(token) }
        let lines = try await Child.run(words).output.split(separator: "\n").map(String.init)
        return lines.filter { $0.hasPrefix("<") }
    }

    /// libcurl's transfers keep the fields alone that calls need.
    private static let asking = """
        import http.client, sys
        host, port, method, body = sys.argv[1:5]
        fields = {"Content-Type": "application/sdp"}
        if len(sys.argv) > 5: fields["Authorization"] = "Bearer " + sys.argv[5]
        line = http.client.HTTPConnection(host, int(port), timeout=30)
        line.request(method, "/call", body or None, fields)
        for value in line.getresponse().headers.get_all("Link", []): print(value)
        """

    /// Posts an offer as a caller would.
    func post(_ offer: String, token: String = "a-test-token", type: String = "application/sdp") async throws
        -> HTTPResponse
    {
        try await ask("POST", "/call", ["Content-Type: \(type)", "Authorization: Bearer \(token)"], offer)
    }
}

/// Runs a transfer to its end.
func transfer(_ transfer: HTTPTransfer) async -> HTTPTransfer.Result {
    await withCheckedContinuation { continuation in transfer.begin { continuation.resume(returning: $0) } }
}

/// An offer that is right in form, and which nobody stands behind.
let paperOffer = """
    v=0
    o=- 1 1 IN IP4 127.0.0.1
    s=-
    t=0 0
    a=group:BUNDLE 0 1
    a=fingerprint:sha-256 \(Array(repeating: "AB", count: 32).joined(separator: ":"))
    m=audio 9 UDP/TLS/RTP/SAVPF 111
    c=IN IP4 0.0.0.0
    a=mid:0
    a=setup:actpass
    a=ice-ufrag:abcd
    a=ice-pwd:abcdefghijklmnopqrstuvwx
    a=rtcp-mux
    a=sendrecv
    a=rtpmap:111 OPUS/48000/2
    a=candidate:1 1 UDP 2130706431 127.0.0.1 9 typ host
    m=video 9 UDP/TLS/RTP/SAVPF 96
    c=IN IP4 0.0.0.0
    a=mid:1
    a=setup:actpass
    a=ice-ufrag:abcd
    a=ice-pwd:abcdefghijklmnopqrstuvwx
    a=rtcp-mux
    a=sendrecv
    a=rtpmap:96 VP8/90000
    a=candidate:1 1 UDP 2130706431 127.0.0.1 9 typ host

    """.replacing("\n", with: "\r\n")
