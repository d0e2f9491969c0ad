/// Why the running instance can't be reached, or stopped answering.
public enum InstanceError: Error, Sendable, Equatable, CustomStringConvertible {
    /// There is no session bus by which instances find each other.
    case noBus(SessionBusError)
    /// Nobody runs on this display, as `DISPLAY` names it.
    case noInstance(display: String)
    /// The instance, or the bus, went away before it was done.
    case lost
    /// It was refused, in the words of the other side.
    case refused(String)
    /// Nothing came back in time from this side.
    case timedOut(Side)

    /// Who is asked.
    public enum Side: String, Sendable {
        /// The bus itself.
        case bus = "the session bus"
        /// The instance.
        case instance = "the running porthole"
    }

    /// What, a noun.
    public var what: String {
        switch self {
        case .noBus: "session bus"
        case .noInstance, .lost, .refused, .timedOut: "running instance"
        }
    }

    /// Why, a clause.
    public var why: String {
        switch self {
        case .noBus(let error): error.why
        case .noInstance(""): "DISPLAY is not set"
        case .noInstance(let display): "no porthole runs on display \(display)"
        case .lost: "it has gone away"
        case .refused(let reason): "it refused, \(reason)"
        case .timedOut(let side): "\(side.rawValue) does not answer"
        }
    }

    /// What to do about it, a sentence without its full stop.
    public var remedy: String {
        switch self {
        case .noBus:
            "Start porthole under a session bus, such as with dbus-run-session, or alone with --new-instance"
        case .noInstance(""): "Set it to the display of the running porthole, such as :0"
        case .noInstance: "Start one without --new-instance, such as porthole watch SOURCE"
        case .lost: "Start porthole again"
        case .refused: "It may be another version: quit it and start porthole again"
        case .timedOut: "Try again, or start one alone with --new-instance"
        }
    }

    /// What, why and the remedy in one line.
    public var description: String { "\(what): \(why). \(remedy)" }

    /// What became of the attempt to connect.
    init(_ error: SessionBusError) {
        self = if case .silent = error { .timedOut(.bus) } else { .noBus(error) }
    }

    /// What became of a call.
    init(_ failure: BusFailure, of side: Side) {
        self =
            switch failure {
            case .timedOut: .timedOut(side)
            case .closed, .gone: .lost
            case .refused(let why): .refused(why)
            }
    }
}
