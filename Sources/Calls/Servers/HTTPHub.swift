import Dispatch
import Foundation
import FoundationNetworking
import Geometry

/// The one `URLSession` of the process: each of its own would keep its connections open for ever (swift-corelibs-foundation
/// of Swift 6.3). Any thread.
final class HTTPHub: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    /// How an exchange ends.
    enum Ending: Sendable {
        case reply(HTTPClient.Reply)
        /// Whoever asked wants no answer any more.
        case closed
        case late
        case tooLong
        case failed(any Error)
    }
    private struct Exchange {
        var data = Data()
        let limit: Int
        let task: URLSessionDataTask
        let done: CheckedContinuation<Ending, Never>
        let note: @Sendable (Int, Bool) -> Void
    }
    static let shared = HTTPHub()
    private let exchanges = Lock<[Int: Exchange]>([:])
    private var session = URLSession.shared

    private override init() {
        super.init()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        // Long polls keep one each.
        configuration.httpMaximumConnectionsPerHost = 64
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
    }

    /// Asks once.
    ///
    /// - Parameter note: told the exchange's number when it begins, with true, and when it ends.
    func run(
        _ question: HTTPClient.Question, until end: DispatchTime, note: @escaping @Sendable (Int, Bool) -> Void
    ) async -> Ending {
        var request = URLRequest(url: question.url)
        request.httpMethod = question.method
        request.httpBody = question.body
        // The own alarm is the one that counts.
        request.timeoutInterval = question.patience + 5
        if let type = question.type {
            request.setValue(type, forHTTPHeaderField: "Content-Type")
            request.setValue(type, forHTTPHeaderField: "Accept")
        }
        if let token = question.token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        let task = session.dataTask(with: request)
        let id = task.taskIdentifier
        return await withCheckedContinuation { continuation in
            exchanges.withLock {
                $0[id] = Exchange(limit: question.limit, task: task, done: continuation, note: note)
            }
            note(id, true)
            task.resume()
            DispatchQueue.global().asyncAfter(deadline: end) { self.end(id, .late) }
        }
    }

    /// Ends an exchange, once.
    func end(_ id: Int, _ ending: Ending) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: id) }) else { return }
        if case .reply = ending {} else { exchange.task.cancel() }
        exchange.note(id, false)
        exchange.done.resume(returning: ending)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = exchanges.withLock { exchanges in
            guard var exchange = exchanges.removeValue(forKey: dataTask.taskIdentifier) else { return false }
            exchange.data.append(data)
            exchanges[dataTask.taskIdentifier] = exchange
            return exchange.data.count > exchange.limit
        }
        if isTooLong { end(dataTask.taskIdentifier, .tooLong) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // Whether and how is decided where the question is known.
        completionHandler(nil)
        succeed(task, response)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { return end(task.taskIdentifier, .failed(error)) }
        guard let response = task.response as? HTTPURLResponse else {
            return end(task.taskIdentifier, .failed(URLError(.badServerResponse)))
        }
        succeed(task, response)
    }

    private func succeed(_ task: URLSessionTask, _ response: HTTPURLResponse) {
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { headers[name.lowercased()] = value }
        }
        let body = exchanges.withLock { $0[task.taskIdentifier]?.data ?? Data() }
        guard let url = response.url ?? task.originalRequest?.url else { return }
        let reply = HTTPClient.Reply(status: response.statusCode, headers: headers, body: body, url: url)
        end(task.taskIdentifier, .reply(reply))
    }
}
