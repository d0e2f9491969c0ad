/// Why a stage could not do what a line asks for.
enum StageFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// A program that the scenario needs is not here, or the manager lacks what it needs: the scenario is skipped.
    case missing(String)
    /// The language has the command and Porthole or the stage cannot do it yet: the scenario is skipped.
    case notYet(String)
    /// The window manager did not start: nothing was tested.
    case managerDown(String)
    /// It did not work.
    case failed(String)

    /// Why, a clause.
    var description: String {
        switch self {
        case .missing(let text), .managerDown(let text), .failed(let text): text
        case .notYet(let text): "not yet: \(text)"
        }
    }
}
