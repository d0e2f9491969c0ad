public import Frames
import Foundation

/// Plays one source: pushes its pictures to a track when they are due, and its sound to the sound server.
///
/// Every method may be called on any thread and none blocks. Nothing is opened before the first `play()`.
public final class MediaPlayer: @unchecked Sendable {
    /// What a player tells, in order and one at a time, on a private queue.
    public enum Event: Sendable, Hashable {
        /// The first picture was pushed to the track. Once.
        case playing
        /// Something is not as it should be, and the picture goes on: no sound server, a cut file.
        case warning(String)
        /// How full the buffer of a network stream is, in percent; the picture stands still below 100.
        case buffering(Int)
        /// The end of the stream. Once, and nothing after it.
        case ended
        /// It can't go on. Once, and nothing after it.
        case failed(MediaError)
    }

    /// How to play.
    public struct Options: Sendable, Hashable {
        /// Play the sound too.
        public var audio = true
        /// Keep to the clock; false pushes every picture as soon as it is decoded, for benchmarks.
        public var paced = true
        /// The display that `screen:` shows; nil for the environment's.
        public var display: String?
        /// How long a network stream, a camera or a screen may send nothing before it counts as dead.
        public var timeout = Duration.seconds(10)
        /// The PulseAudio server that plays the sound, as in PULSE_SERVER; nil for the environment's.
        public var soundServer: String?

        /// Sound, paced, the environment's display, ten seconds of patience.
        public init(
            audio: Bool = true, paced: Bool = true, display: String? = nil, timeout: Duration = .seconds(10),
            soundServer: String? = nil
        ) {
            self.audio = audio
            self.paced = paced
            self.display = display
            self.timeout = timeout
            self.soundServer = soundServer
        }
    }

    private let engine: Engine

    /// A player that has not started.
    ///
    /// - Parameters:
    ///   - track: is pushed to on a media thread, and not after `stop()` has returned.
    ///   - onEvent: called on a private queue; may call back into the player.
    /// - Throws: `MediaError` when a look at the file tells that it can't be played: missing, a folder, unreadable, empty.
    public init(
        _ source: MediaSource, options: Options = .init(), track: VideoTrack,
        onEvent: @escaping @Sendable (Event) -> Void
    ) throws(MediaError) {
        if case .file(let path) = source.kind { try FileCheck.check(path) }
        engine = Engine(source: source, options: options, track: track, onEvent: onEvent)
    }

    deinit { engine.stop {} }

    /// Starts, or goes on after `pause()`.
    public func play() { engine.setPaused(false) }

    /// Holds the picture and the sound where they are.
    public func pause() { engine.setPaused(true) }

    /// Ends everything: when it returns, the threads are gone, and there is no picture and no event any more.
    ///
    /// Safe at any time and as often as wanted.
    public func stop() async {
        await withCheckedContinuation { continuation in engine.stop { continuation.resume() } }
    }

    /// Goes to another place, exactly. Does nothing for what has no length, such as a live stream.
    public func seek(to position: Duration) { engine.seek(to: position) }

    /// True before the first `play()` and after `pause()`.
    public var isPaused: Bool { engine.isPaused }

    /// Where in the stream the newest picture is; zero before the first.
    public var position: Duration { engine.position }

    /// How long the source is; nil when nobody knows, as for live streams.
    public var duration: Duration? { engine.duration }

    /// How loud, 0 to 1 on a cubic scale, as volume controls show it. Kept within 0 and 1.
    public var volume: Double {
        get { engine.volume.level }
        set { engine.setVolume { $0.level = min(1, max(0, newValue.isFinite ? newValue : 1)) } }
    }

    /// No sound, whatever the volume.
    public var isMuted: Bool {
        get { engine.volume.isMuted }
        set { engine.setVolume { $0.isMuted = newValue } }
    }
}
