import PortholeKit

/// Presses the close buttons of both mini windows.
@MainActor func closeBoth(_ call: CallSession, _ live: LiveSession) {
    // snippet: close-buttons
    call.joinSession()
    live.watch()
    call.pictureInPictureController.startPictureInPicture()
    live.pictureInPictureController.startPictureInPicture()

    // What the button of the call's window does: the call is over, the other side is told, the live goes on.
    call.pictureInPictureController.closePictureInPicture()
    // What the button of the live's window does: nobody watches any more.
    live.pictureInPictureController.closePictureInPicture()
    // end
}
