/// Where the sound goes.
public enum AudioRoute: Sendable, Hashable {
    /// Nowhere: there is no sound server, or sound is turned off.
    case none
    /// Through this profile.
    case profile(AudioProfile)
    /// To the sound server, which decides for itself.
    case server
}
