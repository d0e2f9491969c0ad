/// What a `Notifier` does. Touched on the GLib thread only, apart from being made.
final class NotifierCore: @unchecked Sendable {
    private typealias Wish = (notification: DesktopNotification, onAction: @Sendable (String) -> Void)
    private static let peer = BusPeer(
        name: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
        interface: "org.freedesktop.Notifications")
    private static let patience = 5.0
    private static let lastPatience = 1.0

    private let environment: [String: String]
    private let log: @Sendable (String) -> Void
    private var bus: Bus?
    private var listening: UInt32?
    private var isConnecting = false
    private var isStopped = false
    private var hasLogged = false
    /// What is to be seen; nil: nothing.
    private var wish: Wish?
    /// A call is on its way, and its answer counts for the wish of then.
    private var isAsking = false
    /// Told when nothing is shown any more.
    private var closing: [@Sendable () -> Void] = []
    /// What is shown, by the server's number.
    private var number: UInt32 = 0

    init(environment: [String: String], log: @escaping @Sendable (String) -> Void) {
        self.environment = environment
        self.log = log
    }

    func show(_ notification: DesktopNotification, _ onAction: @escaping @Sendable (String) -> Void) {
        wish = (notification, onAction)
        ask()
    }

    func close(_ done: (@Sendable () -> Void)? = nil) {
        wish = nil
        if let done { closing.append(done) }
        // One that is being shown is closed when its number is known.
        if !isAsking { takeBack() }
    }

    func stop() {
        // What can't be chosen any more goes; what only says something stays to be read.
        if wish?.notification.actions.isEmpty != true { close() }
        isStopped = true
        if let listening { bus?.ignore(listening) }
        bus = nil
    }

    private func ask() {
        guard !isStopped, !isAsking, let wish else { return }
        guard let bus, !bus.isClosed else { return connect() }
        isAsking = true
        bus.call(
            Self.peer, "Notify", wish.notification.arguments(replacing: number), within: Self.patience, starts: true
        ) { [weak self] result in
            guard let self else { return }
            isAsking = false
            switch result {
            case .success(let values):
                if case .count(let number)? = values.first { self.number = number }
            case .failure(let failure): complain(failure.words)
            }
            guard let now = self.wish else { return takeBack() }
            if now.notification != wish.notification { ask() }
        }
    }

    private func takeBack() {
        let done = closing
        closing = []
        guard number != 0, let bus else { return done.forEach { $0() } }
        let patience = done.isEmpty ? Self.patience : Self.lastPatience
        bus.call(Self.peer, "CloseNotification", [.count(number)], within: patience) { _ in done.forEach { $0() } }
        number = 0
    }

    private func connect() {
        guard !isConnecting else { return }
        let address: String
        do throws(SessionBusError) {
            address = try SessionBus.address(environment: environment)
        } catch {
            return complain(error.why)
        }
        isConnecting = true
        BusConnector(address: address) { [weak self] result in
            guard let self else { return }
            isConnecting = false
            switch result {
            case .success(let bus):
                self.bus = bus
                listening = bus.listen(to: Self.peer) { [weak self] in self?.hear($0, $1) }
                ask()
            case .failure(let error): complain(error.why)
            }
        }.start(within: Self.patience)
    }

    private func hear(_ signal: String, _ arguments: [BusValue]) {
        guard case .count(let number)? = arguments.first, number == self.number, number != 0 else { return }
        switch (signal, arguments.dropFirst().first) {
        case ("ActionInvoked", .text(let key)?): wish?.onAction(key)
        case ("NotificationClosed", _): self.number = 0
        default: break
        }
    }

    private func complain(_ why: String) {
        guard !hasLogged else { return }
        hasLogged = true
        log("no desktop notifications: \(why)")
    }
}
