import PortholeKit

/// Floats a film, presents another, and restores the first; with stock or custom player controllers.
@MainActor func restoreOver(
    _ window: any PlayerHost, _ film: ContentSource, _ other: ContentSource, customPlayer: Bool,
    _ environment: PictureInPictureEnvironment, _ audioSession: AudioSession
) throws -> (film: any RestorablePlayer, presenter: PlayerPresenter) {
    // snippet: players
    // A player of the app's own: nobody else makes the audio session active.
    try audioSession.setActive(true)
    let presenter = PlayerPresenter(host: window, environment: environment)
    let player = presenter.presentPlayerController(with: film, customPlayer: customPlayer)
    player.pictureInPictureController.startPictureInPicture()

    // The film floats; something else is presented in its stead.
    presenter.presentPlayerController(with: other, customPlayer: customPlayer)

    // Back: what is presented goes, the film returns, both without animation; then the window is answered.
    player.pictureInPictureController.restorePictureInPicture()
    // end
    return (player, presenter)
}
