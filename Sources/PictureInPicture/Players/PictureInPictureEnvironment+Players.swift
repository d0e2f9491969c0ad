extension PictureInPictureEnvironment {
    /// The custom player controllers that float: the active set, which alone may be holding them (spec S5, S14).
    public var activeCustomPlayerViewControllers: [CustomPlayerViewController] {
        activeSet.controllers.compactMap { $0.heldPlayer as? CustomPlayerViewController }
    }
}
