/// How a session is set up. Made by `SessionSettingsBuilder`.
public struct SessionSettings: Sendable, Hashable {
    /// May the session float by its own means (spec S1)? The in-app tile never needs it.
    public internal(set) var isSystemPictureInPictureEnabled = false
    /// May it float by itself when the app is left (spec B6)?
    public internal(set) var floatsOnLeaving = true
    /// What this side is called.
    public internal(set) var displayName = ""
    /// Does the microphone take sound from the beginning?
    public internal(set) var isMicrophoneOn = true
    /// Does the camera take pictures from the beginning?
    public internal(set) var isCameraOn = true
    /// How participants are arranged at first.
    public internal(set) var layout = LayoutType.tile
    /// The name of the session, for windows and lists.
    public internal(set) var title = ""
}
