public import PictureInPicture

/// How the app uses sound (spec S10; `AVAudioSession` of the model). Main actor.
///
/// An active one is what system picture in picture needs (spec S9) and half of what keeps the desktop awake (spec B5).
@MainActor public final class AudioSession: AudioSessionActivation {
    /// The app's.
    public static let shared = AudioSession()

    /// The app's, by its older name.
    public static func sharedInstance() -> AudioSession { shared }

    /// True while it is active.
    public let activity = Observed(false)
    /// Where the sound goes; `.none` while it is not active.
    public private(set) var route = AudioRoute.none
    /// What it is set up for.
    public private(set) var configuration = AudioConfiguration.watching
    /// Where warnings go.
    public var log: @MainActor (String) -> Void = PictureInPictureEnvironment.logToStandardError
    /// What plays. Taken from the next activation on.
    public var soundServer: any SoundServer
    private var holders = 0

    /// A session that is not active.
    public init(soundServer: any SoundServer = SilentSoundServer(reason: "no sound server was set up")) {
        self.soundServer = soundServer
    }

    /// True while it is active.
    public var isActive: Bool { activity.value }
    /// What the sound is for.
    public var category: AudioConfiguration.Category { configuration.category }
    /// How it is processed.
    public var mode: AudioConfiguration.Mode { configuration.mode }
    /// Where it may go.
    public var options: AudioConfiguration.Options { configuration.options }

    /// Sets it up for something else; at once when it is active.
    ///
    /// - Throws: an error for combinations without sense, or when the sound server refuses; nothing changes then.
    public func setCategory(
        _ category: AudioConfiguration.Category, mode: AudioConfiguration.Mode,
        options: AudioConfiguration.Options = []
    ) throws(AudioSessionError) {
        try setConfiguration(AudioConfiguration(category, mode: mode, options: options))
    }

    /// The same with the three in one value.
    public func setConfiguration(_ new: AudioConfiguration) throws(AudioSessionError) {
        guard new != configuration else { return }
        if isActive { route = try open(new) }
        configuration = new
    }

    /// Makes it active or not. A repeat changes nothing.
    ///
    /// Without a sound server it becomes active all the same, with the route `none` and a warning.
    public func setActive(_ isActive: Bool) throws(AudioSessionError) {
        guard isActive != self.isActive else { return }
        if isActive {
            route = try open(configuration)
        } else {
            soundServer.close()
            route = .none
        }
        activity.set(isActive)
    }

    /// Makes it active for a view that floats, or gives it up.
    public func activateForPictureInPicture(_ isActive: Bool) throws(PictureInPictureError) {
        do {
            try setActive(isActive)
        } catch {
            throw .audioSessionFailed("\(error)")
        }
    }

    /// Active as long as somebody holds it: a call or live takes it before picture in picture may start (spec S9).
    func hold(for configuration: AudioConfiguration) throws(AudioSessionError) {
        // A live beside a call must not take the microphone away from it.
        if holders == 0 || configuration.opensMicrophone { try setConfiguration(configuration) }
        try setActive(true)
        holders += 1
    }

    /// The counterpart of `hold`; the last one gives it up.
    func release() {
        holders -= 1
        guard holders == 0 else { return }
        do {
            try setActive(false)
        } catch {
            log("\(error)")
        }
    }

    private func open(_ configuration: AudioConfiguration) throws(AudioSessionError) -> AudioRoute {
        do {
            return try soundServer.open(configuration)
        } catch {
            switch error {
            case .noServer(let reason):
                log("no sound: \(reason); the session goes on without it")
                return .none
            case .refused(let reason): throw .refused(reason)
            }
        }
    }
}
