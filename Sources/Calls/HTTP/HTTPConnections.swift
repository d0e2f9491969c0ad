import CCurl
import Dispatch
import Foundation
import Geometry

/// Connections to other machines by libcurl, kept open for the next request, with a thread of their own.
///
/// The thread begins with the first request and ends with `close`, as the connections do. Any thread may ask. URLSession
/// is not for this: on Linux it ends the program when a redirect is given up (Swift 6.3), keeps its connections for ever,
/// and can't compare a key with a fingerprint.
final class HTTPConnections: @unchecked Sendable {
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
        /// Bytes that the answer may have.
        var longest = 128 * 1024
        /// Whether the proxy that the environment names is asked; never for this machine itself.
        var usesProxy = false
    }
    /// Why nothing came back.
    enum Failure: Error, Sendable, Hashable {
        /// It was given up.
        case cancelled
        /// libcurl's number, and its words. `CURLE_WRITE_ERROR`: the answer is longer than it may be.
        case failed(code: UInt32, words: String)

        init(_ code: CURLcode) { self = .failed(code: code.rawValue, words: String(cString: curl_easy_strerror(code))) }
    }
    typealias Result = Swift.Result<HTTPResponse, Failure>
    typealias Done = @Sendable (Result) -> Void

    private struct Multi: @unchecked Sendable {
        let raw: UnsafeMutableRawPointer
    }
    private struct Asked: Sendable {
        let request: Request
        let done: Done
    }
    private struct State {
        var isClosed = false
        var hasThread = false
        var asked: [Asked] = []
        var multi: Multi?
    }
    /// What the thread and the owner share.
    private final class Desk: Sendable {
        let state = Lock(State())
    }
    private static let start: Void = { curl_global_init(Int(CURL_GLOBAL_DEFAULT)) }()
    private let desk = Desk()

    deinit { close() }

    /// Asks, and tells `done` once how it went, on the connections' thread.
    func begin(_ request: Request, _ done: @escaping Done) {
        let (isOpen, isFirst) = desk.state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.asked.append(Asked(request: request, done: done))
            defer { state.hasThread = true }
            Self.wake(state)
            return (true, !state.hasThread)
        }
        guard isOpen else { return done(.failure(.cancelled)) }
        guard isFirst else { return }
        let thread = Thread { [desk] in Self.run(desk) }
        thread.name = "http"
        thread.start()
    }

    /// Gives up what is under way: each `done` comes at once. Nothing can be asked any more.
    func close() {
        desk.state.withLock { state in
            state.isClosed = true
            Self.wake(state)
        }
    }

    private static func wake(_ state: State) {
        if let multi = state.multi { curl_multi_wakeup(multi.raw) }
    }

    // MARK: On the thread

    // Without self: the last owner's end is what ends the thread.
    private static func run(_ desk: Desk) {
        _ = start
        var running: [UnsafeMutableRawPointer: HTTPEasy] = [:]
        guard let raw = curl_multi_init() else { return fail(desk) }
        let multi = Multi(raw: raw)
        desk.state.withLock { $0.multi = multi }
        while true {
            let (asked, isClosed) = desk.state.withLock { state in
                defer { state.asked = [] }
                return (state.asked, state.isClosed)
            }
            for one in asked {
                switch HTTPEasy.make(one.request, one.done) {
                case .success(let easy):
                    running[easy.raw] = easy
                    curl_multi_add_handle(raw, easy.raw)
                case .failure(let failure): one.done(.failure(failure))
                }
            }
            if isClosed { break }
            var count: Int32 = 0
            let code = curl_multi_perform(raw, &count)
            var left: Int32 = 0
            while let message = curl_multi_info_read(raw, &left) {
                guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle,
                    let easy = running.removeValue(forKey: handle)
                else { continue }
                let code = message.pointee.data.result
                let result = code == CURLE_OK ? Result.success(easy.response) : .failure(Failure(code))
                curl_multi_remove_handle(raw, handle)
                easy.end(result)
            }
            if code != CURLM_OK {
                for easy in take(&running, from: raw) { easy.end(.failure(Failure(CURLE_OUT_OF_MEMORY))) }
            }
            // Less when libcurl has something to do before; woken by whoever asks or closes.
            curl_multi_poll(raw, nil, 0, 60_000, nil)
        }
        desk.state.withLock { $0.multi = nil }
        let ended = take(&running, from: raw)
        // The connections first: whoever is told may look whether they are gone.
        for easy in ended { easy.release() }
        curl_multi_cleanup(raw)
        for easy in ended { easy.end(.failure(.cancelled)) }
    }

    private static func take(
        _ running: inout [UnsafeMutableRawPointer: HTTPEasy], from multi: UnsafeMutableRawPointer
    ) -> [HTTPEasy] {
        defer { running = [:] }
        for raw in running.keys { curl_multi_remove_handle(multi, raw) }
        return Array(running.values)
    }

    private static func fail(_ desk: Desk) {
        let asked = desk.state.withLock { state in
            state.isClosed = true
            defer { state.asked = [] }
            return state.asked
        }
        for one in asked { one.done(.failure(Failure(CURLE_OUT_OF_MEMORY))) }
    }
}
