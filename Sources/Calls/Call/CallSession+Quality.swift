import PictureInPicture
import Views

// What is shown of the connection.
extension CallSession {
    /// Whether the figures of the connection are shown over the call. Nothing while there are none.
    public var isQualityShown: Bool {
        get { qualityLog.isShown }
        set {
            qualityLog.isShown = newValue
            refreshView()
        }
    }

    /// Notes the figures of the last second, and a picture that stands still.
    func noteQuality() {
        let before = stillWords
        qualityLog.note(quality)
        if stillWords != before { showStateInControls() }
    }

    /// Whose picture stands still, in words; nil when it moves, or when there is none.
    var stillWords: String? {
        guard qualityLog.standing != nil, state.value.phase == .connected, !state.value.isResting,
            let shown = participants.value.first(where: { $0.id == shownParticipant.value }), shown.hasVideo,
            !shown.isSelf
        else { return nil }
        return "\(shown.name.isEmpty ? "The other side" : shown.name)’s picture stands still"
    }
}
