import Frames
import Geometry
import PictureInPicture
import Testing
import Views

/// The controller against recording windows, sessions and delegates.
@MainActor @Suite(.timeLimit(.minutes(10))) struct ControllerTests {
    let world = World()

    @Test("B3: a call's close button hangs up, once, and never stops a watching")
    func callCloses() {
        let call = world.call()
        call.controller.startPictureInPicture()
        world.window.report(.closePressed)
        world.window.report(.closePressed)
        #expect(
            world.journal.lines == [
                "call will-start", "call did-start", "call will-stop", "call did-stop", "call hang-up",
            ])
        #expect(world.windows.up.isEmpty && world.activeCount == 0)
    }

    @Test("B3: a live's close button stops watching, once")
    func liveCloses() {
        let live = world.live()
        live.controller.startPictureInPicture()
        live.controller.closePictureInPicture()
        live.controller.closePictureInPicture()
        #expect(world.journal.lines.filter { $0 == "live stop-watching" }.count == 1)
        #expect(!world.journal.lines.contains("live hang-up"))
    }

    @Test("B2: call and live float at once and do not touch each other")
    func twoKinds() {
        let (call, live) = (world.call(), world.live())
        call.controller.startPictureInPicture()
        live.controller.startPictureInPicture()
        #expect(world.windows.up.count == 2)
        #expect(world.windows.made[0].request.layer !== world.windows.made[1].request.layer)
        #expect(world.windows.made.map(\.request.slot) == [.call, .live])
        world.windows.made[0].report(.failed("gone"))
        #expect(live.controller.isPictureInPictureActive && !call.controller.isPictureInPictureActive)
        #expect(world.windows.made[1].exits.isEmpty)
        #expect(!world.journal.lines.contains { $0.hasPrefix("live will-stop") })
    }

    @Test("B1, B4: the window shows the session's own layer, which the stage and the tile host too")
    func oneLayer() {
        let call = world.call()
        call.controller.startPictureInPicture()
        #expect(world.window.request.layer === call.layer)
        call.controller.stopPictureInPicture()
        call.controller.sessionIsPresented(as: .tile)
        world.environment.leaveApp(by: .iconified)
        #expect(call.controller.isPictureInPictureActive, "leaving while minimised to the tile floats the video")
        #expect(world.window.request.layer === call.layer)
    }

    @Test("B7: the window is made with the last picture, before it is mapped")
    func neverBlack() {
        let call = world.call()
        world.windows.behaviour.showsAtOnce = false
        call.controller.startPictureInPicture()
        #expect(world.window.request.layer.newest != nil)
        #expect(call.controller.stagePresentation.value == .session(.full), "the stage stays until it is up")
        call.layer.fail("lost")
        world.window.appear()
        #expect(call.controller.isPictureInPictureActive, "a failed layer goes on with the next frame")
        call.layer.enqueue(testFrame(Size(640, 360)))
        #expect(call.layer.status == .rendering)
    }

    @Test("B6: iconify, workspace change and hide float it; losing focus is no departure; covered only when set")
    func leaving() {
        for departure in AutomaticPolicy.Departure.allCases {
            let world = World()
            let live = world.live()
            world.environment.leaveApp(by: departure)
            #expect(live.controller.isPictureInPictureActive == (departure != .covered), "\(departure)")
            world.environment.returnToApp()
            #expect(!live.controller.isPictureInPictureActive)
        }
        world.environment.automaticPolicy.floatsWhenCovered = true
        let call = world.call()
        world.environment.leaveApp(by: .covered)
        #expect(call.controller.isPictureInPictureActive)
        let off = World()
        off.environment.automaticPolicy.isOn = false
        let quiet = off.call()
        off.environment.leaveApp(by: .iconified)
        #expect(!quiet.controller.isPictureInPictureActive)
        #expect(off.journal.lines.isEmpty)
    }

    @Test("B6: hidden in the menu, it stays away until it is started by hand")
    func hide() {
        let call = world.call()
        world.environment.leaveApp(by: .iconified)
        world.window.report(.hidePressed)
        world.environment.returnToApp()
        world.environment.leaveApp(by: .hidden)
        #expect(world.windows.madeCount == 1)
        #expect(!world.journal.lines.contains("call hang-up"))
        call.controller.startPictureInPicture()
        #expect(world.windows.madeCount == 2)
    }

    @Test("B6: a start by itself that is not possible is quiet and disturbs nobody")
    func quietRefusal() {
        let first = world.call("first")
        first.controller.startPictureInPicture()
        let second = world.call("second")
        world.environment.leaveApp(by: .iconified)
        #expect(!second.controller.isPictureInPictureActive && first.controller.isPictureInPictureActive)
        #expect(!world.journal.lines.contains { $0.hasPrefix("second") })
    }

    @Test("S2: not supported: the reason, no window, one failedToStart with a remedy")
    func unsupported() {
        let call = world.call()
        #expect(call.controller.isPictureInPicturePossible)
        world.environment.support = .unsupported(.screenTooSmall(Size(100, 100)))
        #expect(!call.controller.isPictureInPicturePossible)
        call.controller.startPictureInPicture()
        #expect(world.journal.lines == ["call failed unsupported"])
        #expect(world.windows.madeCount == 0)
    }

    @Test("S2: possible is observable, and tells each change once")
    func possibility() {
        let call = world.call()
        var told: [Bool] = []
        let token = call.controller.possibility.observe { told.append($0) }
        world.environment.capabilities = Capabilities()
        world.audio.set(false)
        world.environment.capabilities = Capabilities(backgroundModes: [Capabilities.audioPictureInPicture])
        #expect(told == [false])
        world.audio.set(true)
        #expect(told == [false, true])
        token.cancel()
        world.audio.set(false)
        #expect(told == [false, true])
    }

    @Test("S2: hidden by a locker it is suspended, and still active")
    func suspended() {
        let call = world.call()
        call.controller.startPictureInPicture()
        world.window.report(.suspended(true))
        #expect(call.controller.isPictureInPictureSuspended && call.controller.isPictureInPictureActive)
        world.window.report(.suspended(false))
        #expect(!call.controller.isPictureInPictureSuspended)
    }

    @Test("S4: restored: asked once, moved back to the stage, nobody hung up")
    func restore() {
        let call = world.call()
        call.controller.startPictureInPicture()
        world.window.report(.restorePressed)
        #expect(
            world.journal.lines == [
                "call will-start", "call did-start", "call restore", "call will-stop", "call did-stop",
            ])
        #expect(world.window.exits == [.move(to: Rect(x: 10, y: 20, width: 640, height: 360))])
        #expect(call.controller.stagePresentation.value == .session(.full))
    }

    @Test("S4: the mini window goes only after the stage has shown a frame")
    func restoreWaitsForStage() {
        let call = world.call()
        call.stageShowsAtOnce = false
        call.controller.startPictureInPicture()
        world.window.report(.restorePressed)
        #expect(call.controller.isPictureInPictureActive && world.window.exits.isEmpty)
        for body in call.stageFrames { body() }
        #expect(world.windows.up.isEmpty)
    }

    @Test("S4: a delegate that never answers: after three seconds it fades, with a warning")
    func neverAnswers() {
        let call = world.call()
        call.delegate.answer = .never
        call.controller.startPictureInPicture()
        world.window.report(.restorePressed)
        world.clock.advance(by: 2.9)
        #expect(call.controller.isPictureInPictureActive)
        world.clock.advance(by: 0.2)
        #expect(world.window.exits == [.fade])
        #expect(world.journal.warnings.count == 1)
        #expect(call.controller.stagePresentation.value == .wayBack)
        #expect(!world.journal.lines.contains("call hang-up"))
    }

    @Test("S4: a delegate that answers false: it fades and the session goes on")
    func answersFalse() {
        let call = world.call()
        call.delegate.answer = .no
        call.controller.startPictureInPicture()
        world.window.report(.restorePressed)
        #expect(world.window.exits == [.fade])
        #expect(call.controller.obstacle == nil, "it can float again")
    }

    @Test("S4: a delegate that answers twice: the second is ignored and logged")
    func answersTwice() {
        let call = world.call()
        call.delegate.answer = .twice
        call.controller.startPictureInPicture()
        world.window.report(.restorePressed)
        #expect(world.journal.lines.suffix(3) == ["call restore", "call will-stop", "call did-stop"])
        #expect(world.journal.warnings.count == 1)
        #expect(call.controller.stagePresentation.value == .session(.full))
    }

    @Test("S4: an answer that comes after the window has gone is ignored and logged")
    func answersLate() {
        let call = world.call()
        call.delegate.answer = .later
        call.controller.startPictureInPicture()
        world.window.report(.restorePressed)
        world.clock.advance(by: 3)
        let count = world.journal.lines.count
        for completion in call.delegate.completions { completion(true) }
        #expect(world.journal.lines.count == count)
        #expect(world.journal.warnings.count == 2)
    }

    @Test("without a delegate a restore fades: nobody can restore anything")
    func noDelegate() {
        let call = world.call()
        call.controller.delegate = nil
        call.controller.startPictureInPicture()
        world.window.report(.restorePressed)
        #expect(world.window.exits == [.fade])
    }

    @Test("S5: the active set alone keeps a controller alive while its window lives")
    func activeSet() {
        weak var controller: PictureInPictureController?
        do {
            let layer = DisplayLayer()
            let made = PictureInPictureController(
                contentSource: ContentSource(
                    activeVideoCallSourceView: nil, contentViewController: VideoCallViewController(displayLayer: layer)),
                environment: world.environment)
            made.startPictureInPicture()
            controller = made
        }
        #expect(controller != nil)
        #expect(world.environment.activeSet.controllers.first === controller)
        world.window.report(.closePressed)
        #expect(controller == nil)
        #expect(world.activeCount == 0)
    }

    @Test("S5: a failed start leaves the active set too")
    func activeSetAfterFailure() {
        world.windows.failure = .windowFailed("BadAlloc (insufficient resources for operation)")
        let call = world.call()
        call.controller.startPictureInPicture()
        #expect(world.journal.lines == ["call will-start", "call failed window-failed"])
        #expect(world.activeCount == 0 && world.clock.pending == 0)
    }

    @Test("S7: a second start: the same window, no events")
    func secondStart() {
        let call = world.call()
        call.controller.stopPictureInPicture()
        call.controller.startPictureInPicture()
        call.controller.startPictureInPicture()
        #expect(world.windows.madeCount == 1)
        #expect(world.journal.lines == ["call will-start", "call did-start"])
    }

    @Test("S8: a second call takes the place: the first is told that it stops before the second starts, no restore")
    func replacement() {
        let (first, second) = (world.call("first"), world.call("second"))
        first.controller.startPictureInPicture()
        second.controller.startPictureInPicture()
        #expect(
            world.journal.lines == [
                "first will-start", "first did-start", "first will-stop", "first did-stop", "second will-start",
                "second did-start",
            ])
        #expect(world.windows.up.count == 1)
        #expect(first.controller.obstacle == nil, "its session goes on")
        first.controller.closePictureInPicture()
        world.windows.made[0].report(.closePressed)
        #expect(second.controller.isPictureInPictureActive, "closing a displaced one leaves the new window alone")
        #expect(!world.journal.lines.contains { $0.hasSuffix("hang-up") })
    }

    @Test("S8: the order holds when the second is started from inside the first's callback")
    func replacementInCallback() {
        let (first, second) = (world.call("first"), world.call("second"))
        first.delegate.onEvent["did-start"] = { second.controller.startPictureInPicture() }
        first.controller.startPictureInPicture()
        #expect(
            world.journal.lines == [
                "first will-start", "first did-start", "first will-stop", "first did-stop", "second will-start",
                "second did-start",
            ])
    }

    @Test("S8: one that may not start pushes nobody away")
    func refusedReplacement() {
        let (first, second) = (world.call("first"), world.call("second"))
        second.controller.startObstacle = { .systemPictureInPictureDisabled }
        first.controller.startPictureInPicture()
        second.controller.startPictureInPicture()
        #expect(first.controller.isPictureInPictureActive)
        #expect(world.journal.lines.last == "second failed system-picture-in-picture-disabled")
    }

    @Test("S9: without the capability or an active audio session nothing starts, and each has its error")
    func capabilityAndAudio() {
        let call = world.call()
        world.environment.capabilities = Capabilities(backgroundModes: ["location"])
        call.controller.startPictureInPicture()
        world.environment.capabilities = Capabilities(backgroundModes: [Capabilities.audioPictureInPicture])
        world.audio.set(false)
        call.controller.startPictureInPicture()
        world.environment.audioSession = nil
        call.controller.startPictureInPicture()
        #expect(
            world.journal.lines == [
                "call failed background-mode-missing", "call failed audio-session-inactive",
                "call failed audio-session-inactive",
            ])
        #expect(world.activeCount == 0)
    }

    @Test("S11: the playback delegate is asked at the start and again on invalidatePlaybackState")
    func playback() {
        let live = world.live()
        live.controller.startPictureInPicture()
        #expect(world.window.controls.isLive && world.window.controls.progress == nil)
        live.timeRange = .finite(start: 10, end: 70)
        live.position = 25
        live.isPaused = true
        #expect(world.window.controls.isLive, "not asked again by itself")
        live.controller.invalidatePlaybackState()
        #expect(!world.window.controls.isLive && !world.window.controls.isPlaying)
        #expect(world.window.controls.progress == MiniControls.Progress(position: 15, duration: 60))
        world.window.report(.pressed(.playPause))
        #expect(!live.isPaused && world.window.controls.isPlaying)
        world.window.report(.pressed(.skipForward))
        world.window.report(.pressed(.skipBack))
        world.window.report(.sought(to: 50))
        #expect(live.position == 60)
        #expect(world.window.controls.progress?.position == 50)
        world.window.report(.sought(to: 500))
        #expect(live.position == 70)
    }

    @Test("S11: the render size is told in pixels at the start and at each change, and is zero after the stop")
    func renderSize() {
        let live = world.live()
        live.controller.startPictureInPicture()
        world.window.report(.resized(Size(500, 281)))
        live.controller.stopPictureInPicture()
        let sizes = world.journal.lines.filter { $0.contains("render-size") }
        #expect(sizes == ["live render-size 384x216", "live render-size 500x281", "live render-size 0x0"])
    }

    @Test("S12: the preferred size gives the first aspect, frames give it from then on")
    func aspect() async {
        let call = world.call(video: false)
        call.controller.startPictureInPicture()
        #expect(world.window.request.contentSize == Size(4, 3))
        call.layer.enqueue(testFrame(Size(90, 160)))
        await until { !world.window.shapes.isEmpty }
        #expect(world.window.shapes == [Size(90, 160)])
        #expect(call.controller.snapshot.contentSize == Size(90, 160))
        let live = world.live()
        live.controller.startPictureInPicture()
        #expect(world.window.request.contentSize == Size(640, 360))
    }

    @Test("L3: a call without video floats its avatar, a live without video may not")
    func noVideo() async {
        let (call, live) = (world.call(video: false), world.live(video: false))
        call.controller.startPictureInPicture()
        live.controller.startPictureInPicture()
        #expect(call.controller.isPictureInPictureActive)
        #expect(world.journal.lines.last == "live failed no-video")
        live.layer.enqueue(testFrame(Size(160, 90)))
        await until { live.controller.isPictureInPicturePossible }
        #expect(live.controller.obstacle == nil)
    }

    @Test("case 20: microphone and camera are told, and their state is shown")
    func callControls() {
        let call = world.call()
        var pressed: [MiniControls.Control] = []
        call.controller.onControl = { pressed.append($0) }
        call.controller.startPictureInPicture()
        world.window.report(.pressed(.microphone))
        world.window.report(.pressed(.camera))
        #expect(pressed == [.microphone, .camera])
        call.controller.controls.isMicrophoneOn = false
        #expect(!world.window.controls.isMicrophoneOn)
    }

    @Test("case 15: the call ends: the window goes, one callback, nothing starts afterwards")
    func endWhileFloating() {
        let call = world.call()
        call.controller.startPictureInPicture()
        call.controller.sessionDidEnd()
        call.controller.sessionDidEnd()
        world.environment.leaveApp(by: .iconified)
        call.controller.startPictureInPicture()
        #expect(
            world.journal.lines == [
                "call will-start", "call did-start", "call will-stop", "call did-stop", "call failed session-ended",
            ])
        #expect(world.windows.up.isEmpty)
    }

    @Test("the session is destroyed: its window goes, held by nothing")
    func sessionDestroyed() {
        var call: FloatingThing? = world.call()
        let delegate = call?.delegate
        call?.controller.startPictureInPicture()
        #expect(world.activeCount == 1)
        call = nil
        #expect(world.activeCount == 0 && world.windows.up.isEmpty)
        #expect(world.journal.lines.suffix(2) == ["call will-stop", "call did-stop"])
        withExtendedLifetime(delegate) {}
    }

    @Test("disabled on the active session stops it, on another changes nothing")
    func disabled() {
        let (call, live) = (world.call(), world.live())
        call.controller.startPictureInPicture()
        live.controller.isPictureInPictureEnabled = false
        #expect(call.controller.isPictureInPictureActive)
        call.controller.isPictureInPictureEnabled = false
        #expect(!call.controller.isPictureInPictureActive)
        call.controller.startPictureInPicture()
        #expect(world.journal.lines.last == "call failed not-enabled")
    }

    @Test("a delegate that stops, starts or closes from inside each callback gets it after the callback")
    func reentrant() {
        for event in ["will-start", "did-start", "will-stop", "did-stop", "restore"] {
            for action in ["start", "stop", "close", "restore", "end"] {
                let world = World()
                let call = world.call()
                var isDone = false
                call.delegate.onEvent[event] = {
                    if isDone { return }
                    isDone = true
                    switch action {
                    case "start": call.controller.startPictureInPicture()
                    case "stop": call.controller.stopPictureInPicture()
                    case "close": call.controller.closePictureInPicture()
                    case "restore": call.controller.restorePictureInPicture()
                    default: call.controller.sessionDidEnd()
                    }
                }
                call.controller.startPictureInPicture()
                world.windows.made.last?.report(.restorePressed)
                call.controller.startPictureInPicture()
                call.controller.closePictureInPicture()
                let lines = world.journal.lines
                let starts = lines.filter { $0.hasSuffix("will-start") }.count
                let refusals = ["session-ended"].reduce(0) { sum, code in
                    sum + lines.indices.count { lines[$0].hasSuffix("failed \(code)") && !announced(lines, before: $0) }
                }
                let endings = lines.filter { $0.hasSuffix("did-stop") || $0.contains(" failed ") }.count - refusals
                #expect(starts == endings, "\(action) in \(event): \(lines)")
                #expect(lines.filter { $0.hasSuffix("hang-up") }.count <= 1)
                #expect(world.windows.up.isEmpty && world.activeCount == 0, "\(action) in \(event): \(lines)")
            }
        }
    }

    /// True when a start was announced and has not ended before this line.
    private func announced(_ lines: [String], before index: Int) -> Bool {
        let before = lines[..<index].last {
            $0.hasSuffix("will-start") || $0.hasSuffix("did-stop") || $0.contains("failed")
        }
        return before?.hasSuffix("will-start") ?? false
    }

    @Test("a delegate that releases itself and its controller inside a callback")
    func releasesItself() {
        for event in ["will-start", "did-start", "will-stop", "did-stop", "restore"] {
            let world = World()
            var delegate: RecordingDelegate? = RecordingDelegate("call", world.journal)
            var controller: PictureInPictureController? = PictureInPictureController(
                contentSource: ContentSource(
                    activeVideoCallSourceView: nil,
                    contentViewController: VideoCallViewController(displayLayer: DisplayLayer())),
                environment: world.environment)
            controller?.delegate = delegate
            delegate?.onEvent[event] = {
                delegate = nil
                controller = nil
            }
            controller?.startPictureInPicture()
            world.windows.made.last?.report(.restorePressed)
            world.windows.made.last?.report(.closePressed)
            #expect(world.windows.up.isEmpty && world.activeCount == 0, "\(event)")
            #expect(delegate == nil && controller == nil, "\(event)")
        }
    }

    @Test("the display breaks: every window is lost, nobody hangs up by that, nothing starts again")
    func displayLost() {
        let (call, live) = (world.call(), world.live())
        call.controller.startPictureInPicture()
        live.controller.startPictureInPicture()
        world.environment.loseDisplay()
        #expect(world.activeCount == 0 && world.windows.up.isEmpty)
        call.controller.startPictureInPicture()
        #expect(world.journal.lines.last == "call failed unsupported")
        #expect(!world.journal.lines.contains("call hang-up"))
    }

    @Test("an old window's late reports are not taken for the new one's")
    func staleWindow() {
        let call = world.call()
        call.controller.startPictureInPicture()
        let old = world.window
        let delegate = old.delegate
        call.controller.stopPictureInPicture()
        call.controller.startPictureInPicture()
        delegate?.floatingWindow(old, did: .closePressed)
        delegate?.floatingWindow(old, did: .closed)
        #expect(call.controller.isPictureInPictureActive)
    }

    @Test("a thousand times in and out of each kind leave nothing behind")
    func thousandCycles() {
        world.windows.keepsAll = false
        let (call, live) = (world.call(), world.live())
        for round in 0..<1000 {
            for thing in [call, live] {
                thing.controller.startPictureInPicture()
                switch round % 3 {
                case 0: thing.controller.restorePictureInPicture()
                case 1: thing.controller.hidePictureInPicture()
                default: thing.controller.stopPictureInPicture()
                }
            }
            world.journal.lines.removeAll()
        }
        #expect(world.activeCount == 0 && world.windows.up.isEmpty && world.clock.pending == 0)
        #expect(world.windows.madeCount == 2000)
        #expect(call.layer.hostCount == 1, "the controller's own watcher and nothing else")
    }
}

/// Lets other work run until `condition` holds; the suite's time limit ends a wait that would never end.
@MainActor func until(_ condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}
