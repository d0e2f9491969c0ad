import CGStreamer
import Frames

/// Makes pictures one after the other, on one thread.
protocol FrameGenerator: AnyObject, Sendable {
    /// Frames a second, as numerator and denominator.
    var rate: (Int64, Int64) { get }
    /// How many there are; nil for no end.
    var frameCount: Int64? { get }
    /// Makes picture `index`; nil after the last.
    func frame(_ index: Int64) throws(MediaError) -> VideoFrame?
}

extension FrameGenerator {
    /// When picture `index` is due, in nanoseconds from the beginning.
    func time(_ index: Int64) -> Int64 {
        // In whole and rest, so that no rate and no length overflows.
        let (whole, rest) = (index * rate.1).quotientAndRemainder(dividingBy: rate.0)
        return whole * 1_000_000_000 + rest * 1_000_000_000 / rate.0
    }
}

/// A thread that asks a generator for pictures and pushes each when it is due.
final class GeneratorCore: PlayerCore, @unchecked Sendable {
    private let generator: any FrameGenerator
    private let isPaced: Bool
    private let output: CoreOutput
    private let pacer = Pacer()
    private var thread: UnsafeMutablePointer<GThread>?

    init(_ generator: any FrameGenerator, paced: Bool, output: CoreOutput) {
        self.generator = generator
        self.isPaced = paced
        self.output = output
    }

    func start() {
        var error: UnsafeMutablePointer<GError>?
        let thread = g_thread_try_new(
            "media",
            { argument in
                guard let argument else { return nil }
                Unmanaged<GeneratorCore>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(self).toOpaque(), &error)
        if thread == nil {
            Unmanaged.passUnretained(self).release()
            let why = error.flatMap { $0.pointee.message.map { String(cString: $0) } } ?? "unknown"
            g_clear_error(&error)
            output.emit(.failed(MediaError(.failed, "can't start a thread", why: why)))
        }
        self.thread = thread
    }

    func setPaused(_ isPaused: Bool) { pacer.setPaused(isPaused) }
    func seek(to position: Int64) { pacer.seek(to: position) }
    func setVolume(_ volume: Volume) {}
    func queryDuration() -> Int64? { generator.frameCount.map { generator.time($0) } }

    func stop() {
        pacer.stop()
        guard let thread else { return }
        self.thread = nil
        g_thread_join(thread)
    }

    private func run() {
        var index: Int64 = 0
        // When picture 0 was or would have been due.
        var base = Pacer.now()
        do {
            while let frame = try generator.frame(index) {
                wait: while true {
                    let due = isPaced ? base + generator.time(index) : 0
                    switch pacer.wait(until: due) {
                    case .stopped: return
                    case .resumed(let time): base += time
                    case .seek(let position):
                        index = max(0, min(position / max(1, generator.time(1)), (generator.frameCount ?? .max) - 1))
                        base = Pacer.now() - generator.time(index)
                        if let frame = try generator.frame(index) { output.push(frame) }
                        break wait
                    case .due:
                        // After a sleep of the machine it goes on from here instead of rushing through.
                        let late = Pacer.now() - due
                        if isPaced, late > 1_000_000_000 { base += late }
                        output.push(frame)
                        break wait
                    }
                }
                index += 1
            }
            // The last picture has its time too.
            while isPaced {
                switch pacer.wait(until: base + generator.time(index)) {
                case .stopped: return
                case .resumed(let time): base += time
                case .seek: continue
                case .due: return output.emit(.ended)
                }
            }
            output.emit(.ended)
        } catch {
            output.emit(.failed(error))
        }
    }
}
