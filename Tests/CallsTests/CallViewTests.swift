import Calls
import Foundation
import Frames
import Geometry
import PictureInPicture
import Testing
import Views

/// The call rendered into a view (spec L0, L1).
@MainActor @Suite(.timeLimit(.minutes(10))) struct CallViewTests {
    let world = CallWorld()
    let root: RootView
    let parent = View(frame: CGRect(x: 0, y: 0, width: 800, height: 600))

    init() {
        root = RootView(size: Size(800, 600), animator: Animator(clock: world.clock))
        root.addSubview(parent)
    }

    private func join(_ container: View) -> (CallSession, FakeTransport) {
        let (call, transport) = world.call()
        call.joinSession(container: container)
        transport.onEvent?(.participant(Participant(id: "ann", name: "Ann", track: VideoTrack())))
        transport.onEvent?(.connected)
        return (call, transport)
    }

    @Test("L0: the call is rendered into the container that the tile gets, joined before or after")
    func container() {
        for isTileFirst in [true, false] {
            let container = CallContainer(frame: parent.bounds)
            let coordinator = PiPViewCoordinator(withView: container)
            if isTileFirst { coordinator.configureAsStickyView(withParentView: parent) }
            let (call, _) = join(container)
            if !isTileFirst { coordinator.configureAsStickyView(withParentView: parent) }
            #expect(call.view.superview === container && call.stage === container)
            #expect(call.view.stage.video.layer === call.layer)
            coordinator.enterPictureInPicture()
            call.enablePictureInPictureLayout()
            world.clock.advance(by: 0.3)
            root.layoutIfNeeded()
            #expect(call.view.frame == CGRect(x: 0, y: 0, width: 150, height: 150))
            #expect(call.view.model.layout == .pictureInPicture && call.view.bar.isHidden)
            coordinator.exitPictureInPicture()
            call.disablePictureInPictureLayout()
            world.clock.advance(by: 0.3)
            root.layoutIfNeeded()
            #expect(call.view.frame == parent.bounds && !call.view.bar.isHidden)
            call.hangUp()
            container.removeFromSuperview()
        }
    }

    @Test("B4: full screen, tile and mini window host the same layer")
    func oneLayer() {
        let container = CallContainer(frame: parent.bounds)
        parent.addSubview(container)
        let (call, _) = join(container)
        call.pictureInPictureController.startPictureInPicture()
        #expect(world.windows.made[0].request.layer === call.view.stage.video.layer)
    }

    @Test("the view follows the call: who is shown, what is on, how long, how it ended")
    func follows() {
        let container = CallContainer(frame: parent.bounds)
        parent.addSubview(container)
        let (call, transport) = join(container)
        #expect(call.view.model.speaker?.name == "Ann" && call.view.model.hasVideo)
        #expect(call.view.model.statusText == "0:00")
        world.clock.advance(by: 65)
        #expect(call.view.model.statusText == "1:05")
        call.setMicrophone(false)
        call.view.actions.toggleCamera()
        #expect(!call.view.model.isMicrophoneOn && !call.view.model.isCameraOn)
        call.view.actions.toggleList()
        #expect(call.view.model.isListShown && call.layout.value.isParticipantListVisible)
        transport.onEvent?(.interrupted)
        #expect(call.view.model.status == .reconnecting)
        var ann = call.participants.value[1]
        ann.isCameraOn = false
        transport.onEvent?(.participant(ann))
        #expect(!call.view.model.hasVideo)
        call.view.actions.hangUp()
        world.clock.advance(by: 10)
        #expect(call.view.model.statusText == "Call ended · 1:05")
        #expect(transport.told == ["tell hang-up"])
    }

    @Test("B9: the notice while it floats, the picture afterwards; S2: without it the reason")
    func floating() {
        let container = CallContainer(frame: parent.bounds)
        parent.addSubview(container)
        let (call, _) = join(container)
        #expect(call.view.model.noPictureInPicture == nil)
        call.view.actions.float()
        #expect(call.view.model.isFloating && call.view.model.stage == .floating)
        call.pictureInPictureController.stopPictureInPicture()
        #expect(!call.view.model.isFloating)
        world.environment.support = .unsupported(.noTrueColorVisual)
        #expect(call.view.model.noPictureInPicture?.contains("TrueColor") == true)
    }

    @Test("a call that is over, rendered and floated before, is held by nothing")
    func released() {
        weak var held: CallSession?
        weak var heldView: CallView?
        weak var heldController: PictureInPictureController?
        do {
            let container = CallContainer(frame: parent.bounds)
            parent.addSubview(container)
            let (call, _) = join(container)
            (held, heldView, heldController) = (call, call.view, call.pictureInPictureController)
            call.pictureInPictureController.startPictureInPicture()
            world.clock.advance(by: 3)
            call.hangUp()
            container.removeFromSuperview()
        }
        world.clock.advance(by: 10)
        #expect(held == nil && heldView == nil && heldController == nil)
    }

    @Test("a live that is over is held by nothing")
    func liveReleased() async {
        weak var held: LiveSession?
        weak var heldController: PictureInPictureController?
        do {
            let live = world.live()
            live.watch()
            world.players[0].track.push(
                BitmapFrame(Bitmap(size: Size(4, 4)) { _ in }))
            await until { live.pictureInPictureController.isPictureInPicturePossible }
            live.pictureInPictureController.startPictureInPicture()
            (held, heldController) = (live, live.pictureInPictureController)
            live.stopWatching()
            await live.finish()
        }
        await until { held == nil && heldController == nil }
        #expect(held == nil)
    }
}
