/// Presents stock and custom player controllers, and brings both back the same way (spec S6, S13, S14). Main actor.
@MainActor public final class PlayerPresenter {
    private weak var host: (any PlayerHost)?
    private let environment: PictureInPictureEnvironment

    /// A presenter into `host`, which is held weakly.
    public init(host: any PlayerHost, environment: PictureInPictureEnvironment = .shared) {
        self.host = host
        self.environment = environment
    }

    /// Presents a new player controller: a custom one, or the stock one.
    @discardableResult public func presentPlayerController(
        with contentSource: ContentSource, customPlayer: Bool
    ) -> any RestorablePlayer {
        if customPlayer {
            let player = CustomPlayerViewController(contentSource: contentSource, environment: environment)
            player.delegate = self
            present(player)
            return player
        }
        let player = PlayerViewController(contentSource: contentSource, environment: environment)
        player.delegate = self
        present(player)
        return player
    }

    /// Presents `player` again, after dismissing what is presented in its stead; `completionHandler` once.
    public func restore(
        playerViewController player: any RestorablePlayer, completionHandler: @escaping @MainActor (Bool) -> Void
    ) {
        let steps = RestoreCoordinator.plan(
            original: ObjectIdentifier(player), presented: host?.presentedPlayer.map(ObjectIdentifier.init),
            canPresent: host?.canPresent ?? false)
        carryOut(steps[...], player, completionHandler)
    }

    private func carryOut(
        _ steps: ArraySlice<RestoreCoordinator.Step<ObjectIdentifier>>, _ player: any RestorablePlayer,
        _ completionHandler: @escaping @MainActor (Bool) -> Void
    ) {
        guard let step = steps.first else { return }
        let next: @MainActor () -> Void = { self.carryOut(steps.dropFirst(), player, completionHandler) }
        // The window may have gone between two steps.
        guard let host else { return completionHandler(false) }
        switch step {
        case .dismiss: host.dismissPlayer(animated: false, completion: next)
        case .present: host.present(player, animated: false, completion: next)
        case .complete(let answer): completionHandler(answer)
        }
    }

    private func present(_ player: any RestorablePlayer) {
        guard let host, host.canPresent else { return }
        guard host.presentedPlayer != nil else { return host.present(player, animated: true) {} }
        host.dismissPlayer(animated: false) { [weak host] in host?.present(player, animated: false) {} }
    }

    /// What floats is not presented as well (spec S13), unless the stage is kept.
    private func dismissFloating(_ player: any RestorablePlayer) {
        guard !environment.keepsStage, let host, host.presentedPlayer === player else { return }
        host.dismissPlayer(animated: false) {}
    }
}

extension PlayerPresenter: PlayerViewControllerDelegate {
    /// Dismisses it: it floats.
    public func playerViewControllerDidStartPictureInPicture(_ playerViewController: PlayerViewController) {
        dismissFloating(playerViewController)
    }

    /// Presents it again.
    public func playerViewController(
        _ playerViewController: PlayerViewController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @MainActor (Bool) -> Void
    ) { restore(playerViewController: playerViewController, completionHandler: completionHandler) }
}

extension PlayerPresenter: CustomPlayerViewControllerDelegate {
    /// Dismisses it: it floats.
    public func playerViewControllerDidStartPictureInPicture(_ playerViewController: CustomPlayerViewController) {
        dismissFloating(playerViewController)
    }

    /// Presents it again.
    public func playerViewController(
        _ playerViewController: CustomPlayerViewController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @MainActor (Bool) -> Void
    ) { restore(playerViewController: playerViewController, completionHandler: completionHandler) }
}
