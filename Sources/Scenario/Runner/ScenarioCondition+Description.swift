import PortholeKit

extension ScenarioCondition: CustomStringConvertible {
    /// What is expected, as reports say it.
    var description: String {
        switch self {
        case .onTop(let subject): "\(subject) above every managed window"
        case .stacking(let order): "from bottom to top " + order.map(\.description).joined(separator: " ")
        case .sight(let subject, let sight): "\(subject) \(sight.rawValue)"
        case .at(let subject, let corner, let monitor):
            "\(subject) at \(corner.rawValue)" + (monitor.map { " of \($0)" } ?? "")
        case .size(let subject, let size): "\(subject) \(size)"
        case .opacity(let subject, let percent): "\(subject) \(percent)% opaque"
        case .ringed(let subject): "the ring of the keyboard around \(subject)"
        case .menu(let subject, let isOpen): "the menu of \(subject) \(isOpen ? "open" : "closed")"
        case .inside(let subject, let monitor): "\(subject) inside \(monitor ?? "the work area")"
        case .mapped(let subject, let wanted): "\(subject) \(wanted ? "mapped" : "not mapped")"
        case .listed(let subject, true): "\(subject) in the manager's list"
        case .listed(let subject, false): "\(subject) not in the manager's list"
        case .className(let subject, let name): "\(subject) of the class \(name)"
        case .focus(let subject): "the focus on \(subject)"
        case .managed(let subject): "\(subject) managed: listed, above, sticky, in no task bar"
        case .advancing(let session): "frames of \(session) advancing"
        case .dropped(let session, let percent): "at most \(percent)% of the frames of \(session) dropped"
        case .session(let session, let state): "\(session) \(state)"
        case .caller(let session, let state): "the caller of \(session) \(state)"
        case .ringing(let name?): "\(name) ringing"
        case .ringing(nil): "nobody ringing"
        case .events(let session, let words):
            "events of \(session): " + words.map(\.rawValue).joined(separator: " ")
        case .shown(let participant, let session): "\(participant) shown in \(session)"
        case .restacks(let count): "at most \(count) restacks"
        case .noLeaks: "no leaks"
        }
    }
}

extension SessionCondition: CustomStringConvertible {
    /// Behind whom it is about.
    var description: String {
        switch self {
        case .connected: "connected"
        case .running: "running"
        case .onHold: "on hold"
        case .putOnHold: "put on hold by the other side"
        case .ended(let reason): "ended by \(reason.rawValue)"
        }
    }
}
