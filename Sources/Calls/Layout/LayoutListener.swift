/// Who wants to know how the call's user interface is laid out (spec L2). Main actor; every method has an empty default.
@MainActor public protocol LayoutListener: AnyObject, Sendable {
    /// The user interface is laid out for a small window.
    func onPictureInPictureLayoutEnabled()
    /// It is laid out in full again.
    func onPictureInPictureLayoutDisabled()
    /// The participants are arranged in another way.
    func onCallLayoutChanged(layoutType: LayoutType)
    /// The list of participants is shown.
    func onParticipantListVisible()
    /// It is hidden.
    func onParticipantListHidden()
}

extension LayoutListener {
    /// Nothing.
    public func onPictureInPictureLayoutEnabled() {}
    /// Nothing.
    public func onPictureInPictureLayoutDisabled() {}
    /// Nothing.
    public func onCallLayoutChanged(layoutType: LayoutType) {}
    /// Nothing.
    public func onParticipantListVisible() {}
    /// Nothing.
    public func onParticipantListHidden() {}
}
