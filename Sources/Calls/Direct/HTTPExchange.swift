import CMicroHTTPD
import Foundation
import Geometry

/// One request and its answer. Any thread, apart from what the server's thread alone calls.
final class HTTPExchange: @unchecked Sendable {
    /// Only called where libmicrohttpd allows it.
    private struct Connection: @unchecked Sendable {
        let raw: OpaquePointer
    }
    private struct State: Sendable {
        var connection: Connection?
        var response: HTTPResponse?
        var rests = false
    }

    /// What was asked.
    let head: HTTPHead
    private let server: HTTPServer
    private let state: Lock<State>
    // Only on the server's thread, and not changed any more when the request is handed on:
    private(set) var body: [UInt8] = []
    private var received = 0
    private var isHandedOn = false

    init(_ server: HTTPServer, _ connection: OpaquePointer, _ head: HTTPHead) {
        self.server = server
        self.head = head
        state = Lock(State(connection: Connection(raw: connection)))
    }

    /// Answers; the first answer counts, and whoever has left gets none.
    func answer(_ response: HTTPResponse) {
        state.withLock { state in
            guard state.response == nil, let connection = state.connection else { return }
            state.response = response
            if state.rests { MHD_resume_connection(connection.raw) }
            state.rests = false
        }
    }

    /// Whether there is no answer yet.
    var isUnanswered: Bool { state.withLock { $0.response == nil } }

    /// Whether the other end has gone before it was answered.
    var hasLeft: Bool {
        state.withLock { state in
            guard let connection = state.connection else { return true }
            return state.rests && server.hasLeft(connection.raw)
        }
    }

    // MARK: The server's thread

    /// The head is there.
    func begin() -> MHD_Result {
        guard let response = server.judge(head) else { return shim_mhd_yes() }
        answer(response)
        return send()
    }

    /// A part of the body is there; false ends the connection.
    func take(_ part: UnsafeRawBufferPointer) -> Bool {
        received += part.count
        if received <= server.limits.body { body.append(contentsOf: part) }
        // Who sends without saying how much is heard out for a while, so that the answer is read.
        return received <= 16 * server.limits.body
    }

    /// The request is whole, or was answered.
    func proceed() -> MHD_Result {
        if state.withLock({ $0.response != nil }) { return send() }
        guard received <= server.limits.body else {
            answer(AnswerRoutes.tooLarge(server.limits.body))
            return send()
        }
        guard !isHandedOn, let connection = state.withLock({ $0.connection }) else { return shim_mhd_yes() }
        isHandedOn = true
        let rests = state.withLock { state in
            state.rests = server.rest(self, connection.raw)
            return state.rests
        }
        guard rests else {
            answer(HTTPResponse(503, "Nobody answers here any more."))
            return send()
        }
        server.handler(self)
        return shim_mhd_yes()
    }

    /// The connection, or this request on it, is over.
    func end() {
        state.withLock { state in
            state.connection = nil
            state.rests = false
        }
    }

    private func send() -> MHD_Result {
        let now = state.withLock { $0 }
        guard let connection = now.connection, let response = now.response else { return shim_mhd_no() }
        let raw = response.body.withUnsafeBytes { bytes in
            shim_mhd_response(bytes.baseAddress, bytes.count)
        }
        guard let raw else { return shim_mhd_no() }
        defer { MHD_destroy_response(raw) }
        for field in AnswerRoutes.everyResponse + response.fields {
            MHD_add_response_header(raw, field.name, field.value)
        }
        return MHD_queue_response(connection.raw, UInt32(response.status), raw)
    }
}

extension HTTPHead {
    /// Reads what libmicrohttpd knows of a connection's request.
    init(_ connection: OpaquePointer, method: String, path: String) {
        self.init(method: method, path: path)
        callerName = shim_mhd_argument(connection, "name").flatMap { String(cString: $0).removingPercentEncoding }
        callID = shim_mhd_field(connection, AnswerRoutes.callField).map { String(cString: $0) }
        authorization = shim_mhd_field(connection, "Authorization").map { String(cString: $0) }
        contentType = shim_mhd_field(connection, "Content-Type").map { String(cString: $0) }
        contentLength = shim_mhd_field(connection, "Content-Length").map { String(cString: $0) }.flatMap { Int($0) }
        let socket = shim_mhd_socket(connection)
        peer = SocketName(remote: socket)?.host ?? ""
        local = SocketName(local: socket)?.host
    }
}
