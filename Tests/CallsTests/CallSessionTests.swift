import Calls
import Frames
import Geometry
import PictureInPicture
import Testing
import Views

/// Calls: their life, their floating, their other side.
@MainActor @Suite(.timeLimit(.minutes(10))) struct CallSessionTests {
    let world = CallWorld()

    func connected() -> (CallSession, FakeTransport, VideoTrack) {
        let (call, transport) = world.call()
        call.joinSession()
        let track = VideoTrack()
        transport.onEvent?(.participant(Participant(id: "ann", name: "Ann", track: track)))
        transport.onEvent?(.connected)
        track.push(testFrame())
        return (call, transport, track)
    }

    @Test("hanging up tells the other side, exactly once, whatever comes after")
    func hangUpOnce() {
        let (call, transport, _) = connected()
        call.hangUp()
        call.hangUp()
        transport.onEvent?(.remoteHangUp)
        transport.onEvent?(.failed("late"))
        call.end(.quit)
        #expect(transport.told == ["tell hang-up"])
        #expect(call.state.value.endReason == .hangUp)
        #expect(!world.audio.isActive)
        #expect(!world.center.hasSessions)
    }

    @Test("B3, case 16: closing the mini window hangs up once and tells the peer")
    func closeHangsUp() {
        let (call, transport, _) = connected()
        call.pictureInPictureController.startPictureInPicture()
        world.windows.made[0].report(.closePressed)
        world.windows.made[0].report(.closePressed)
        #expect(transport.told == ["tell hang-up"])
        #expect(call.state.value.endReason == .hangUp && world.windows.up.isEmpty)
    }

    @Test("case 15: the other side hangs up: the window goes, the frame is cleared, nobody is told")
    func remoteHangUp() {
        let (call, transport, _) = connected()
        var phases: [CallState.Phase] = []
        let token = call.state.observe { phases.append($0.phase) }
        call.pictureInPictureController.startPictureInPicture()
        transport.onEvent?(.remoteHangUp)
        #expect(world.windows.up.isEmpty && call.layer.newest == nil)
        #expect(transport.told.isEmpty && transport.log.last == "close")
        #expect(phases == [.ended(.remoteHangUp)])
        token.cancel()
    }

    @Test("every way a call ends, in every state it can be in, ends it once and holds nothing")
    func everyEnd() {
        let ends: [(String, @MainActor (CallSession, FakeTransport) -> Void, SessionEndReason, Bool)] = [
            ("hang up", { call, _ in call.hangUp() }, .hangUp, true),
            ("quit", { call, _ in call.end(.quit) }, .quit, true),
            ("display lost", { call, _ in call.end(.displayLost) }, .displayLost, true),
            ("remote", { $1.onEvent?(.remoteHangUp) }, .remoteHangUp, false),
            ("declined", { $1.onEvent?(.declined) }, .declined, false),
            ("peer lost", { $1.onEvent?(.peerLost("gone")) }, .peerLost, true),
            ("failed", { $1.onEvent?(.failed("broken")) }, .failed, true),
        ]
        let states: [(String, @MainActor (CallSession, FakeTransport) -> Void)] = [
            ("joining", { _, _ in }), ("connected", { $1.onEvent?(.connected) }),
            (
                "reconnecting",
                {
                    $1.onEvent?(.connected)
                    $1.onEvent?(.interrupted)
                }
            ),
            (
                "floating",
                { call, transport in
                    transport.onEvent?(.connected)
                    call.pictureInPictureController.startPictureInPicture()
                }
            ),
        ]
        for (state, prepare) in states {
            for (name, end, reason, tells) in ends {
                let world = CallWorld()
                let (call, transport) = world.call()
                call.joinSession()
                prepare(call, transport)
                let event = transport.onEvent
                end(call, transport)
                event?(.remoteHangUp)
                call.hangUp()
                #expect(call.state.value.endReason == reason, "\(name) while \(state)")
                #expect(transport.told.count == (tells ? 1 : 0), "\(name) while \(state)")
                #expect(world.windows.up.isEmpty && !world.center.hasSessions && !world.audio.isActive)
                #expect(world.environment.activeSet.count == 0)
            }
        }
    }

    @Test("a call that never began ends quietly, and can't be joined afterwards")
    func endBeforeJoin() {
        let (call, transport) = world.call()
        call.hangUp()
        call.joinSession()
        #expect(transport.log.isEmpty)
        #expect(call.state.value.endReason == .hangUp)
        let lonely = CallSession(transport: nil, center: world.center)
        lonely.joinSession()
        #expect(lonely.state.value.endReason == .failed)
    }

    @Test("S1: without the flag the call refuses; the layout hook works; the deprecated name sets the same flag")
    func gate() {
        world.settings = SessionSettingsBuilder().build()
        let (call, _, _) = connected()
        #expect(call.pictureInPictureController.obstacle == .systemPictureInPictureDisabled)
        call.pictureInPictureController.startPictureInPicture()
        world.environment.leaveApp(by: .iconified)
        #expect(world.windows.made.isEmpty)
        call.enablePictureInPictureLayout()
        #expect(call.layout.value.isPictureInPicture)
        let own = PictureInPictureController(
            contentSource: ContentSource(
                activeVideoCallSourceView: nil, contentViewController: VideoCallViewController(displayLayer: call.layer)
            ),
            environment: world.environment)
        #expect(own.obstacle == nil, "a controller of the app's own needs no flag")
        let old: any OldBuilder = OldBuilderUser()
        #expect(old.settings().isSystemPictureInPictureEnabled)
        #expect(!SessionSettingsBuilder().build().isSystemPictureInPictureEnabled)
    }

    @Test("S8: a second call puts the first on hold; the shared call is the presented one")
    func hold() {
        let idle = world.center.presentedCall
        #expect(idle.state.value.phase == .idle && world.center.presentedCall === idle)
        let (first, firstTransport, _) = connected()
        #expect(world.center.presentedCall === first)
        let (second, secondTransport, _) = connected()
        #expect(world.center.presentedCall === second)
        #expect(first.state.value.isHeld && !second.state.value.isHeld)
        #expect(firstTransport.log.last == "hold")
        first.present()
        #expect(firstTransport.log.last == "go on" && secondTransport.log.last == "hold")
        first.hangUp()
        #expect(world.center.presentedCall === second)
        #expect(!second.state.value.isHeld && secondTransport.log.last == "go on", "it goes on when the other ends")
        #expect(secondTransport.told.isEmpty, "hanging up one tells nothing to the other's side")
        second.hangUp()
        #expect(world.center.presentedCall === idle)
    }

    @Test("S8: a call that the user has put on hold stays there when another ends; resuming it holds the other")
    func holdByHand() {
        let (first, firstTransport, _) = connected()
        first.hold()
        first.hold()
        #expect(first.state.value.isHeldByUser && firstTransport.log.filter { $0 == "hold" }.count == 1)
        let (second, secondTransport, _) = connected()
        second.hangUp()
        #expect(first.state.value.isHeld && firstTransport.log.last == "hold")
        first.resume()
        #expect(!first.state.value.isHeld && firstTransport.log.last == "go on")
        #expect(!secondTransport.log.contains("hold"))
        let (third, thirdTransport, _) = connected()
        first.resume()
        #expect(world.center.presentedCall === first && third.state.value.isHeld)
        #expect(thirdTransport.log.last == "hold" && firstTransport.log.last == "go on")
        third.hangUp()
        #expect(!first.state.value.isHeld)
        third.hold()
        #expect(!third.state.value.isHeld, "what is over is not on hold")
    }

    @Test("S8: while either side holds a call its avatar is shown, with words; then the pictures again")
    func holdShowsAvatar() {
        let (call, transport, track) = connected()
        let view = call.view
        func showsPictures() -> Bool {
            let frame = testFrame()
            track.push(frame)
            return call.layer.newest?.frame === frame
        }
        #expect(view.model.stage == .video && showsPictures())
        for isOurs in [true, false] {
            if isOurs { call.hold() } else { transport.onEvent?(.held(true)) }
            #expect(!showsPictures() && view.model.statusText == "On hold")
            #expect(view.model.stage != .video && call.pictureInPictureController.controls.statusText == "On hold")
            if isOurs { call.resume() } else { transport.onEvent?(.held(false)) }
            #expect(showsPictures() && view.model.stage == .video)
            #expect(call.pictureInPictureController.controls.statusText == nil)
        }
    }

    @Test("S8: the second call takes the mini window; the first stays a call")
    func holdWhileFloating() {
        let (first, transport, _) = connected()
        first.pictureInPictureController.startPictureInPicture()
        let (second, _, _) = connected()
        second.pictureInPictureController.startPictureInPicture()
        #expect(world.windows.up.count == 1)
        #expect(first.state.value.isRunning && transport.told.isEmpty)
        world.windows.up[0].report(.closePressed)
        #expect(second.state.value.endReason == .hangUp && first.state.value.isRunning)
    }

    @Test("B6, S8: only the presented call floats by itself")
    func heldStaysAway() {
        let (first, _, _) = connected()
        let (second, _, _) = connected()
        world.environment.leaveApp(by: .iconified)
        #expect(!first.pictureInPictureController.isPictureInPictureActive)
        #expect(second.pictureInPictureController.isPictureInPictureActive)
        world.environment.returnToApp()
        #expect(world.windows.up.isEmpty)
        first.present()
        world.environment.leaveApp(by: .iconified)
        #expect(first.pictureInPictureController.isPictureInPictureActive)
    }

    @Test("S9: a running call has made the audio session active before it floats")
    func audioFirst() {
        let (call, transport) = world.call()
        #expect(call.pictureInPictureController.obstacle == .audioSessionInactive)
        call.joinSession()
        #expect(world.audio.isActive && call.pictureInPictureController.obstacle == nil)
        #expect(world.server.opened == [.calling])
        transport.onEvent?(.remoteHangUp)
        #expect(!world.audio.isActive)
    }

    @Test("a call and a live share the audio session; the microphone stays the call's")
    func sharedAudio() {
        let (call, _, _) = connected()
        let live = world.live()
        live.watch()
        #expect(world.audio.configuration == .calling)
        call.hangUp()
        #expect(world.audio.isActive)
        live.stopWatching()
        #expect(!world.audio.isActive)
    }

    @Test("L3: camera off shows the avatar and the window stays; camera on shows the video again")
    func cameraOff() {
        let (call, transport, track) = connected()
        call.pictureInPictureController.startPictureInPicture()
        var ann = call.participants.value[1]
        ann.isCameraOn = false
        transport.onEvent?(.participant(ann))
        #expect(call.layer.newest?.frame.size == call.avatarSize)
        #expect(call.pictureInPictureController.isPictureInPictureActive)
        call.bridge.render(testFrame())
        #expect(call.layer.newest?.frame.size == call.avatarSize, "a late frame does not cover the avatar")
        ann.isCameraOn = true
        transport.onEvent?(.participant(ann))
        track.push(testFrame())
        #expect(call.layer.newest?.frame.size == Size(64, 36))
    }

    @Test("L3: the bridge follows who matters, and one who goes leaves the next")
    func whoMatters() {
        let (call, transport, annTrack) = connected()
        let benTrack = VideoTrack()
        var ben = Participant(id: "ben", name: "Ben", track: benTrack)
        transport.onEvent?(.participant(ben))
        #expect(call.shownParticipant.value == "ann")
        ben.isSpeaking = true
        transport.onEvent?(.participant(ben))
        #expect(call.shownParticipant.value == "ben")
        let before = call.layer.enqueuedCount
        annTrack.push(testFrame())
        #expect(call.layer.enqueuedCount == before)
        benTrack.push(testFrame())
        #expect(call.layer.enqueuedCount == before + 1)
        call.pin("ann")
        transport.onEvent?(.participant(ben))
        #expect(call.shownParticipant.value == "ann")
        call.pin(nil)
        transport.onEvent?(.participantLeft("ben"))
        transport.onEvent?(.participantLeft("ann"))
        #expect(call.shownParticipant.value == "self")
    }

    @Test("case 20: mute from the mini window and from the app, each shown in the other")
    func mute() {
        let (call, transport, _) = connected()
        call.pictureInPictureController.startPictureInPicture()
        let window = world.windows.made[0]
        window.report(.pressed(.microphone))
        #expect(!call.state.value.isMicrophoneOn && !window.controls.isMicrophoneOn)
        #expect(transport.log.last == "microphone false")
        #expect(!call.participants.value[0].isMicrophoneOn)
        call.setMicrophone(true)
        #expect(window.controls.isMicrophoneOn)
        window.report(.pressed(.camera))
        #expect(!call.state.value.isCameraOn && !window.controls.isCameraOn)
    }

    @Test("case 21: frames go on while the app is left and the window floats")
    func framesGoOn() {
        let (call, _, track) = connected()
        world.environment.leaveApp(by: .workspaceChanged)
        let before = call.layer.enqueuedCount
        for _ in 0..<30 { track.push(testFrame()) }
        #expect(call.layer.enqueuedCount == before + 30)
    }

    @Test("B5: the desktop is kept awake while a call or live plays, and not on hold, paused or ended")
    func awake() async {
        func needed() -> Bool { world.center.needsIdleInhibition(isAudioSessionActive: world.audio.isActive) }
        #expect(!needed())
        let (call, _, _) = connected()
        #expect(needed())
        call.hangUp()
        #expect(!needed())
        let live = world.live()
        live.watch()
        world.players[0].onEvent(.playing)
        await until { live.phase.value == .playing }
        #expect(needed())
        live.setPlaying(false)
        #expect(!needed())
        live.setPlaying(true)
        #expect(needed())
        live.stopWatching()
        #expect(!needed())
    }

    @Test("B8: the main window closes by kind; the app ends only when no other session runs")
    func mainWindow() {
        let (call, transport, _) = connected()
        let live = world.live()
        live.watch()
        #expect(!world.center.closeMainWindow(presenting: .call(call)))
        #expect(call.state.value.endReason == .hangUp && transport.told == ["tell hang-up"])
        #expect(live.endReason == nil)
        #expect(world.center.closeMainWindow(presenting: .live(live)))
        #expect(live.endReason == .stopWatching)
        #expect(world.center.closeMainWindow(presenting: nil))
    }

    @Test("B8: a signal ends every session and tells the peers")
    func signal() {
        let (_, transport, _) = connected()
        let (_, second, _) = connected()
        let live = world.live()
        live.watch()
        world.center.endAll(.quit)
        #expect(transport.told == ["tell quit"] && second.told == ["tell quit"])
        #expect(live.endReason == .quit && !world.center.hasSessions)
    }

    @Test("L4: the app calls the hook; neither start nor stop of the controller does it")
    func hookIsTheApps() {
        let (call, _, _) = connected()
        call.pictureInPictureController.startPictureInPicture()
        #expect(!call.layout.value.isPictureInPicture)
        let hook = Hook(call)
        call.pictureInPictureController.stopPictureInPicture()
        call.pictureInPictureController.delegate = hook
        call.pictureInPictureController.startPictureInPicture()
        #expect(call.layout.value.isPictureInPicture)
        call.pictureInPictureController.stopPictureInPicture()
        #expect(!call.layout.value.isPictureInPicture)
        call.pictureInPictureController.isPictureInPictureEnabled = false
        call.pictureInPictureController.startPictureInPicture()
        #expect(!call.layout.value.isPictureInPicture)
    }

    @Test("a delegate that hangs up from inside its callbacks ends the call once")
    func hangUpInCallback() {
        let (call, transport, _) = connected()
        let hook = Hook(call)
        hook.hangsUp = true
        call.pictureInPictureController.delegate = hook
        call.pictureInPictureController.startPictureInPicture()
        world.windows.made.first?.report(.closePressed)
        transport.onEvent?(.remoteHangUp)
        #expect(transport.told == ["tell hang-up"])
        #expect(call.state.value.endReason == .hangUp)
    }

    @MainActor final class Hook: PictureInPictureControllerDelegate {
        let call: CallSession
        var hangsUp = false
        init(_ call: CallSession) { self.call = call }
        func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
            call.enablePictureInPictureLayout()
        }
        func pictureInPictureControllerDidStopPictureInPicture(_ controller: PictureInPictureController) {
            call.disablePictureInPictureLayout()
            if hangsUp { call.hangUp() }
        }
        func pictureInPictureController(
            _ controller: PictureInPictureController,
            failedToStartPictureInPictureWithError error: PictureInPictureError
        ) { call.disablePictureInPictureLayout() }
    }
}

/// Calls the deprecated name from a place where that is no warning.
private protocol OldBuilder { func settings() -> SessionSettings }
private struct OldBuilderUser: OldBuilder {
    @available(*, deprecated)
    func settings() -> SessionSettings { SessionSettingsBuilder().enableIOSPictureInPicture(true).build() }
}
