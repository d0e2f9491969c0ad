/// Why a picture floats (spec B6).
public enum StartCause: Sendable, Hashable {
    /// The user or the app asked for it: it stays until it is ended.
    case byHand
    /// The app was left: it ends when the user comes back.
    case automatic
}
