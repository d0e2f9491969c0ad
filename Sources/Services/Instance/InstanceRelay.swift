/// One command in the hands of the instance, seen from the process that handed it over. GLib thread only.
final class InstanceRelay: @unchecked Sendable {
    private let bus: Bus
    private let peer: BusPeer
    private let onEvent: @Sendable (String) -> Void
    private let onMessage: @Sendable (String) -> Void
    private var then: ((Result<Int32, InstanceError>) -> Void)?
    private var listening: UInt32?
    private var watching: UInt32?
    private var token: UInt32?
    /// Signals handed over before the answer to `Open`: GIO promises no order between the two.
    private var early: [(token: UInt32, signal: InstanceWire.Signal)] = []
    private var isInstanceGone = false
    private var isCancelled = false

    /// A command that is not handed over yet.
    init(
        _ bus: Bus, _ peer: BusPeer, onEvent: @escaping @Sendable (String) -> Void,
        onMessage: @escaping @Sendable (String) -> Void
    ) {
        self.bus = bus
        self.peer = peer
        self.onEvent = onEvent
        self.onMessage = onMessage
    }

    /// Hands it over; `then` gets its exit code, or why there is none. Once.
    func start(
        _ request: OpenRequest, within seconds: Double, then: @escaping (Result<Int32, InstanceError>) -> Void
    ) {
        self.then = then
        listening = bus.listen(to: peer) { [self] name, values in
            guard values.count == 2, case .count(let token) = values[0],
                let signal = InstanceWire.Signal(name, values[1])
            else { return }
            if self.token == nil { early.append((token, signal)) } else { take(signal, token) }
        }
        watching = bus.watch(peer.name) { [self] in
            isInstanceGone = true
            // Before the answer to `Open`, that answer or its failure tells more.
            if token != nil { finish(.failure(.lost)) }
        }
        bus.call(peer, "Open", [.texts(request.words), .text(request.folder)], within: seconds) { [self] result in
            switch result {
            case .success(let values):
                guard case .count(let token)? = values.first else {
                    return finish(.failure(.refused("its answer is not understood")))
                }
                begin(token)
            case .failure(let failure): finish(.failure(InstanceError(failure, of: .instance)))
            }
        }
    }

    /// Asks the instance to end it.
    func cancel() {
        isCancelled = true
        if then != nil, token != nil { sendCancel() }
    }

    private func begin(_ token: UInt32) {
        self.token = token
        for (token, signal) in early { take(signal, token) }
        early = []
        if then != nil, isInstanceGone { finish(.failure(.lost)) }
        if then != nil, isCancelled { sendCancel() }
    }

    private func sendCancel() {
        guard let token else { return }
        // A refusal means that it is over already; `Done` is on its way.
        bus.call(peer, "Cancel", [.count(token)], within: 10) { _ in }
    }

    private func take(_ signal: InstanceWire.Signal, _ token: UInt32) {
        guard token == self.token, then != nil else { return }
        switch signal {
        case .event(let line): onEvent(line)
        case .message(let line): onMessage(line)
        case .done(let code): finish(.success(code))
        }
    }

    private func finish(_ result: Result<Int32, InstanceError>) {
        if let listening { bus.ignore(listening) }
        if let watching { bus.unwatch(watching) }
        listening = nil
        watching = nil
        let then = then
        self.then = nil
        then?(result)
    }
}
