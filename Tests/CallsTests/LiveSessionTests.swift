import Calls
import Frames
import Geometry
import PictureInPicture
import Testing
import Views

/// Lives: their life, their floating, their playback.
@MainActor @Suite(.timeLimit(.minutes(10))) struct LiveSessionTests {
    let world = CallWorld()

    func playing(duration: Duration? = nil) async -> (LiveSession, FakePlayer) {
        let live = world.live(duration: duration)
        live.watch()
        let player = world.players[world.players.count - 1]
        player.track.push(testFrame())
        player.onEvent(.playing)
        await until { live.phase.value == .playing && live.pictureInPictureController.isPictureInPicturePossible }
        return (live, player)
    }

    @Test("B3: closing the mini window stops the watching, once, and hangs nobody up")
    func closeStopsWatching() async {
        let (live, player) = await playing()
        live.pictureInPictureController.startPictureInPicture()
        world.windows.made[0].report(.closePressed)
        world.windows.made[0].report(.closePressed)
        #expect(live.endReason == .stopWatching)
        await live.finish()
        #expect(player.log == ["play", "stop"])
        #expect(live.layer.newest == nil && !world.center.hasSessions && !world.audio.isActive)
    }

    @Test("S1: without the flag the live refuses")
    func gate() async {
        world.settings = SessionSettingsBuilder().build()
        let live = world.live()
        live.watch()
        #expect(live.pictureInPictureController.obstacle == .systemPictureInPictureDisabled)
    }

    @Test("L3: a live without video may not float")
    func audioOnly() {
        let live = world.live()
        live.watch()
        #expect(live.pictureInPictureController.obstacle == .noVideo)
    }

    @Test("S11: a broadcast has no seek bar; a film has, and skips stay inside it")
    func playback() async {
        let (broadcast, player) = await playing()
        broadcast.pictureInPictureController.startPictureInPicture()
        #expect(world.windows.made[0].controls.isLive)
        broadcast.seek(to: 5)
        #expect(player.log == ["play"])
        broadcast.stopWatching()
        let (film, other) = await playing(duration: .seconds(60))
        film.pictureInPictureController.startPictureInPicture()
        let window = world.windows.made[1]
        #expect(!window.controls.isLive && window.controls.progress?.duration == 60)
        window.report(.pressed(.skipForward))
        #expect(film.position == 10)
        window.report(.pressed(.skipBack))
        window.report(.pressed(.skipBack))
        #expect(film.position == 0)
        window.report(.sought(to: 59))
        window.report(.pressed(.skipForward))
        #expect(film.position == 60)
        film.seek(to: .nan)
        #expect(other.position == .seconds(60))
        #expect(film.renderSize.value == Size(384, 216))
        film.pictureInPictureController.stopPictureInPicture()
        #expect(film.renderSize.value == .zero)
    }

    @Test("pausing in the mini window is told to the app, and paused stays paused through a restore")
    func pause() async {
        let (live, player) = await playing()
        live.pictureInPictureController.startPictureInPicture()
        let window = world.windows.made[0]
        window.report(.pressed(.playPause))
        #expect(live.phase.value == .paused && !window.controls.isPlaying)
        live.pictureInPictureController.stopPictureInPicture()
        #expect(live.phase.value == .paused && player.log == ["play", "pause"])
        #expect(live.endReason == nil, "paused is not closed")
        live.setPlaying(true)
        live.setPlaying(true)
        #expect(player.log == ["play", "pause", "play"])
    }

    @Test("pausing before the first picture is kept")
    func pauseWhileOpening() async {
        let live = world.live()
        live.watch()
        live.setPlaying(false)
        world.players[0].onEvent(.playing)
        await until { live.phase.value != .opening }
        #expect(live.phase.value == .paused)
    }

    @Test("the volume control mutes and shows it")
    func volume() async {
        let (live, player) = await playing()
        live.pictureInPictureController.startPictureInPicture()
        world.windows.made[0].report(.pressed(.volume))
        #expect(player.isMuted && world.windows.made[0].controls.isMuted)
        live.isMuted = false
        #expect(!world.windows.made[0].controls.isMuted)
        live.volume = 0.5
        #expect(player.volume == 0.5)
    }

    @Test("the end of the stream and failures end it once, whatever comes after", arguments: [true, false])
    func ends(_ fails: Bool) async {
        let (live, player) = await playing()
        live.pictureInPictureController.startPictureInPicture()
        player.onEvent(fails ? .failed("no route to host") : .ended)
        await until { live.endReason != nil }
        player.onEvent(.ended)
        live.stopWatching()
        #expect(live.endReason == (fails ? .failed : .endOfStream))
        #expect(live.failure == (fails ? "no route to host" : nil))
        #expect(world.windows.up.isEmpty)
        live.watch()
        #expect(world.players.count == 1)
    }

    @Test("a source that can't be opened ends it with the reason")
    func unopenable() {
        struct Wrong: Error, CustomStringConvertible { var description: String { "clip.mkv: no such file" } }
        let live = LiveSession(
            environment: world.environment, audioSession: world.audio, center: world.center
        ) { _, _ in throw Wrong() }
        live.watch()
        #expect(live.endReason == .failed && live.failure == "clip.mkv: no such file")
        #expect(!world.audio.isActive && !world.center.hasSessions)
    }

    @Test("B2: call and live have their own layers, bridges and windows; one's end leaves the other's frames flowing")
    func independent() async {
        let (live, player) = await playing()
        let (call, transport) = world.call()
        call.joinSession()
        call.pictureInPictureController.startPictureInPicture()
        live.pictureInPictureController.startPictureInPicture()
        #expect(call.layer !== live.layer && world.windows.up.count == 2)
        transport.onEvent?(.remoteHangUp)
        #expect(live.pictureInPictureController.isPictureInPictureActive)
        let before = live.layer.enqueuedCount
        player.track.push(testFrame())
        #expect(live.layer.enqueuedCount == before + 1)
    }

    @Test("case 17: after stop and restore the inline frames advance")
    func inlineGoesOn() async {
        let (live, player) = await playing()
        for _ in 0..<2 {
            live.pictureInPictureController.startPictureInPicture()
            live.pictureInPictureController.stopPictureInPicture()
        }
        let before = live.layer.enqueuedCount
        player.track.push(testFrame())
        #expect(live.layer.enqueuedCount == before + 1 && live.layer.newest != nil)
    }

    @Test("a media source plays the other side of a call: it answers, goes on hold, and is told of the end")
    func mediaTransport() async {
        var player: FakePlayer?
        let transport = MediaCallTransport(name: "Ann") { track, onEvent in
            let made = FakePlayer(track: track, onEvent: onEvent)
            player = made
            return made
        }
        let call = CallSession(
            transport: transport, settings: world.settings, environment: world.environment, audioSession: world.audio,
            center: world.center)
        call.joinSession()
        player?.track.push(testFrame())
        player?.onEvent(.playing)
        await until { call.state.value.phase == .connected }
        #expect(call.participants.value.map(\.name) == ["", "Ann"])
        #expect(call.shownParticipant.value == "remote")
        transport.setRemoteCamera(false)
        #expect(call.layer.newest?.frame.size == call.avatarSize)
        transport.setHeld(true)
        transport.setHeld(false)
        call.hangUp()
        call.hangUp()
        await transport.finish()
        #expect(transport.toldReasons == [.hangUp])
        #expect(player?.log == ["play", "pause", "play", "stop"])
    }

    @Test("a media source that ends hangs up; one that can't be opened fails")
    func mediaTransportEnds() async {
        var player: FakePlayer?
        let transport = MediaCallTransport(name: "Ann") { track, onEvent in
            let made = FakePlayer(track: track, onEvent: onEvent)
            player = made
            return made
        }
        let call = CallSession(
            transport: transport, environment: world.environment, audioSession: world.audio, center: world.center)
        call.joinSession()
        player?.onEvent(.ended)
        await until { call.state.value.isEnded }
        #expect(call.state.value.endReason == .remoteHangUp && transport.toldReasons.isEmpty)
        struct Wrong: Error {}
        let broken = CallSession(
            transport: MediaCallTransport(name: "Ben") { _, _ in throw Wrong() }, environment: world.environment,
            audioSession: world.audio, center: world.center)
        broken.joinSession()
        await until { broken.state.value.isEnded }
        #expect(broken.state.value.endReason == .failed)
    }
}
