import Dispatch
import Frames
import Geometry

/// The inside of a player: owns the core and puts all that happens in order on one private queue.
final class Engine: @unchecked Sendable {
    /// What any thread may look at.
    private struct Shared {
        var isPaused = true
        var position: Int64 = 0
        var duration: Int64?
        var volume = Volume()
        var hasFrame = false
    }
    private let source: MediaSource
    private let options: MediaPlayer.Options
    private let track: VideoTrack
    private let queue = DispatchQueue(label: "porthole.media")
    private let shared = Lock(Shared())

    // Only on the queue:
    private var onEvent: (@Sendable (MediaPlayer.Event) -> Void)?
    private var core: (any PlayerCore)?
    private var isOver = false

    init(
        source: MediaSource, options: MediaPlayer.Options, track: VideoTrack,
        onEvent: @escaping @Sendable (MediaPlayer.Event) -> Void
    ) {
        self.source = source
        self.options = options
        self.track = track
        self.onEvent = onEvent
    }

    var isPaused: Bool { shared.withLock { $0.isPaused } }
    var position: Duration { .nanoseconds(shared.withLock { $0.position }) }
    var duration: Duration? { shared.withLock { $0.duration }.map { .nanoseconds($0) } }
    var volume: Volume { shared.withLock { $0.volume } }

    func setPaused(_ isPaused: Bool) {
        shared.withLock { $0.isPaused = isPaused }
        queue.async { self.follow(isPaused) }
    }

    func seek(to position: Duration) {
        queue.async { self.core?.seek(to: max(0, position.inNanoseconds)) }
    }

    func setVolume(_ change: (inout Volume) -> Void) {
        let volume = shared.withLock { shared in
            change(&shared.volume)
            return shared.volume
        }
        queue.async { self.core?.setVolume(volume) }
    }

    /// Ends everything, then calls `done` on the queue.
    func stop(_ done: @escaping @Sendable () -> Void) {
        queue.async {
            self.finish()
            done()
        }
    }

    private func follow(_ isPaused: Bool) {
        guard !isOver else { return }
        if let core { return core.setPaused(isPaused) }
        guard !isPaused else { return }
        let output = CoreOutput(
            push: { [unowned self] frame in self.push(frame) },
            emit: { [weak self] event in
                guard let self else { return }
                self.queue.async { self.emit(event) }
            })
        do {
            let core = try makeCore(output)
            self.core = core
            core.setVolume(volume)
            core.start()
        } catch {
            emit(.failed(error))
        }
    }

    private func makeCore(_ output: CoreOutput) throws(MediaError) -> any PlayerCore {
        switch source.kind {
        case .test(let pattern):
            return GeneratorCore(PatternGenerator.make(pattern), paced: options.paced, output: output)
        case .file(let path):
            if let reader = try Y4MReader(path: path, emit: output.emit) {
                return GeneratorCore(reader, paced: options.paced, output: output)
            }
        default: break
        }
        return try PipelineCore(source: source, options: options, queue: queue, output: output)
    }

    /// On the media thread. The core ends before the engine does, so the engine is there.
    private func push(_ frame: VideoFrame) {
        track.push(frame)
        let isFirst = shared.withLock { shared in
            shared.position = frame.timestamp
            defer { shared.hasFrame = true }
            return !shared.hasFrame
        }
        if isFirst {
            queue.async {
                self.updateDuration()
                self.emit(.playing)
            }
        }
    }

    private func updateDuration() {
        guard let duration = core?.queryDuration() else { return }
        shared.withLock { $0.duration = duration }
    }

    private func emit(_ event: MediaPlayer.Event) {
        guard !isOver, let onEvent else { return }
        switch event {
        case .ended, .failed:
            finish()
        default: break
        }
        onEvent(event)
    }

    private func finish() {
        isOver = true
        onEvent = nil
        core?.stop()
        core = nil
    }
}

extension Duration {
    /// Whole nanoseconds, within the 292 years that 64 bits hold.
    var inNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? (seconds < 0 ? .min : .max) : product &+ attoseconds / 1_000_000_000
    }
}
