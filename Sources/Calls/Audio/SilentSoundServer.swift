/// No sound at all: what `--no-audio` means.
@MainActor public final class SilentSoundServer: SoundServer {
    private let reason: String

    /// A server that plays nothing.
    public init(reason: String = "sound is turned off") { self.reason = reason }

    /// There is none.
    public func open(_ configuration: AudioConfiguration) throws(SoundServerError) -> AudioRoute {
        throw .noServer(reason)
    }

    /// Nothing to give up.
    public func close() {}
}
