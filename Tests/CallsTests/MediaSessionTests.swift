import Calls
import Frames
import Geometry
import Media
import PictureInPicture
import Testing

/// Sessions on media that is really played.
@MainActor @Suite(.timeLimit(.minutes(10))) struct MediaSessionTests {
    let world = CallWorld()
    private let silent = MediaPlayer.Options(audio: false, paced: false)

    @Test("a test pattern plays the other side of a call, floats, and hangs up at its end")
    func call() async throws {
        let transport = MediaCallTransport(
            source: try MediaSource("test:counter?size=64x36&fps=30"),
            options: MediaPlayer.Options(audio: false))
        let call = CallSession(
            transport: transport, settings: world.settings, environment: world.environment, audioSession: world.audio,
            center: world.center)
        call.joinSession()
        await until { call.state.value.phase == .connected }
        #expect(call.participants.value.last?.name.hasPrefix("Test") == true)
        let before = call.layer.enqueuedCount
        call.pictureInPictureController.startPictureInPicture()
        await until { call.layer.enqueuedCount > before + 5 }
        #expect(call.layer.newest?.frame.size == Size(64, 36))
        world.windows.made[0].report(.closePressed)
        await transport.finish()
        #expect(transport.toldReasons == [.hangUp] && call.layer.newest == nil)
    }

    @Test("a live of a test pattern ends with its last frame")
    func live() async throws {
        let live = LiveSession(
            source: try MediaSource("test:counter?size=64x36&fps=30&frames=30"), options: silent,
            settings: world.settings, environment: world.environment, audioSession: world.audio, center: world.center)
        live.watch()
        await until { live.endReason != nil }
        #expect(live.endReason == .endOfStream && live.failure == nil)
        await live.finish()
    }

    @Test("a call's source that ends is the other side hanging up")
    func ends() async throws {
        let transport = MediaCallTransport(
            source: try MediaSource("test:counter?size=64x36&fps=30&frames=10"), options: silent)
        let call = CallSession(
            transport: transport, environment: world.environment, audioSession: world.audio, center: world.center)
        call.joinSession()
        await until { call.state.value.isEnded }
        #expect(call.state.value.endReason == .remoteHangUp && transport.toldReasons.isEmpty)
    }

    @Test("a file that is missing fails the live with its words")
    func missing() throws {
        let live = LiveSession(
            source: try MediaSource("/nowhere/clip.mp4"), options: silent, environment: world.environment,
            audioSession: world.audio, center: world.center)
        live.watch()
        #expect(live.endReason == .failed && live.failure?.contains("clip.mp4") == true)
    }
}
