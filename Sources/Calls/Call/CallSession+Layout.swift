import PictureInPicture

// The layout hook (spec 5). None of it creates, moves or floats anything.
extension CallSession {
    /// Lays the call's user interface out for a small window: no controls, one participant, a bigger name.
    public func enablePictureInPictureLayout() { change { $0.setPictureInPicture(true) } }

    /// Lays it out in full again.
    public func disablePictureInPictureLayout() { change { $0.setPictureInPicture(false) } }

    /// Arranges the participants in another way.
    public func setLayout(_ type: LayoutType) { change { $0.setType(type) } }

    /// Shows the list of participants.
    public func showParticipantList() { change { $0.setParticipantList(visible: true) } }

    /// Hides the list of participants.
    public func hideParticipantList() { change { $0.setParticipantList(visible: false) } }

    /// Tells `listener` of each change from now on; held weakly, once however often it is added. Any thread.
    public nonisolated func addLayoutListener(_ listener: any LayoutListener) { listeners.add(listener) }

    /// Tells it no more. Works in the listener's `deinit`; an unknown one is no error. Any thread.
    public nonisolated func removeLayoutListener(_ listener: any LayoutListener) { listeners.remove(listener) }

    private func change(_ body: (inout CallLayout) -> CallLayout.Change?) {
        var next = layout.value
        guard let change = body(&next) else { return }
        layout.set(next)
        listeners.tell(change)
    }
}
