/// A command for people who watch.
enum ShowStep: Sendable, Hashable {
    /// `pause 2s`: the only command that just waits; seconds.
    case pause(Double)
    /// `caption "…"`; an empty one takes it away.
    case caption(String)
    /// `pointer speed N`: pixels a second from now on.
    case pointerSpeed(Double)
    /// `screenshot NAME.png`
    case screenshot(String)
    /// `record start NAME.webm`, or `NAME.mp4`
    case recordStart(String)
    /// `record stop`
    case recordStop
}
