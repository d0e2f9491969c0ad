import PortholeKit

/// A mini window on a real display, without anything else.
@MainActor func floatTestPicture(on display: String?) throws -> (DesktopConnection, LiveSession, AnyObject) {
    // snippet: whole-app
    let desktop = try DesktopConnection(display)
    let environment = PictureInPictureEnvironment()
    let audioSession = AudioSession()
    environment.support = PictureInPictureSupport(
        screen: desktop.server.screenSize, trueColorDepths: desktop.server.trueColorDepths)
    environment.capabilities = try Capabilities(manifest: "[Capabilities]\nBackgroundModes=audioPictureInPicture\n")
    environment.audioSession = audioSession
    environment.windows = FloatingMiniWindows(desktop) { kind in WindowOptions(title: kind.accessibleName) }

    let live = LiveSession(
        source: try MediaSource("test:bars"),
        settings: SessionSettingsBuilder().enableSystemPictureInPicture(true).build(),
        environment: environment, audioSession: audioSession)
    let controller = live.pictureInPictureController
    // As soon as there is a picture, it floats.
    let token = controller.possibility.observe { [weak controller] isPossible in
        if isPossible { controller?.startPictureInPicture() }
    }
    live.watch()
    // end
    return (desktop, live, token)
}
