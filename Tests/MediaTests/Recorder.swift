import Frames
import Geometry
import Media
import TestSupport

/// What a player did: its events and what its frames were like.
final class Recorder: VideoRenderer, @unchecked Sendable {
    /// A frame without its pixels.
    struct Shot: Hashable {
        var size: Size
        var format: PixelFormat
        var color: ColorSpace
        var pixelAspect: Ratio
        var orientation: Orientation
        var timestamp: Int64
        var number: Int?
    }
    private let events = Lock<[MediaPlayer.Event]>([])
    private let shots = Lock<[Shot]>([])
    private let newest = Lock<VideoFrame?>(nil)

    var allEvents: [MediaPlayer.Event] { events.withLock { $0 } }
    var allShots: [Shot] { shots.withLock { $0 } }
    var lastFrame: VideoFrame? { newest.withLock { $0 } }
    var count: Int { shots.withLock { $0.count } }

    /// Everything but how full buffers are.
    var news: [MediaPlayer.Event] {
        allEvents.filter {
            if case .buffering = $0 { return false }
            return true
        }
    }
    var error: MediaError? {
        for case .failed(let error) in allEvents { return error }
        return nil
    }
    var warnings: [String] {
        allEvents.compactMap {
            if case .warning(let text) = $0 { return text }
            return nil
        }
    }
    var isOver: Bool { allEvents.contains(.ended) || error != nil }

    func render(_ frame: VideoFrame) {
        let shot = Shot(
            size: frame.size, format: frame.format, color: frame.color, pixelAspect: frame.pixelAspect,
            orientation: frame.orientation, timestamp: frame.timestamp, number: CounterPattern.read(frame))
        shots.withLock { $0.append(shot) }
        let old = newest.withLock { newest in
            defer { newest = frame }
            return newest
        }
        withExtendedLifetime(old) {}
    }

    func take(_ event: MediaPlayer.Event) { events.withLock { $0.append(event) } }

    /// A player whose pictures and events come here.
    func player(_ source: String, _ options: MediaPlayer.Options = .silent) throws -> MediaPlayer {
        let track = VideoTrack()
        track.add(self)
        return try MediaPlayer(try MediaSource(source), options: options, track: track) { self.take($0) }
    }

    /// Plays until `done`, or the end, then stops.
    static func play(
        _ source: String, _ options: MediaPlayer.Options = .silent, timeout: Double = 20,
        until done: @escaping @Sendable (Recorder) -> Bool = { $0.isOver }
    ) async throws -> Recorder {
        let recorder = Recorder()
        let player = try recorder.player(source, options)
        player.play()
        let isDone = await settle(timeout) { done(recorder) || recorder.isOver }
        await player.stop()
        guard isDone else { throw Child.Failure("\(source): nothing after \(timeout) s but \(recorder.allEvents)") }
        return recorder
    }
}

extension MediaPlayer.Options {
    static let silent = MediaPlayer.Options(audio: false)
    static let fast = MediaPlayer.Options(audio: false, paced: false)
}
