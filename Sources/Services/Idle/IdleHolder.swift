import Glibc

/// Carries out what an `IdleLadder` decides. Touched on the GLib thread only, apart from being made.
final class IdleHolder: @unchecked Sendable {
    private enum Hold {
        case number(UInt32, IdleService, owner: String)
        case descriptor(Int32)
    }
    /// Long, because an answer that comes later would leave the desktop awake for as long as we are connected.
    private static let patience = 25.0

    private let environment: [String: String]
    private let warn: @Sendable (String) -> Void
    private var ladder = IdleLadder()
    private var waiting: [IdleLadder.Event] = []
    private var isBusy = false
    private var isStopped = false
    private var holds: [Int: Hold] = [:]
    private var buses: [Bool: Result<Bus, SessionBusError>] = [:]
    private var watches: [(Bus, UInt32)] = []

    init(environment: [String: String], warn: @escaping @Sendable (String) -> Void) {
        self.environment = environment
        self.warn = warn
    }

    /// Takes what happened, in order, whoever tells it meanwhile.
    func send(_ event: IdleLadder.Event) {
        waiting.append(event)
        guard !isBusy else { return }
        isBusy = true
        defer { isBusy = false }
        while !waiting.isEmpty {
            for effect in ladder.reduce(waiting.removeFirst()) { perform(effect) }
        }
    }

    /// Lets go of everything. Leaving the buses is what counts: services release what those held who are gone.
    func stop() {
        send(.wanted(nil))
        isStopped = true
        for (bus, watch) in watches { bus.unwatch(watch) }
        watches = []
        buses = [:]
    }

    private func perform(_ effect: IdleLadder.Effect) {
        guard !isStopped else { return }
        switch effect {
        case .look(let service): look(service)
        case .ask(let service, let owner, let attempt, let reason): ask(service, owner, attempt, reason)
        case .release(let attempt): release(attempt)
        case .warn(let text): warn(text)
        }
    }

    // MARK: Looking

    private func look(_ service: IdleService) {
        switch buses[service.isOnSystemBus] {
        case .success(let bus) where bus.isClosed:
            send(.missing(service, "\(service.isOnSystemBus ? "system" : "session") bus: it is gone"))
        case .success(let bus):
            let watch = bus.watchOwner(service.peer.name) { [weak self] owner in self?.send(.owner(service, owner)) }
            watches.append((bus, watch))
        case .failure(let error):
            send(.missing(service, "\(service.isOnSystemBus ? "system" : "session") bus: \(error.why)"))
        case nil: connect(service)
        }
    }

    private func connect(_ service: IdleService) {
        let address: String
        do throws(SessionBusError) {
            address =
                service.isOnSystemBus
                ? SystemBus.address(environment: environment) : try SessionBus.address(environment: environment)
        } catch {
            buses[service.isOnSystemBus] = .failure(error)
            return look(service)
        }
        let connector = BusConnector(address: address) { [weak self] result in
            guard let self, !isStopped else { return }
            buses[service.isOnSystemBus] = result
            look(service)
        }
        connector.start(within: Self.patience)
    }

    // MARK: Holding

    private func ask(_ service: IdleService, _ owner: String, _ attempt: Int, _ reason: String) {
        guard case .success(let bus) = buses[service.isOnSystemBus] else { return }
        // By his unique name: an answer is his and no successor's, and so is what is released.
        var peer = service.peer
        peer.name = owner
        let arguments = service.arguments(reason: reason)
        if service.isOnSystemBus {
            bus.callForDescriptor(peer, "Inhibit", arguments, within: Self.patience) { [weak self] result in
                guard let self else {
                    if case .success(let descriptor) = result { close(descriptor) }
                    return
                }
                finish(service, attempt, result.map { .descriptor($0) })
            }
        } else {
            bus.call(peer, "Inhibit", arguments, within: Self.patience) { [weak self] result in
                let hold = result.flatMap { values -> Result<Hold, BusFailure> in
                    guard case .count(let number)? = values.first else { return .failure(.refused("no number")) }
                    return .success(.number(number, service, owner: owner))
                }
                self?.finish(service, attempt, hold)
            }
        }
    }

    private func finish(_ service: IdleService, _ attempt: Int, _ result: Result<Hold, BusFailure>) {
        switch result {
        case .success(let hold):
            holds[attempt] = hold
            guard !isStopped else { return release(attempt) }
            send(.held(service, attempt: attempt))
        case .failure(let failure): send(.refused(service, attempt: attempt, failure.words))
        }
    }

    private func release(_ attempt: Int) {
        switch holds.removeValue(forKey: attempt) {
        case .descriptor(let descriptor): close(descriptor)
        case .number(let number, let service, let owner):
            guard case .success(let bus) = buses[service.isOnSystemBus] else { return }
            var peer = service.peer
            peer.name = owner
            bus.call(peer, service.releaseMethod, [.count(number)], within: Self.patience) { _ in }
        case nil: break
        }
    }
}
