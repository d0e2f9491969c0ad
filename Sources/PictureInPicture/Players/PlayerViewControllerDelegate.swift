/// Who is told about a stock player controller (spec S14). Main actor; every method but restore has an empty default.
@MainActor public protocol PlayerViewControllerDelegate: AnyObject {
    /// The window is about to be made.
    func playerViewControllerWillStartPictureInPicture(_ playerViewController: PlayerViewController)
    /// The window is up.
    func playerViewControllerDidStartPictureInPicture(_ playerViewController: PlayerViewController)
    /// The window did not come about.
    func playerViewController(
        _ playerViewController: PlayerViewController,
        failedToStartPictureInPictureWithError error: PictureInPictureError)
    /// The window is about to go.
    func playerViewControllerWillStopPictureInPicture(_ playerViewController: PlayerViewController)
    /// The window is gone.
    func playerViewControllerDidStopPictureInPicture(_ playerViewController: PlayerViewController)
    /// The user wants back: present the controller, then call `completionHandler` once.
    func playerViewController(
        _ playerViewController: PlayerViewController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @MainActor (Bool) -> Void)
}

extension PlayerViewControllerDelegate {
    /// Nothing.
    public func playerViewControllerWillStartPictureInPicture(_ playerViewController: PlayerViewController) {}
    /// Nothing.
    public func playerViewControllerDidStartPictureInPicture(_ playerViewController: PlayerViewController) {}
    /// Nothing.
    public func playerViewController(
        _ playerViewController: PlayerViewController,
        failedToStartPictureInPictureWithError error: PictureInPictureError
    ) {}
    /// Nothing.
    public func playerViewControllerWillStopPictureInPicture(_ playerViewController: PlayerViewController) {}
    /// Nothing.
    public func playerViewControllerDidStopPictureInPicture(_ playerViewController: PlayerViewController) {}
}
