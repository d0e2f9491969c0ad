/// A window that a scenario speaks of.
enum ScenarioSubject: Sendable, Hashable, CustomStringConvertible {
    /// `pip a`: the mini window of a session.
    case pip(String)
    /// `main a`: the main window of a session.
    case main(String)
    /// `w1`: a test window.
    case window(String)

    /// As in `assert stacking`.
    var description: String {
        switch self {
        case .pip(let session): "pip:\(session)"
        case .main(let session): "main:\(session)"
        case .window(let name): name
        }
    }
}
