/// One request on a connection of its own, that ends with it; it can be given up at any time. Any thread.
///
/// No proxy is asked: media goes straight there too, and none has to know of a call on this machine.
final class HTTPTransfer: Sendable {
    typealias Request = HTTPConnections.Request
    typealias Failure = HTTPConnections.Failure
    typealias Result = HTTPConnections.Result

    private let request: Request
    private let connections = HTTPConnections()

    init(_ request: Request) { self.request = request }

    /// Runs it and tells `done` how it went, on its thread.
    func begin(_ done: @escaping @Sendable (Result) -> Void) {
        connections.begin(request) { [connections] result in
            connections.close()
            done(result)
        }
    }

    /// Gives it up: `done` comes at once.
    func cancel() { connections.close() }
}
