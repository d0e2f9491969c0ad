import PortholeKit

// What the sessions' controllers tell.
extension App: PictureInPictureControllerDelegate {
    private func screen(of controller: PictureInPictureController) -> SessionScreen? {
        screens.first { $0.controller === controller }
    }

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        guard let screen = screen(of: controller) else { return }
        tell(screen, .pipWillStart)
        // Spec L4. With the stage kept it stays as it is: somebody looks at it.
        if !environment.keepsStage { screen.setSmallLayout(true) }
    }

    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) {
        guard let screen = screen(of: controller) else { return }
        tell(screen, .pipDidStart(window: controller.windowIdentifier ?? 0))
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, failedToStartPictureInPictureWithError error: PictureInPictureError
    ) {
        guard let screen = screen(of: controller) else { return }
        screen.setSmallLayout(scene.tile == screen.name)
        tell(screen, .pipFailed(error: error.description))
        finishIfOver(screen)
    }

    func pictureInPictureControllerWillStopPictureInPicture(_ controller: PictureInPictureController) {
        if let screen = screen(of: controller) { tell(screen, .pipWillStop) }
    }

    func pictureInPictureControllerDidStopPictureInPicture(_ controller: PictureInPictureController) {
        guard let screen = screen(of: controller) else { return }
        screen.setSmallLayout(scene.tile == screen.name)
        tell(screen, .pipDidStop)
        finishIfOver(screen)
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @MainActor (Bool) -> Void
    ) {
        guard let screen = screen(of: controller), let main else { return completionHandler(false) }
        tell(screen, .pipRestore)
        switch screen.restoreAnswer {
        case .yes: break
        case .no: return completionHandler(false)
        case .never: return
        }
        send(.restore(screen.name))
        main.present()
        completionHandler(true)
    }
}
