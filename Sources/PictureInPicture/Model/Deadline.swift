/// What a controller waits for only so long. One of each runs at a time.
public enum Deadline: Sendable, Hashable, CaseIterable {
    /// The window has to be on the screen with a picture.
    case start
    /// The delegate has to say whether the user interface is restored (spec S4).
    case restore
    /// The stage has to show a frame before the mini window goes.
    case stage
    /// The window has to be gone.
    case stop

    /// How long, in seconds of the clock.
    public var seconds: Double {
        switch self {
        case .start: 5
        case .restore: 3
        case .stage: 1
        case .stop: 1
        }
    }
}
