/// What an audio session's category, mode and options mean for the sound server (spec S10).
public struct AudioConfiguration: Sendable, Hashable {
    /// What the sound is for.
    public enum Category: String, Sendable, Hashable, CaseIterable {
        /// Only heard.
        case playback
        /// Heard and recorded.
        case playAndRecord
    }
    /// How it is processed.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// A conversation.
        case videoChat
        /// A film or a broadcast.
        case moviePlayback
    }
    /// Where it may go.
    public struct Options: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: Int
        /// Options of these bits.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Headset profiles may be taken.
        public static let allowBluetooth = Options(rawValue: 1)
        /// The speaker is taken when nothing else is plugged in.
        public static let defaultToSpeaker = Options(rawValue: 2)
    }

    /// What the sound is for.
    public let category: Category
    /// How it is processed.
    public let mode: Mode
    /// Where it may go.
    public let options: Options

    /// A configuration that makes sense.
    ///
    /// - Throws: an error for combinations without sense.
    public init(_ category: Category, mode: Mode, options: Options = []) throws(AudioSessionError) {
        switch (category, mode) {
        case (.playback, .videoChat): throw .videoChatNeedsRecording
        case (.playAndRecord, .moviePlayback): throw .movieNeedsPlayback
        case (.playback, .moviePlayback), (.playAndRecord, .videoChat): break
        }
        if category == .playback, options.contains(.defaultToSpeaker) { throw .speakerNeedsRecording }
        self.init(unchecked: category, mode, options)
    }

    private init(unchecked category: Category, _ mode: Mode, _ options: Options) {
        self.category = category
        self.mode = mode
        self.options = options
    }

    /// For watching.
    public static let watching = AudioConfiguration(unchecked: .playback, .moviePlayback, [])
    /// For calls.
    public static let calling = AudioConfiguration(
        unchecked: .playAndRecord, .videoChat, [.allowBluetooth, .defaultToSpeaker])

    /// True when the microphone is opened.
    public var opensMicrophone: Bool { category == .playAndRecord }
    /// True when the microphone's sound is freed of what the speaker plays. Movies have no voice processing at all.
    public var cancelsEcho: Bool { mode == .videoChat }
}
