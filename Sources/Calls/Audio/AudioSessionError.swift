/// Why the audio session can't be set up so.
public enum AudioSessionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Video chat needs a microphone, which `.playback` does not open.
    case videoChatNeedsRecording
    /// Movie playback opens no microphone, which `.playAndRecord` asks for.
    case movieNeedsPlayback
    /// Only a session that records has an earpiece to be kept from.
    case speakerNeedsRecording
    /// The sound server refused; the reason in words.
    case refused(String)

    /// What is wrong and what to do about it, in one line.
    public var description: String {
        switch self {
        case .videoChatNeedsRecording:
            "Mode .videoChat makes no sense with category .playback. Use .playAndRecord, or mode .moviePlayback."
        case .movieNeedsPlayback:
            "Mode .moviePlayback makes no sense with category .playAndRecord. Use .playback, or mode .videoChat."
        case .speakerNeedsRecording:
            "Option .defaultToSpeaker makes no sense with category .playback. Leave it out, or use .playAndRecord."
        case .refused(let reason):
            "The sound server refused: \(reason). Look at the sound server, or run with --no-audio."
        }
    }
}
