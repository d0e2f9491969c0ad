import CCurl
import Dispatch
import Foundation
import Geometry

/// One request to another machine, by libcurl: URLSession can't compare a certificate with a fingerprint on Linux.
///
/// On a thread of its own, which ends with it; it can be given up at any time. Any thread.
final class HTTPTransfer: @unchecked Sendable {
    /// What is asked.
    struct Request: Sendable {
        var method: String
        var url: String
        /// Whole lines, such as `Content-Type: application/sdp`.
        var fields: [String] = []
        var body: [UInt8] = []
        /// SHA-256 of the only public key that is taken, in hexadecimal digits.
        var pin: String?
        /// Seconds for all of it.
        var limit = 10.0
    }
    /// Why nothing came back.
    enum Failure: Error, Sendable, Hashable {
        /// It was given up.
        case cancelled
        /// libcurl's number, and its words.
        case failed(code: UInt32, words: String)
    }
    typealias Result = Swift.Result<HTTPResponse, Failure>

    /// Longer answers are none of ours.
    private static let longest = 128 * 1024
    private static let start: Void = { curl_global_init(Int(CURL_GLOBAL_DEFAULT)) }()

    private struct Multi: @unchecked Sendable {
        let raw: UnsafeMutableRawPointer
    }
    private struct State {
        var isCancelled = false
        var multi: Multi?
    }
    private final class Received {
        var bytes: [UInt8] = []
    }
    private let request: Request
    private let state = Lock(State())

    init(_ request: Request) { self.request = request }

    /// Runs it and tells `done` how it went, on its thread.
    func begin(_ done: @escaping @Sendable (Result) -> Void) {
        let thread = Thread { [self] in done(run()) }
        thread.name = "http"
        thread.start()
    }

    /// Gives it up: `done` comes at once.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if let multi = state.multi { curl_multi_wakeup(multi.raw) }
        }
    }

    private func run() -> Result {
        _ = Self.start
        guard let multi = curl_multi_init() else { return .failure(Self.memory) }
        guard let easy = curl_easy_init() else {
            curl_multi_cleanup(multi)
            return .failure(Self.memory)
        }
        let received = Received()
        guard isPinned(easy) else {
            curl_easy_cleanup(easy)
            curl_multi_cleanup(multi)
            return .failure(.failed(code: CURLE_SSL_PINNEDPUBKEYNOTMATCH.rawValue, words: "keys can't be checked here"))
        }
        let list = set(easy, received)
        defer {
            curl_multi_remove_handle(multi, easy)
            curl_easy_cleanup(easy)
            curl_slist_free_all(list)
            curl_multi_cleanup(multi)
        }
        curl_multi_add_handle(multi, easy)
        let handle = Multi(raw: multi)
        state.withLock { $0.multi = handle }
        defer { state.withLock { $0.multi = nil } }
        var running: Int32 = 1
        while true {
            if state.withLock({ $0.isCancelled }) { return .failure(.cancelled) }
            guard curl_multi_perform(multi, &running) == CURLM_OK else { return .failure(Self.memory) }
            if running == 0 { break }
            curl_multi_poll(multi, nil, 0, 1000, nil)
        }
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            let code = message.pointee.data.result
            guard code == CURLE_OK else {
                return .failure(.failed(code: code.rawValue, words: String(cString: curl_easy_strerror(code))))
            }
        }
        return .success(response(easy, received))
    }

    /// Trusts the key that the request names, and nothing else; false when libcurl can't.
    private func isPinned(_ easy: UnsafeMutableRawPointer) -> Bool {
        guard let pin = request.pin else { return true }
        guard shim_curl_set_text(easy, CURLOPT_PINNEDPUBLICKEY, "sha256//" + Self.base64(pin)) == CURLE_OK else {
            return false
        }
        // The key itself is what is trusted: who signed it, and for which name, adds nothing.
        shim_curl_set_long(easy, CURLOPT_SSL_VERIFYPEER, 0)
        shim_curl_set_long(easy, CURLOPT_SSL_VERIFYHOST, 0)
        return true
    }

    private func set(_ easy: UnsafeMutableRawPointer, _ received: Received) -> UnsafeMutablePointer<curl_slist>? {
        shim_curl_set_text(easy, CURLOPT_URL, request.url)
        shim_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        shim_curl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method)
        shim_curl_set_text(easy, CURLOPT_USERAGENT, "porthole")
        // Media goes straight there too; and no proxy has to know of a call on this machine.
        shim_curl_set_text(easy, CURLOPT_PROXY, "")
        shim_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        shim_curl_set_long(easy, CURLOPT_CONNECTTIMEOUT, 10)
        shim_curl_set_long(easy, CURLOPT_TIMEOUT_MS, Int(request.limit * 1000))
        if !request.body.isEmpty {
            _ = request.body.withUnsafeBytes { shim_curl_set_body(easy, $0.baseAddress, $0.count) }
        }
        shim_curl_set_writer(
            easy,
            { bytes, size, count, data in
                guard let bytes, let data else { return 0 }
                let received = Unmanaged<Received>.fromOpaque(data).takeUnretainedValue()
                let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
                // Fewer than there are ends the transfer.
                guard received.bytes.count + part.count <= HTTPTransfer.longest else { return 0 }
                received.bytes.append(contentsOf: part)
                return part.count
            }, Unmanaged.passUnretained(received).toOpaque())
        var list: UnsafeMutablePointer<curl_slist>?
        for field in request.fields { list = curl_slist_append(list, field) }
        shim_curl_set_list(easy, list)
        return list
    }

    private func response(_ easy: UnsafeMutableRawPointer, _ received: Received) -> HTTPResponse {
        var response = HTTPResponse(shim_curl_status(easy))
        response.body = received.bytes
        for name in ["Content-Type", "Location", AnswerRoutes.reasonField] {
            var field: UnsafeMutablePointer<curl_header>?
            guard curl_easy_header(easy, name, 0, UInt32(CURLH_HEADER), -1, &field) == CURLHE_OK,
                let value = field?.pointee.value
            else { continue }
            response = response.with(name, String(cString: value))
        }
        return response
    }

    private static let memory = Failure.failed(code: CURLE_OUT_OF_MEMORY.rawValue, words: "out of memory")

    private static func base64(_ digits: String) -> String {
        var bytes: [UInt8] = []
        var rest = digits[...]
        while rest.count >= 2 {
            bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return Data(bytes).base64EncodedString()
    }
}
