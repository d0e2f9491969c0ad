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
        case .inside(let subject, let monitor): "\(subject) inside \(monitor ?? "the work area")"
        case .focus(let subject): "the focus on \(subject)"
        case .advancing(let session): "frames of \(session) advancing"
        case .dropped(let session, let percent): "at most \(percent)% of the frames of \(session) dropped"
        case .session(let session, .connected): "\(session) connected"
        case .session(let session, .running): "\(session) running"
        case .session(let session, .ended(let reason)): "\(session) ended by \(reason.rawValue)"
        case .events(let session, let words):
            "events of \(session): " + words.map(\.rawValue).joined(separator: " ")
        case .restacks(let count): "at most \(count) restacks"
        case .noLeaks: "no leaks"
        }
    }
}
