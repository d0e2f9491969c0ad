import PortholeKit

// snippet: restore
/// Shows one call, and takes it back from its mini window.
final class CallStage: PictureInPictureControllerDelegate {
    private(set) var isPresented = true

    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) {
        isPresented = false
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @MainActor (Bool) -> Void
    ) {
        // Present first, answer then, once, within three seconds: the window waits for a frame on the stage.
        isPresented = true
        completionHandler(true)
    }
}
// end
