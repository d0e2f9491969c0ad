import Foundation
import PortholeKit

/// Records what a screen shows, in real time, on a thread and a connection of its own, with the pointer and captions.
///
/// Pictures come from our own connection, not from GStreamer's: a server that dies ends the recording and not this
/// process, and another clock may one day say when pictures are taken.
final class StageRecorder: @unchecked Sendable {
    /// Pictures a second.
    static let rate = 30

    /// The file.
    let path: String
    private let writer: VideoWriter
    private let connection: Connection
    private let image: PresentImage
    private let clock: any ScenarioClock
    private let state = Lock(State())
    private let ended = DispatchSemaphore(value: 0)

    private struct State {
        var captions = CaptionFade()
        var isEnding = false
        var outcome: Result<VideoWriter.Summary, MediaError>?
    }

    // Only on the thread:
    private let converter = FrameConverter()
    private var pointer: (picture: PointerPicture, bitmap: Bitmap)?
    private var start = 0.0

    /// Records from now on: the first picture is taken before this returns.
    ///
    /// - Throws: `missing` when no encoder is installed, `failed` for a file that can't be made and a screen that can't
    ///   be read.
    init(_ display: String, path: String, caption: CaptionCard?, clock: any ScenarioClock) throws(StageFailure) {
        self.path = path
        self.clock = clock
        do throws(ConnectionError) {
            connection = try Connection(display)
        } catch {
            throw .failed(error.description)
        }
        do throws(ImageError) {
            image = try PresentImage(
                connection, connection.chooseTransport().transport, size: connection.screenSize)
        } catch {
            throw .failed("the screen can't be recorded: \(error)")
        }
        do throws(MediaError) {
            writer = try VideoWriter(path: path, size: connection.screenSize, frameRate: Self.rate)
        } catch {
            throw error.code == .missingPlugin ? .missing(error.description) : .failed(error.description)
        }
        start = clock.now
        if let caption { state.withLock { $0.captions.show(caption, at: start - 1) } }
        guard take() else {
            _ = try? writer.finish()
            unlink(path)
            throw .failed("\(path): the server gives no picture of the screen")
        }
        RecorderRegistry.add(self)
        let thread = Thread { [self] in record() }
        thread.name = "record"
        thread.start()
    }

    /// Shows other words from now on; nil for none.
    func show(_ caption: CaptionCard?) { state.withLock { $0.captions.show(caption, at: clock.now) } }

    /// Ends it: the file plays then.
    ///
    /// - Throws: what went wrong on the way, also when the server died; what was recorded before is in the file.
    func stop() async throws(StageFailure) -> VideoWriter.Summary {
        state.withLock { $0.isEnding = true }
        // Longer than an encoder is given to finish.
        _ = await clock.wait(40) { self.state.withLock { $0.outcome != nil } }
        RecorderRegistry.remove(self)
        switch state.withLock({ $0.outcome }) {
        case .success(let summary): return summary
        case .failure(let error): throw .failed(error.description)
        case nil: throw .failed("\(path): the recording does not end")
        }
    }

    /// Ends it from a thread that may wait, for a process that is about to leave.
    func stopNow() {
        state.withLock { $0.isEnding = true }
        _ = ended.wait(timeout: .now() + 10)
    }

    // MARK: On the thread

    private func record() {
        var due = 1
        while !state.withLock({ $0.isEnding }), writer.failure == nil, !connection.isBroken {
            let wait = start + Double(due) / Double(Self.rate) - clock.now
            if wait > 0 {
                usleep(UInt32(min(wait, 1) * 1e6))
                continue
            }
            _ = take()
            // Those that are missed are missed: time goes on.
            due = max(due + 1, Int((clock.now - start) * Double(Self.rate)) + 1)
        }
        // The end of what is shown, however short it was.
        _ = take()
        var outcome: Result<VideoWriter.Summary, MediaError>
        do throws(MediaError) {
            outcome = .success(try writer.finish())
            if connection.isBroken {
                outcome = .failure(
                    MediaError(
                        .failed, "can't go on with \(path)", why: "the X server is gone",
                        remedy: "what was recorded until then is in the file"))
            }
        } catch {
            outcome = .failure(error)
        }
        let result = outcome
        state.withLock { $0.outcome = result }
        ended.signal()
    }

    /// Takes one picture; false when there is none.
    private func take() -> Bool {
        let now = clock.now
        guard image.fill(from: connection.rootWindow) else { return false }
        lookAtPointer()
        let overlays = state.withLock { $0.captions.overlays(at: now) }
        writer.write(at: .nanoseconds(Int64((now - start) * 1e9))) { target in
            for y in 0..<target.size.height {
                memcpy(target.base + y * target.stride, image.pixels + y * image.stride, target.size.width * 4)
            }
            if let pointer {
                converter.blend(Overlay(bitmap: pointer.bitmap, origin: pointer.picture.origin), into: target)
            }
            for overlay in overlays { converter.blend(overlay, into: target) }
        }
        return true
    }

    private func lookAtPointer() {
        guard let picture = connection.pointerPicture(), !picture.size.isEmpty else { return pointer = nil }
        if let known = pointer, known.picture.pixels == picture.pixels, known.picture.size == picture.size {
            pointer = (picture, known.bitmap)
            return
        }
        let bitmap = Bitmap(size: picture.size) { target in
            picture.pixels.withUnsafeBytes { bytes in
                if let base = bytes.baseAddress { memcpy(target.base, base, bytes.count) }
            }
        }
        pointer = (picture, bitmap)
    }
}

/// The recordings that run right now: so that an interrupt leaves files that play.
enum RecorderRegistry {
    private static let running = Lock<[ObjectIdentifier: StageRecorder]>([:])

    /// A recording runs.
    static func add(_ recorder: StageRecorder) { running.withLock { $0[ObjectIdentifier(recorder)] = recorder } }

    /// A recording is over.
    static func remove(_ recorder: StageRecorder) {
        _ = running.withLock { $0.removeValue(forKey: ObjectIdentifier(recorder)) }
    }

    /// Ends all of them, for a process that is about to leave.
    static func stopAll() {
        for recorder in running.withLock({ Array($0.values) }) { recorder.stopNow() }
    }
}
