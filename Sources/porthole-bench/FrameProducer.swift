import Foundation
import PortholeKit

/// Feeds a layer with grey pictures, none of them near black, from a thread of its own.
final class FrameProducer: Sendable {
    private let isOver = Lock(false)

    /// Begins at once.
    init(_ layer: DisplayLayer, size: Size, fps: Double) {
        let thread = Thread { [self] in
            let frames = (0..<16).map { BenchFrame(size, luma: UInt8(96 + 8 * $0)) }
            var (pace, index) = (Pace(fps: fps), 0)
            while !isOver.withLock({ $0 }) {
                layer.enqueue(frames[index % frames.count])
                index += 1
                pace.advance()
                pace.sleep()
            }
        }
        thread.name = "frames"
        thread.start()
    }

    /// Ends it after the next picture.
    func stop() { isOver.withLock { $0 = true } }
}
