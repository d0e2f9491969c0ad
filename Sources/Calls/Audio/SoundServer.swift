/// What plays and records sound. Main actor.
@MainActor public protocol SoundServer: AnyObject {
    /// Sets itself up for `configuration`, again when it is already.
    ///
    /// - Returns: where the sound goes.
    /// - Throws: `.noServer` when there is none, which is no error for a session; `.refused` otherwise.
    func open(_ configuration: AudioConfiguration) throws(SoundServerError) -> AudioRoute
    /// Gives microphone and speaker up.
    func close()
}

/// Why a sound server does not play.
public enum SoundServerError: Error, Sendable, Hashable {
    /// There is none; the reason in words.
    case noServer(String)
    /// It does not want to; the reason in words.
    case refused(String)
}
