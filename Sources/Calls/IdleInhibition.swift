/// Whether the desktop has to be kept from going idle (spec B5).
public enum IdleInhibition {
    /// One running session, as far as it counts here.
    public struct Session: Sendable, Hashable {
        /// True while it plays: not paused, not on hold, not ended.
        public var isPlaying: Bool

        /// A session.
        public init(isPlaying: Bool) { self.isPlaying = isPlaying }
    }

    /// True while a call or live plays *and* the audio session is active.
    public static func isNeeded(isPlaying: Bool, isAudioSessionActive: Bool) -> Bool {
        isPlaying && isAudioSessionActive
    }

    /// The same for all sessions of an app: one that plays is enough.
    public static func isNeeded(_ sessions: [Session], isAudioSessionActive: Bool) -> Bool {
        isNeeded(isPlaying: sessions.contains(where: \.isPlaying), isAudioSessionActive: isAudioSessionActive)
    }
}
