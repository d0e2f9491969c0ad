import CCurl
import Dispatch
import Foundation
import Geometry

/// Signalling with a side that answers direct calls: an offer is posted, the answer comes back when somebody has taken the
/// call, and the call is left by DELETE (WHIP, RFC 9725). Any thread.
public final class DirectSignalling: CallSignalling {
    private struct State {
        var onGone: (@Sendable (String) -> Void)?
        var transfer: HTTPTransfer?
        var resource: String?
        var isClosed = false
        var ending: HTTPTransfer?
        var afterEnd: [CheckedContinuation<Void, Never>] = []
    }

    /// Where the call goes.
    public let address: DirectAddress
    private let name: String
    private let patience: Double
    /// What this side tells the call by: it can be left before the other side has said where.
    private let id = AnswerRoutes.newCallID()
    private let state = Lock(State())

    /// A call that was not begun.
    ///
    /// - Parameters:
    ///   - name: what this side calls itself.
    ///   - patience: seconds for all of it, with the ringing.
    public init(_ address: DirectAddress, name: String = "", patience: Double = 75) {
        self.address = address
        self.name = name
        self.patience = patience
    }

    /// Never told: HTTP knows nothing of a side that has gone.
    public var onGone: (@Sendable (String) -> Void)? {
        get { state.withLock { $0.onGone } }
        set { state.withLock { $0.onGone = newValue } }
    }

    /// Nothing has to be done before.
    public func prepare() {}

    /// Posts the offer, and waits while it rings there.
    public func exchange(_ offer: String) async throws(SignallingError) -> String {
        try take(
            try await run(
                HTTPTransfer.Request(
                    method: "POST", url: address.endpoint(name: name),
                    fields: fields + ["Content-Type: application/sdp", "\(AnswerRoutes.callField): \(id)"],
                    body: Array(offer.utf8), pin: address.pin, limit: patience)))
    }

    /// Runs a request that `close` gives up.
    private func run(_ request: HTTPTransfer.Request) async throws(SignallingError) -> HTTPResponse {
        let transfer = HTTPTransfer(request)
        let isOpen = state.withLock { state in
            if !state.isClosed { state.transfer = transfer }
            return !state.isClosed
        }
        guard isOpen else { throw .closed }
        let result = await withCheckedContinuation { continuation in
            transfer.begin { continuation.resume(returning: $0) }
        }
        state.withLock { $0.transfer = nil }
        switch result {
        case .success(let response): return response
        case .failure(.cancelled): throw .closed
        case .failure(.failed(let code, let words)): throw .unreachable(explain(code, words))
        }
    }

    /// True: the place of the call takes another offer.
    public var canRestart: Bool { true }

    /// Patches the call with the offer of a second connection. Others that take WHIP offers refuse that.
    public func restart(_ offer: String) async throws(SignallingError) -> String {
        guard let resource = state.withLock({ $0.resource }) else {
            throw .unreachable("there is no call to go on with")
        }
        let response = try await run(
            HTTPTransfer.Request(
                method: "PATCH", url: resource, fields: fields + ["Content-Type: application/sdp"],
                body: Array(offer.utf8), pin: address.pin, limit: 6))
        guard response.status == 200 else { throw refusal(response) }
        return String(decoding: response.body, as: UTF8.self)
    }

    /// Gives up what runs, and leaves the call.
    public func close() {
        let (transfer, resource) = state.withLock { state in
            // While it rings, or the answer is on its way, the other side knows the call by what was chosen here.
            let left = state.transfer == nil ? state.resource : address.call(id)
            let found = (state.transfer, state.isClosed ? nil : left)
            state.isClosed = true
            return found
        }
        transfer?.cancel()
        if let resource { leave(resource) }
    }

    /// Returns when the other side was told, or did not listen for three seconds.
    public func finish() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.ending == nil { return true }
                state.afterEnd.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    private var fields: [String] {
        // A line break in a token would be a field of its own.
        let token = address.token?.filter { !$0.isNewline && $0 != "\0" }
        return token.map { ["Authorization: Bearer \($0)"] } ?? []
    }

    private func take(_ response: HTTPResponse) throws(SignallingError) -> String {
        let location = response.field("Location").flatMap { address.resource($0) }
        guard response.status == 201 else { throw refusal(response) }
        let isClosed = state.withLock { state in
            state.resource = location
            return state.isClosed
        }
        if isClosed {
            // It was answered in the moment in which this side hung up; one that knows the call by its own name has been
            // told.
            if let location, location != address.call(id) { leave(location) }
            throw .closed
        }
        let type = response.field("Content-Type")?.lowercased() ?? ""
        guard type.hasPrefix("application/sdp") else {
            throw .unreachable(says("answered with \(type.isEmpty ? "nothing" : Self.line(type)) instead of a call"))
        }
        return String(decoding: response.body, as: UTF8.self)
    }

    private func leave(_ resource: String) {
        let transfer = HTTPTransfer(
            HTTPTransfer.Request(method: "DELETE", url: resource, fields: fields, pin: address.pin, limit: 3))
        state.withLock { $0.ending = transfer }
        transfer.begin { [self] _ in
            let all = state.withLock { state in
                defer { state.afterEnd = [] }
                state.ending = nil
                return state.afterEnd
            }
            for continuation in all { continuation.resume() }
        }
    }

    // MARK: In words

    private func says(_ what: String) -> String { "can't call \(address.title): it \(what)" }

    private func refusal(_ response: HTTPResponse) -> SignallingError {
        if let word = response.field(AnswerRoutes.reasonField), let why = DoorState.Refusal(rawValue: word) {
            switch why {
            case .declined: return .declined
            case .busy:
                return .unreachable("\(address.title) is busy: another call rings or runs there; try again later")
            case .missed: return .unreachable("nobody answered at \(address.title); try again later")
            case .ending: return .unreachable("\(address.title) was just ending; call again when it runs")
            }
        }
        let words = Self.line(String(decoding: response.body.prefix(400), as: UTF8.self))
        switch response.status {
        case 401:
            let remedy = "give what it shows with --token, or call the whole address with its #token"
            return .unreachable(says("does not take the token; \(remedy)"))
        case 404, 405: return .unreachable(says("takes no calls at that path; check the address"))
        case 429: return .unreachable(says("has seen too many wrong tokens; wait a minute"))
        default:
            return .unreachable(says("refused with code \(response.status)\(words.isEmpty ? "" : ": \(words)")"))
        }
    }

    private func explain(_ code: UInt32, _ words: String) -> String {
        let what = "can't call \(address.title)"
        switch CURLcode(rawValue: code) {
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            return "\(what): its key is not the one that sha256= names: it was made anew, or somebody is in between; "
                + "compare with the fingerprint shown there"
        case CURLE_PEER_FAILED_VERIFICATION:
            return "\(what): nobody this machine trusts has signed its certificate; "
                + "call the whole address that is shown there, with its #sha256"
        case CURLE_COULDNT_RESOLVE_HOST: return "\(what): there is no machine of that name; check the address"
        case CURLE_COULDNT_CONNECT:
            return "\(what): nobody listens there; start porthole answer there, or check the address"
        case CURLE_OPERATION_TIMEDOUT: return "\(what): it did not answer within \(Int(patience)) s; try again later"
        case CURLE_SSL_CONNECT_ERROR: return "\(what): it does not speak TLS; try http:// if it is on this machine"
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
            return "\(what): it closed the connection without an answer; call again"
        case CURLE_WRITE_ERROR: return "\(what): its answer is longer than any call's"
        default: return "\(what): \(words)"
        }
    }

    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 32 || $0.value == 127 } ? " " : $0 })
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
