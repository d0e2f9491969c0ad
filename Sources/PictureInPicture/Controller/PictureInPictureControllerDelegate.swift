/// Who is told about the life of a picture in picture. Main actor; every method has an empty default (spec S3).
@MainActor public protocol PictureInPictureControllerDelegate: AnyObject {
    /// The window is about to be made. `enablePictureInPictureLayout()` belongs here (spec L4).
    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController)
    /// The window is up and shows the picture.
    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController)
    /// The window did not come about. Sent alone when the start may not happen, else instead of `didStart`.
    func pictureInPictureController(
        _ controller: PictureInPictureController,
        failedToStartPictureInPictureWithError error: PictureInPictureError)
    /// The window is about to go.
    func pictureInPictureControllerWillStopPictureInPicture(_ controller: PictureInPictureController)
    /// The window is gone.
    func pictureInPictureControllerDidStopPictureInPicture(_ controller: PictureInPictureController)
    /// The user wants back into the app: show the session there, then call `completionHandler` once, within 3 s.
    ///
    /// `true` when it is shown. The default answers `false`: there is nobody to restore anything.
    func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @MainActor (Bool) -> Void)
}

extension PictureInPictureControllerDelegate {
    /// Nothing.
    public func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {}
    /// Nothing.
    public func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) {}
    /// Nothing.
    public func pictureInPictureController(
        _ controller: PictureInPictureController,
        failedToStartPictureInPictureWithError error: PictureInPictureError
    ) {}
    /// Nothing.
    public func pictureInPictureControllerWillStopPictureInPicture(_ controller: PictureInPictureController) {}
    /// Nothing.
    public func pictureInPictureControllerDidStopPictureInPicture(_ controller: PictureInPictureController) {}
    /// Answers `false`.
    public func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @MainActor (Bool) -> Void
    ) { completionHandler(false) }
}
