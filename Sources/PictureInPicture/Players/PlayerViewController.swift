/// The stock player controller: it makes its picture in picture itself and forwards what happens to a delegate
/// (spec S14; `AVPlayerViewController` of the model). Main actor.
@MainActor public final class PlayerViewController: RestorablePlayer {
    /// What floats it.
    public let pictureInPictureController: PictureInPictureController
    /// Who is told; weak.
    public weak var delegate: (any PlayerViewControllerDelegate)?

    /// A player of `contentSource` that is not yet presented.
    public init(contentSource: ContentSource, environment: PictureInPictureEnvironment = .shared) {
        pictureInPictureController = PictureInPictureController(contentSource: contentSource, environment: environment)
        pictureInPictureController.playerViewController = self
        pictureInPictureController.delegate = self
    }
}

extension PlayerViewController: PictureInPictureControllerDelegate {
    /// Forwards to the delegate.
    public func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        delegate?.playerViewControllerWillStartPictureInPicture(self)
    }

    /// Forwards to the delegate.
    public func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) {
        delegate?.playerViewControllerDidStartPictureInPicture(self)
    }

    /// Forwards to the delegate.
    public func pictureInPictureController(
        _ controller: PictureInPictureController,
        failedToStartPictureInPictureWithError error: PictureInPictureError
    ) {
        delegate?.playerViewController(self, failedToStartPictureInPictureWithError: error)
    }

    /// Forwards to the delegate.
    public func pictureInPictureControllerWillStopPictureInPicture(_ controller: PictureInPictureController) {
        delegate?.playerViewControllerWillStopPictureInPicture(self)
    }

    /// Forwards to the delegate.
    public func pictureInPictureControllerDidStopPictureInPicture(_ controller: PictureInPictureController) {
        delegate?.playerViewControllerDidStopPictureInPicture(self)
    }

    /// Forwards to the delegate; without one nothing can be restored.
    public func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @MainActor (Bool) -> Void
    ) {
        guard let delegate else { return completionHandler(false) }
        delegate.playerViewController(
            self, restoreUserInterfaceForPictureInPictureStopWithCompletionHandler: completionHandler)
    }
}
