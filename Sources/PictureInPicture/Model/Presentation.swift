/// How a session is shown inside the app.
public enum Presentation: Sendable, Hashable {
    /// It fills the stage.
    case full
    /// It is minimised to the in-app tile.
    case tile
}

/// What the main window shows of a session (spec B9, S4, S13).
public enum StagePresentation: Sendable, Hashable {
    /// The session itself, full or as the tile.
    case session(Presentation)
    /// "In picture in picture", with a way back.
    case placeholder
    /// Nothing of the picture, but a way back: restoring was refused, or another session took the place.
    case wayBack
    /// Nothing: the session is over or the display is gone.
    case nothing
}
