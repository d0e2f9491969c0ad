/// One way in which a sound card can be used, such as its speakers or a headset (PulseAudio's card profiles).
public struct AudioProfile: Sendable, Hashable, Identifiable {
    /// What it plays through.
    public enum Port: Sendable, Hashable, CaseIterable {
        /// Speakers.
        case speaker
        /// Headphones or an earpiece, without a radio.
        case headphones
        /// A radio headset with a microphone: worse sound, both ways.
        case headset
        /// Something else, such as a monitor.
        case other
    }

    /// The sound server's name for it.
    public let id: String
    /// What it plays through.
    public var port: Port
    /// True when it has a microphone.
    public var hasMicrophone: Bool
    /// True when the sound server prefers it.
    public var isDefault: Bool

    /// A way to use a sound card.
    public init(id: String, port: Port, hasMicrophone: Bool = false, isDefault: Bool = false) {
        self.id = id
        self.port = port
        self.hasMicrophone = hasMicrophone
        self.isDefault = isDefault
    }
}

extension AudioConfiguration {
    /// Which of the available ways is taken (spec S10); nil when there is none.
    ///
    /// Without `.allowBluetooth` headsets are skipped; with `.defaultToSpeaker` the speaker is taken, unless a headset
    /// may be and is there; one with a microphone goes before one without when a microphone is opened.
    public func profile(from available: [AudioProfile]) -> AudioProfile? {
        let usable = available.filter { options.contains(.allowBluetooth) || $0.port != .headset }
        func rank(_ profile: AudioProfile) -> Int {
            var rank = 0
            if opensMicrophone, options.contains(.allowBluetooth), profile.port == .headset { rank += 8 }
            if options.contains(.defaultToSpeaker), profile.port == .speaker { rank += 4 }
            if profile.isDefault { rank += 2 }
            if opensMicrophone, profile.hasMicrophone { rank += 1 }
            return rank
        }
        // The first of equals: `max(by:)` would take the last.
        return usable.reduce(nil as AudioProfile?) { best, next in
            guard let best else { return next }
            return rank(next) > rank(best) ? next : best
        }
    }
}
