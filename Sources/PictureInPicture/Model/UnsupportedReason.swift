public import Geometry

/// Why no mini window can be shown here at all (spec S2).
public enum UnsupportedReason: Sendable, Hashable, CustomStringConvertible {
    /// There is no X server to talk to.
    case noDisplay
    /// The screen has no TrueColor visual of 24 or 32 bits.
    case noTrueColorVisual
    /// One side of the screen is under 120 pixels.
    case screenTooSmall(Size)

    /// What is missing, as the second half of a sentence.
    public var description: String {
        switch self {
        case .noDisplay: "there is no display"
        case .noTrueColorVisual: "the screen has no 24-bit or 32-bit TrueColor visual"
        case .screenTooSmall(let size):
            "the screen has \(size) pixels, under \(PictureInPictureSupport.leastScreenSide) on one side"
        }
    }

    /// What to do about it, as a sentence.
    public var remedy: String {
        switch self {
        case .noDisplay: "Start it inside an X11 session, or set DISPLAY."
        case .noTrueColorVisual: "Run the X server with a depth of 24."
        case .screenTooSmall:
            "Choose a screen mode of at least \(PictureInPictureSupport.leastScreenSide) pixels on each side."
        }
    }
}
