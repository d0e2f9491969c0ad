/// A device of a call's sound. Pure.
public enum SoundPart: String, Sendable, Hashable, CaseIterable {
    /// What is sent.
    case microphone
    /// What is heard.
    case speaker

    /// What is said when other parts are missing than before; nil when nothing is to be said.
    ///
    /// - Parameter old: nil at the beginning.
    static func sentence(_ old: Set<SoundPart>?, _ new: Set<SoundPart>, of wanted: Set<SoundPart>) -> String? {
        let before = old ?? []
        guard new != before else { return nil }
        if new == wanted {
            return SoundServer.warning(
                old == nil ? "no sound server answers" : "the sound server went away, or has no devices left")
        }
        if let gone = new.subtracting(before).first {
            return gone == .microphone
                ? "no microphone: the sound server has none, or gives it to nobody; the call goes on"
                : "no speaker: the sound server has none, or gives it to nobody; the call goes on"
        }
        if new.isEmpty {
            return before.count > 1 ? "the sound is back" : "the \(before.first?.rawValue ?? "sound") is back"
        }
        return new.contains(.microphone) ? "the speaker is back" : "the microphone is back"
    }

    /// What is said when the device that was chosen went away, and when it came back.
    func sentence(_ name: String, isAway: Bool) -> String {
        isAway
            ? "the \(rawValue) '\(name)' is not there: the default one is used until it is back"
            : "the \(rawValue) '\(name)' is used again"
    }
}
