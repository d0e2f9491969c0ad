import PortholeKit

// snippet: call-screen
/// A call that can be a tile and a mini window, and calls the layout hook for both.
@MainActor final class CallScreen: PiPViewCoordinatorDelegate, PictureInPictureControllerDelegate {
    let call: CallSession
    let container = CallContainer()
    let coordinator: PiPViewCoordinator

    init(_ call: CallSession, in parent: View) {
        self.call = call
        coordinator = PiPViewCoordinator(withView: container)
        coordinator.delegate = self
        coordinator.configureAsStickyView(withParentView: parent)
        call.pictureInPictureController.delegate = self
        call.joinSession(container: container)
    }

    /// To the tile, inside the app.
    func minimise() {
        coordinator.enterPictureInPicture()
        call.enablePictureInPictureLayout()
    }

    /// To the mini window, outside of it.
    func float() { call.pictureInPictureController.startPictureInPicture() }

    /// The tile is full size again.
    func exitPictureInPicture() { call.disablePictureInPictureLayout() }

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        call.enablePictureInPictureLayout()
    }

    func pictureInPictureControllerDidStopPictureInPicture(_ controller: PictureInPictureController) {
        call.disablePictureInPictureLayout()
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, failedToStartPictureInPictureWithError error: PictureInPictureError
    ) { call.disablePictureInPictureLayout() }

    func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @MainActor (Bool) -> Void
    ) { completionHandler(true) }
}
// end
