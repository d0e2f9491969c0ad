import Frames
import Geometry
import PictureInPicture
import Testing
import Views

@testable import Calls

/// Sharing the screen in calls, without a screen.
@MainActor @Suite(.timeLimit(.minutes(10))) struct ScreenShareTests {
    let world = CallWorld()

    private func share(_ title: String = "a window") -> ScreenShare {
        ScreenShare(title: title) { track, onEvent in FakePlayer(track: track, onEvent: onEvent) }
    }

    private func connected() -> (CallSession, FakeTransport) {
        let (call, transport) = world.call()
        call.joinSession()
        transport.onEvent?(.connected)
        return (call, transport)
    }

    @Test("the screen is shared and taken back; another one takes its place; the camera stays as it was")
    func onAndOff() {
        let (call, transport) = connected()
        let before = transport.log.count
        #expect(call.shareScreen(share("one")))
        #expect(call.view.model.share == "one" && call.participants.value[0].isSharingScreen)
        #expect(call.shareScreen(share("two")))
        call.stopSharingScreen()
        call.stopSharingScreen()
        #expect(Array(transport.log.dropFirst(before)) == ["screen one", "screen two", "screen nothing"])
        #expect(call.view.model.share == nil && call.view.model.notice == nil)
        #expect(call.state.value.isCameraOn && !call.participants.value[0].isSharingScreen)
    }

    @Test("what is shared ends by itself with a sentence, which goes after a while, and the call goes on")
    func lost() {
        let (call, transport) = connected()
        call.shareScreen(share())
        transport.onEvent?(.screenLost("the window was closed"))
        #expect(call.screenShare.value == nil && call.state.value.phase == .connected)
        #expect(call.view.model.notice == "You share nothing any more: the window was closed")
        #expect(world.warnings.last?.contains("the window was closed") == true)
        world.clock.advance(by: CallSession.noticeTime + 0.1)
        #expect(call.view.model.notice == nil)
        // What comes late is about nothing.
        transport.onEvent?(.screenLost("again"))
        #expect(call.view.model.notice == nil)
    }

    @Test("a call that is over shares nothing; one that only begins shares from its beginning")
    func ends() {
        let (call, transport) = world.call()
        #expect(call.shareScreen(share("early")))
        #expect(transport.log.isEmpty)
        call.joinSession()
        #expect(transport.log.contains("screen early"))
        call.hangUp()
        #expect(call.screenShare.value == nil && !call.state.value.isScreenShared)
        #expect(!call.shareScreen(share()))
        #expect(!CallSession(transport: nil, center: world.center).shareScreen(share()))
    }

    @Test("L3: whose screen is shared is shown before who speaks, under a name that says so")
    func shown() {
        let (call, transport) = connected()
        let (ann, ben) = (VideoTrack(), VideoTrack())
        var speaker = Participant(id: "ben", name: "Ben", track: ben)
        speaker.isSpeaking = true
        transport.onEvent?(.participant(speaker))
        var sharer = Participant(id: "ann", name: "Ann", track: ann)
        transport.onEvent?(.participant(sharer))
        #expect(call.shownParticipant.value == "ben")
        sharer.isSharingScreen = true
        transport.onEvent?(.participant(sharer))
        #expect(call.shownParticipant.value == "ann" && call.view.model.speaker?.name == "Ann's screen")
        sharer.isSharingScreen = false
        transport.onEvent?(.participant(sharer))
        #expect(call.shownParticipant.value == "ben")
        var second = Participant(id: "room/7", name: "Ann (screen)", track: ann)
        #expect(second.shownName == "Ann (screen)")
        second.isSharingScreen = true
        #expect(second.shownName == "Ann's screen")
    }

    /// Own pictures whose players a test has.
    @MainActor private final class Rig {
        private(set) var cameras: [FakePlayer] = []
        private(set) var screens: [FakePlayer] = []
        private(set) var told: [String] = []
        private(set) lazy var pictures = OwnPictures { [unowned self] track, onEvent in
            let player = FakePlayer(track: track, onEvent: onEvent)
            self.cameras.append(player)
            return player
        }
        private(set) lazy var share = ScreenShare(title: "a window") { [unowned self] track, onEvent in
            let player = FakePlayer(track: track, onEvent: onEvent)
            self.screens.append(player)
            return player
        }

        init() {
            pictures.onEvent = { [unowned self] event in
                switch event {
                case .playing: self.told.append("playing")
                case .cameraLost(let why): self.told.append("camera: \(why)")
                case .screenLost(let why): self.told.append("screen: \(why)")
                case .warning(let why): self.told.append(why)
                }
            }
        }

        func settles(_ isReached: @MainActor (Rig) -> Bool) async -> Bool {
            for _ in 0..<10_000 {
                if isReached(self) { return true }
                await Task.yield()
            }
            return false
        }
    }

    @Test("the camera is closed before the screen begins, and opened again afterwards only when it was on")
    func turns() async {
        let rig = Rig()
        rig.pictures.set(camera: true)
        #expect(rig.cameras.count == 1)
        rig.pictures.set(camera: true, screen: rig.share)
        #expect(await rig.settles { $0.screens.count == 1 })
        #expect(rig.cameras[0].log == ["play", "stop"] && rig.screens[0].log == ["play"])
        rig.pictures.set(camera: false, screen: rig.share)
        rig.pictures.set(camera: true, screen: rig.share)
        #expect(rig.cameras.count == 1)
        rig.pictures.set(camera: true)
        #expect(await rig.settles { $0.cameras.count == 2 })
        #expect(rig.screens[0].log == ["play", "stop"])
        // What the screen still has to tell is about nothing.
        rig.screens[0].onEvent(.failed("late"))
        rig.cameras[1].onEvent(.playing)
        #expect(await rig.settles { $0.told == ["playing"] })
        rig.pictures.set(camera: false)
        await rig.pictures.finish()
        #expect(rig.cameras[1].log == ["play", "stop"])
    }

    @Test("a source that changes its mind quickly begins only the last one wanted")
    func quick() async {
        let rig = Rig()
        rig.pictures.set(camera: true)
        rig.pictures.set(camera: true, screen: rig.share)
        rig.pictures.set(camera: true)
        #expect(await rig.settles { $0.cameras.count == 2 })
        #expect(rig.screens.isEmpty)
        rig.pictures.set(camera: false)
        await rig.pictures.finish()
    }

    @Test("a screen that fails is told as one, a camera as a camera; another camera takes its place while it is on")
    func losses() async {
        let rig = Rig()
        rig.pictures.set(camera: false, screen: rig.share)
        rig.screens[0].onEvent(.failed("the window was closed"))
        #expect(await rig.settles { $0.told == ["screen: the window was closed"] })
        rig.pictures.set(camera: true)
        #expect(await rig.settles { $0.cameras.count == 1 })
        rig.pictures.use { [unowned rig] track, onEvent in try rig.pictures.anotherCamera(track, onEvent) }
        #expect(await rig.settles { $0.cameras[0].log == ["play", "stop"] && $0.told.count == 2 })
        #expect(rig.told.last == "camera: unplugged")
        await rig.pictures.finish()
    }
}

extension OwnPictures {
    private struct Unplugged: Error, CustomStringConvertible { let description = "unplugged" }

    /// One that can't be opened.
    fileprivate func anotherCamera(
        _ track: VideoTrack, _ onEvent: @escaping @Sendable (MediaPlayingEvent) -> Void
    ) throws -> any MediaPlaying { throw Unplugged() }
}
