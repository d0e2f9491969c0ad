internal import Frames
public import Media
public import PictureInPicture

// The player of media sources is what sessions play.
extension MediaPlayer: MediaPlaying {}

extension MediaPlayer.Event {
    /// The same in the words of sessions.
    public var asPlayed: MediaPlayingEvent {
        switch self {
        case .playing: .playing
        case .warning(let reason): .warning(reason)
        case .buffering(let percent): .buffering(percent)
        case .ended: .ended
        case .failed(let error): .failed("\(error)")
        }
    }
}

extension LiveSession {
    /// A live of `source`; nothing is opened before `watch`.
    public convenience init(
        source: MediaSource, options: MediaPlayer.Options = .init(),
        settings: SessionSettings = SessionSettingsBuilder().build(), environment: PictureInPictureEnvironment? = nil,
        audioSession: AudioSession? = nil, center: SessionCenter = .shared
    ) {
        self.init(settings: settings, environment: environment, audioSession: audioSession, center: center) {
            track, onEvent in
            try MediaPlayer(source, options: options, track: track) { onEvent($0.asPlayed) }
        }
    }
}

extension MediaCallTransport {
    /// A call whose other side is `source`.
    public convenience init(source: MediaSource, options: MediaPlayer.Options = .init()) {
        self.init(name: source.title) { track, onEvent in
            try MediaPlayer(source, options: options, track: track) { onEvent($0.asPlayed) }
        }
    }
}
