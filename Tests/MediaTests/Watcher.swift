import Foundation
import Frames
import Geometry
import Media
import TestSupport
import Testing

/// A player on a track, and what both told.
final class Watcher: Sendable {
    let track = VideoTrack()
    let layer = DisplayLayer()
    private let bridge: FrameBridge
    private let log: Log<MediaPlayer.Event>
    private let sizes: Log<Size>
    private let observer: DisplaySizeObserver
    let player: MediaPlayer

    init(_ source: String, timeout: Duration = .seconds(10), audio: Bool = false, paced: Bool = true) throws {
        bridge = FrameBridge(layer: layer)
        bridge.attach(to: track)
        let (log, sizes) = (Log<MediaPlayer.Event>(), Log<Size>())
        (self.log, self.sizes) = (log, sizes)
        observer = DisplaySizeObserver(layer) { size in sizes.append(size) }
        player = try MediaPlayer(
            MediaSource(source), options: .init(audio: audio, paced: paced, timeout: timeout), track: track
        ) { event in log.append(event) }
        player.play()
    }

    var events: [MediaPlayer.Event] { log.all }
    var shapes: [Size] { sizes.all }
    var failure: MediaError? {
        for case .failed(let error) in events { return error }
        return nil
    }

    /// Waits for pictures.
    func plays(_ count: UInt64 = 10, within seconds: Double = 15) async -> Bool {
        await settle(seconds) { track.frameCount >= count }
    }

    /// Waits for the end, whichever it is.
    func ends(within seconds: Double = 15) async -> Bool {
        await settle(seconds) { events.contains { if case .failed = $0 { true } else { $0 == .ended } } }
    }
}

/// Values in the order they came, from any thread.
final class Log<Value: Sendable>: Sendable {
    private let values = Lock<[Value]>([])

    func append(_ value: Value) { values.withLock { $0.append(value) } }
    var all: [Value] { values.withLock { $0 } }
}

/// A folder that goes with the closure.
func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("porthole-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}

/// Makes a clip with ffmpeg.
func makeClip(_ path: String, _ words: [String]) async throws {
    let result = try await Child.run(["ffmpeg", "-v", "error", "-y"] + words + [path], timeout: 60)
    guard result.status == 0 else { throw Child.Failure("ffmpeg: \(result.output)") }
}

/// A picture and a tone, as ffmpeg's inputs.
let pictureAndTone = [
    "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30:duration=4", "-f", "lavfi", "-i", "sine=duration=4",
    "-pix_fmt", "yuv420p",
]
