/// Which service is asked to keep the desktop awake: the first that is there and does it. Pure.
///
/// A service is looked for when those before it are not there, and watched from then on. A better one that appears
/// takes over, and only then is the other let go.
struct IdleLadder: Sendable, Equatable {
    /// What happened.
    enum Event: Sendable, Equatable {
        /// The desktop is to be kept awake for a reason, or no longer.
        case wanted(String?)
        /// Who has the service's name now, by his unique name; nil when nobody has.
        case owner(IdleService, String?)
        /// The service can't be reached at all, and why.
        case missing(IdleService, String)
        /// An attempt came to its end: it holds.
        case held(IdleService, attempt: Int)
        /// An attempt came to its end: it does not hold, and why.
        case refused(IdleService, attempt: Int, String)
    }
    /// What is to be done, in order.
    enum Effect: Sendable, Equatable {
        /// Tell who has the service's name, now and at each change; or that it is missing.
        case look(IdleService)
        /// Ask this owner of the service to hold.
        case ask(IdleService, owner: String, attempt: Int, reason: String)
        /// Let go of what an attempt got.
        case release(attempt: Int)
        /// Say it once.
        case warn(String)
    }
    private enum Place: Sendable, Equatable {
        case unknown
        case looking
        case absent(String)
        case there(owner: String)
        case asking(owner: String, attempt: Int)
        case held(owner: String, attempt: Int)
        case refused(owner: String, String)
    }

    private var reason: String?
    private var places = [Place](repeating: .unknown, count: IdleService.allCases.count)
    private var attempts = 0
    private var hasWarned = false

    /// Takes what happened; says what is to be done.
    mutating func reduce(_ event: Event) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .wanted(let new):
            reason = new
            // Who refused once may have thought better of it by the next time.
            if new == nil {
                for service in IdleService.allCases {
                    if case .refused(let owner, _) = self[service] { self[service] = .there(owner: owner) }
                }
            }
        case .owner(let service, let owner):
            if case .held(_, let attempt) = self[service] { effects.append(.release(attempt: attempt)) }
            self[service] = owner.map { .there(owner: $0) } ?? .absent("there is no \(service.peer.name)")
        case .missing(let service, let why): self[service] = .absent(why)
        case .held(let service, let attempt):
            if case .asking(let owner, attempt) = self[service] {
                self[service] = .held(owner: owner, attempt: attempt)
            } else {
                // The owner changed meanwhile: what he still gave is his.
                effects.append(.release(attempt: attempt))
            }
        case .refused(let service, let attempt, let why):
            if case .asking(let owner, attempt) = self[service] {
                self[service] = .refused(owner: owner, "\(service.peer.name) says: \(why)")
            }
        }
        return effects + settle()
    }

    private subscript(service: IdleService) -> Place {
        get { places[service.rawValue] }
        set { places[service.rawValue] = newValue }
    }

    private mutating func settle() -> [Effect] {
        guard let reason else { return letGo(IdleService.allCases[...]) }
        var obstacles: [String] = []
        for service in IdleService.allCases {
            switch self[service] {
            case .unknown:
                self[service] = .looking
                return [.look(service)]
            case .looking, .asking: return []
            case .absent(let why), .refused(_, let why):
                if !obstacles.contains(why) { obstacles.append(why) }
            case .there(let owner):
                attempts += 1
                self[service] = .asking(owner: owner, attempt: attempts)
                return [.ask(service, owner: owner, attempt: attempts, reason: reason)]
            case .held: return letGo(IdleService.allCases[(service.rawValue + 1)...])
            }
        }
        guard !hasWarned else { return [] }
        hasWarned = true
        return [.warn("nothing keeps the desktop awake while a session plays: \(obstacles.joined(separator: "; "))")]
    }

    private mutating func letGo(_ services: ArraySlice<IdleService>) -> [Effect] {
        services.compactMap { service in
            guard case .held(let owner, let attempt) = self[service] else { return nil }
            self[service] = .there(owner: owner)
            return .release(attempt: attempt)
        }
    }
}
