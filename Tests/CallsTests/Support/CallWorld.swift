import Calls
import Frames
import Geometry
import PictureInPicture
import Views

/// Surroundings in which sessions can float, without a display, a sound server or a network.
@MainActor final class CallWorld {
    let center = SessionCenter()
    let server = FakeSoundServer()
    let audio: AudioSession
    let windows = FakeWindows()
    let clock = ManualClock()
    let environment: PictureInPictureEnvironment
    private(set) var warnings: [String] = []
    var settings = SessionSettingsBuilder().enableSystemPictureInPicture(true).build()
    private(set) var players: [FakePlayer] = []

    init() {
        audio = AudioSession(soundServer: server)
        environment = PictureInPictureEnvironment(clock: clock) { _ in }
        environment.support = .supported
        environment.capabilities = Capabilities(backgroundModes: [Capabilities.audioPictureInPicture])
        environment.audioSession = audio
        environment.windows = windows
        environment.log = { [weak self] in self?.warnings.append($0) }
        audio.log = { [weak self] in self?.warnings.append($0) }
    }

    func call(_ transport: FakeTransport = FakeTransport()) -> (CallSession, FakeTransport) {
        let call = CallSession(
            transport: transport, settings: settings, environment: environment, audioSession: audio, center: center)
        return (call, transport)
    }

    func live(duration: Duration? = nil) -> LiveSession {
        LiveSession(settings: settings, environment: environment, audioSession: audio, center: center) {
            track, onEvent in
            let player = FakePlayer(track: track, duration: duration, onEvent: onEvent)
            self.players.append(player)
            return player
        }
    }
}

/// Mini windows that are up at once.
@MainActor final class FakeWindows: FloatingWindowFactory {
    @MainActor final class Window: FloatingWindow {
        weak var delegate: (any FloatingWindowDelegate)?
        let identifier: UInt = 1
        var controls: MiniControls
        let request: FloatingWindowRequest
        private(set) var isGone = false

        init(_ request: FloatingWindowRequest) {
            self.request = request
            controls = MiniControls(session: request.kind)
        }

        func show() {
            report(.mapped)
            report(.firstFrameShown)
            report(.resized(Size(384, 216)))
        }

        func reshape(to contentSize: Size) {}

        func close(_ exit: FloatingWindowExit) {
            isGone = true
            if exit != .atOnce { report(.closed) }
        }

        func report(_ event: FloatingWindowEvent) { delegate?.floatingWindow(self, did: event) }
    }

    private(set) var made: [Window] = []
    var up: [Window] { made.filter { !$0.isGone } }

    func makeWindow(_ request: FloatingWindowRequest) throws(PictureInPictureError) -> any FloatingWindow {
        let window = Window(request)
        made.append(window)
        return window
    }
}

/// A grey picture of `size`.
func testFrame(_ size: Size = Size(64, 36)) -> VideoFrame {
    BitmapFrame(Bitmap(size: size) { target in target.base.update(repeating: 128, count: target.stride * size.height) })
}

/// Lets other work run until `condition` holds; the suite's time limit ends a wait that would never end.
@MainActor func until(_ condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}
