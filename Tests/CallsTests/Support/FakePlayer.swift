import Calls
import Frames
import Geometry

/// A player that plays what a test says.
final class FakePlayer: MediaPlaying {
    struct State {
        var log: [String] = []
        var position = Duration.zero
        var duration: Duration?
        var isMuted = false
        var volume = 1.0
    }
    let track: VideoTrack
    let onEvent: @Sendable (MediaPlayingEvent) -> Void
    private let state = Lock(State())

    init(track: VideoTrack, duration: Duration? = nil, onEvent: @escaping @Sendable (MediaPlayingEvent) -> Void) {
        self.track = track
        self.onEvent = onEvent
        state.withLock { $0.duration = duration }
    }

    var log: [String] { state.withLock { $0.log } }
    func play() { state.withLock { $0.log.append("play") } }
    func pause() { state.withLock { $0.log.append("pause") } }
    func stop() async { state.withLock { $0.log.append("stop") } }

    func seek(to position: Duration) {
        state.withLock {
            $0.log.append("seek \(position)")
            $0.position = position
        }
    }

    var position: Duration { state.withLock { $0.position } }
    var duration: Duration? { state.withLock { $0.duration } }
    var isMuted: Bool {
        get { state.withLock { $0.isMuted } }
        set { state.withLock { $0.isMuted = newValue } }
    }
    var volume: Double {
        get { state.withLock { $0.volume } }
        set { state.withLock { $0.volume = newValue } }
    }
}
