import Frames
import Geometry
import PictureInPicture
import Testing

/// Player controllers, stock and custom, and the ways back (spec S6, S13, S14).
@MainActor @Suite(.timeLimit(.minutes(10))) struct PlayerTests {
    /// A window that presents one player and writes down what it does.
    @MainActor final class Host: PlayerHost {
        private(set) var presentedPlayer: (any RestorablePlayer)?
        var canPresent = true
        var isSlow = false
        private(set) var log: [String] = []
        private var waiting: [@MainActor () -> Void] = []
        private var names: [ObjectIdentifier: String] = [:]

        func name(_ player: any RestorablePlayer, _ name: String) { names[ObjectIdentifier(player)] = name }

        func present(_ player: any RestorablePlayer, animated: Bool, completion: @escaping @MainActor () -> Void) {
            precondition(presentedPlayer == nil, "one at a time")
            presentedPlayer = player
            log.append("present \(names[ObjectIdentifier(player)] ?? "new")\(animated ? " animated" : "")")
            finish(completion)
        }

        func dismissPlayer(animated: Bool, completion: @escaping @MainActor () -> Void) {
            presentedPlayer = nil
            log.append("dismiss\(animated ? " animated" : "")")
            finish(completion)
        }

        func run() {
            let now = waiting
            waiting = []
            for body in now { body() }
        }

        private func finish(_ completion: @escaping @MainActor () -> Void) {
            if isSlow { waiting.append(completion) } else { completion() }
        }
    }

    let world = World()
    let host = Host()
    let presenter: PlayerPresenter

    init() { presenter = PlayerPresenter(host: host, environment: world.environment) }

    /// A player of a live that plays; the sessions are kept by the caller.
    func player(_ name: String, _ isCustom: Bool) -> (any RestorablePlayer, FloatingThing) {
        let session = world.live(name)
        session.isPaused = true
        let content = ContentSource(displayLayer: session.layer, playbackDelegate: session, live: session)
        let player = presenter.presentPlayerController(with: content, customPlayer: isCustom)
        host.name(player, name)
        return (player, session)
    }

    @Test("S14: presentPlayerController chooses the stock or the custom controller", arguments: [false, true])
    func chooses(_ isCustom: Bool) {
        let (player, session) = player("a", isCustom)
        #expect((player is CustomPlayerViewController) == isCustom)
        #expect((player is PlayerViewController) == !isCustom)
        #expect(host.presentedPlayer === player)
        withExtendedLifetime(session) {}
    }

    @Test("S13: what floats is dismissed from the stage once it has started", arguments: [false, true])
    func dismissed(_ isCustom: Bool) {
        let (player, session) = player("a", isCustom)
        world.windows.behaviour.showsAtOnce = false
        player.pictureInPictureController.startPictureInPicture()
        #expect(host.presentedPlayer === player)
        world.window.appear()
        #expect(host.presentedPlayer == nil)
        withExtendedLifetime(session) {}
    }

    @Test("B9: with keep-stage it stays presented", arguments: [false, true])
    func keepsStage(_ isCustom: Bool) {
        world.environment.keepsStage = true
        let (player, session) = player("a", isCustom)
        player.pictureInPictureController.startPictureInPicture()
        #expect(host.presentedPlayer === player)
        #expect(player.pictureInPictureController.stagePresentation.value == .session(.full))
        withExtendedLifetime(session) {}
    }

    @Test("S6: nothing presented: the original is presented without animation", arguments: [false, true])
    func restoreIntoNothing(_ isCustom: Bool) {
        let (player, session) = player("a", isCustom)
        player.pictureInPictureController.startPictureInPicture()
        world.window.report(.restorePressed)
        #expect(host.log == ["present new animated", "dismiss", "present a"])
        #expect(host.presentedPlayer === player)
        #expect(world.windows.up.isEmpty)
        #expect(session.isPaused, "paused stays paused")
        #expect(!world.journal.lines.contains { $0.contains("set-playing") || $0.contains("skip") })
    }

    @Test(
        "S6: something else presented: it is dismissed, its session goes on, and it can be returned to",
        arguments: [false, true])
    func restoreIntoSomethingElse(_ isCustom: Bool) {
        let (first, session) = player("a", isCustom)
        first.pictureInPictureController.startPictureInPicture()
        let (second, other) = player("b", !isCustom)
        #expect(host.presentedPlayer === second)
        world.window.report(.restorePressed)
        #expect(host.log.suffix(2) == ["dismiss", "present a"])
        #expect(host.presentedPlayer === first)
        #expect(!world.journal.lines.contains("b stop-watching"))
        var answer: Bool?
        presenter.restore(playerViewController: second) { answer = $0 }
        #expect(answer == true && host.presentedPlayer === second)
        withExtendedLifetime((session, other)) {}
    }

    @Test("S6: the window waits until what was presented is gone and the original is there", arguments: [false, true])
    func slowHost(_ isCustom: Bool) {
        let (first, session) = player("a", isCustom)
        first.pictureInPictureController.startPictureInPicture()
        let (second, other) = player("b", isCustom)
        host.isSlow = true
        world.window.report(.restorePressed)
        host.run()
        #expect(first.pictureInPictureController.isPictureInPictureActive)
        host.run()
        #expect(!first.pictureInPictureController.isPictureInPictureActive)
        withExtendedLifetime((session, other, second)) {}
    }

    @Test("without a window to present in the answer is false, and the session goes on", arguments: [false, true])
    func noWindow(_ isCustom: Bool) {
        let (player, session) = player("a", isCustom)
        player.pictureInPictureController.startPictureInPicture()
        host.canPresent = false
        world.window.report(.restorePressed)
        #expect(world.window.exits == [.fade])
        #expect(!world.journal.lines.contains("a stop-watching"))
        withExtendedLifetime(session) {}
    }

    @Test("S14: the active set holds the floating player and lets it go", arguments: [false, true])
    func heldByTheActiveSet(_ isCustom: Bool) {
        weak var held: (any RestorablePlayer)?
        let session: FloatingThing
        do {
            let (player, made) = player("a", isCustom)
            session = made
            held = player
            player.pictureInPictureController.startPictureInPicture()
        }
        #expect(held != nil && host.presentedPlayer == nil)
        #expect(world.environment.activeCustomPlayerViewControllers.count == (isCustom ? 1 : 0))
        world.window.report(.closePressed)
        #expect(held == nil)
        #expect(world.environment.activeCustomPlayerViewControllers.isEmpty)
        #expect(world.journal.lines.last == "a stop-watching")
        withExtendedLifetime(session) {}
    }

    @Test("S14: a start that fails lets the custom controller go as well")
    func failedStart() {
        world.windows.failure = .windowFailed("no")
        let (player, session) = player("a", true)
        player.pictureInPictureController.startPictureInPicture()
        #expect(world.environment.activeCustomPlayerViewControllers.isEmpty)
        #expect(host.presentedPlayer === player, "it stays where it is")
        withExtendedLifetime(session) {}
    }

    @Test("S6: the plan of every case ends in exactly one answer")
    func plans() {
        typealias Step = RestoreCoordinator.Step<Int>
        #expect(RestoreCoordinator.plan(original: 1, presented: nil) == [Step.present(1), .complete(true)])
        #expect(
            RestoreCoordinator.plan(original: 1, presented: 2) == [Step.dismiss(2), .present(1), .complete(true)])
        #expect(RestoreCoordinator.plan(original: 1, presented: 1) == [Step.complete(true)])
        #expect(RestoreCoordinator.plan(original: 1, presented: 2, canPresent: false) == [Step.complete(false)])
    }
}
