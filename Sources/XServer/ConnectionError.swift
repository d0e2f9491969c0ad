/// Why a connection can't be had.
public enum ConnectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// `DISPLAY` is not set and no display was named.
    case noDisplay
    /// Nobody answers there, or we are not let in.
    case refused(display: String)
    /// The screen can't show 24-bit colour.
    case noTrueColor(display: String)

    /// What, why and the remedy, in one line.
    public var description: String {
        switch self {
        case .noDisplay:
            "no X display: DISPLAY is not set. Start this inside an X11 session, or set DISPLAY"
        case .refused(let display):
            "cannot open X display \(display): no server answers there or it refuses us. Check DISPLAY and xauth"
        case .noTrueColor(let display):
            "X display \(display) has no 24-bit TrueColor visual. Run the server with depth 24"
        }
    }
}
