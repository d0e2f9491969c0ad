public import Geometry

/// Everything that happens to one picture in picture. What `PictureInPictureState.reduce` takes.
public enum PictureInPictureEvent: Sendable, Hashable {
    /// It is to float. The obstacle is what the surroundings have against it: capability, audio session, support.
    case start(StartCause, obstacle: PictureInPictureError?)
    /// The window could be mapped.
    case windowMapped
    /// The window has shown its first picture.
    case firstFrameShown
    /// The picture has another shape; ignored when empty.
    case sourceSizeChanged(Size)
    /// The window draws this many pixels; ignored when empty.
    case windowResized(Size)
    /// Something hides the window without ending it, such as a screen locker, or does so no more.
    case suspensionChanged(Bool)
    /// The session went to the in-app tile.
    case minimised
    /// The session fills the stage again.
    case maximised
    /// The user left the app; true when the session shall float by itself now (`AutomaticPolicy`).
    case leftApp(floats: Bool)
    /// The user is back in the app.
    case returned
    /// The close button.
    case closePressed
    /// The restore button, or a double click.
    case restorePressed
    /// The delegate answered the request with this number.
    case restoreAnswered(id: Int, Bool)
    /// The stage shows the picture again.
    case stageShowedFrame
    /// A deadline that was set has passed.
    case deadlinePassed(Deadline)
    /// The session is over, whoever ended it.
    case sessionEnded
    /// The window is lost; the reason in words.
    case windowFailed(String)
    /// The connection to the display is lost.
    case displayLost
    /// The app stops the floating; the session goes on.
    case stop
    /// "Hide, stay in the call": as stop, and stay away until started by hand (spec B6).
    case dismissed
    /// Another controller takes the window's place (spec S8).
    case replaced
    /// `isPictureInPictureEnabled`.
    case enabledChanged(Bool)
    /// The window has gone from the screen.
    case windowClosed
}
