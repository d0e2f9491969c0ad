/// Who is told about a custom player controller, as `PlayerViewControllerDelegate` tells about a stock one (spec S14). Main actor; every method but restore has an empty default.
@MainActor public protocol CustomPlayerViewControllerDelegate: AnyObject {
    /// The window is about to be made.
    func playerViewControllerWillStartPictureInPicture(_ playerViewController: CustomPlayerViewController)
    /// The window is up.
    func playerViewControllerDidStartPictureInPicture(_ playerViewController: CustomPlayerViewController)
    /// The window did not come about.
    func playerViewController(
        _ playerViewController: CustomPlayerViewController,
        failedToStartPictureInPictureWithError error: PictureInPictureError)
    /// The window is about to go.
    func playerViewControllerWillStopPictureInPicture(_ playerViewController: CustomPlayerViewController)
    /// The window is gone.
    func playerViewControllerDidStopPictureInPicture(_ playerViewController: CustomPlayerViewController)
    /// The user wants back: present the controller, then call `completionHandler` once.
    func playerViewController(
        _ playerViewController: CustomPlayerViewController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @MainActor (Bool) -> Void)
}

extension CustomPlayerViewControllerDelegate {
    /// Nothing.
    public func playerViewControllerWillStartPictureInPicture(_ playerViewController: CustomPlayerViewController) {}
    /// Nothing.
    public func playerViewControllerDidStartPictureInPicture(_ playerViewController: CustomPlayerViewController) {}
    /// Nothing.
    public func playerViewController(
        _ playerViewController: CustomPlayerViewController,
        failedToStartPictureInPictureWithError error: PictureInPictureError
    ) {}
    /// Nothing.
    public func playerViewControllerWillStopPictureInPicture(_ playerViewController: CustomPlayerViewController) {}
    /// Nothing.
    public func playerViewControllerDidStopPictureInPicture(_ playerViewController: CustomPlayerViewController) {}
}
