import Frames
import Geometry

/// Makes the pictures of `test:` sources. All are exact and the same in every run.
class PatternGenerator: FrameGenerator, @unchecked Sendable {
    let pattern: TestPattern
    let layout: I420Layout
    let pool: CanvasPool

    var rate: (Int64, Int64) { (Int64(pattern.rate), 1) }
    var frameCount: Int64? { pattern.frameLimit.map(Int64.init) }

    init(_ pattern: TestPattern) {
        self.pattern = pattern
        layout = I420Layout(pattern.size)
        pool = CanvasPool(bytes: layout.bytes)
    }

    static func make(_ pattern: TestPattern) -> PatternGenerator {
        switch pattern.kind {
        case .clock: ClockPattern(pattern)
        case .counter: CounterGenerator(pattern)
        case .solid: SolidPattern(pattern)
        case .bars: BarsPattern(pattern)
        case .noise: NoisePattern(pattern)
        }
    }

    final func frame(_ index: Int64) throws(MediaError) -> VideoFrame? {
        if let frameCount, index >= frameCount { return nil }
        let begin = time(index)
        return picture(index, timestamp: begin, duration: time(index + 1) - begin)
    }

    /// Overridden: picture `index`. Here a new pooled frame that `draw` has drawn.
    func picture(_ index: Int64, timestamp: Int64, duration: Int64) -> VideoFrame {
        let block = pool.take()
        draw(index, on: I420Canvas(layout: layout, base: block.base), block)
        return PooledFrame(block, of: pool, layout: layout, timestamp: timestamp, duration: duration)
    }

    /// Overridden by patterns that draw. `block` remembers what it holds from last time.
    func draw(_ index: Int64, on canvas: I420Canvas, _ block: CanvasPool.Block) {}

    /// A colour in the colour space that frames of this size have.
    final func yuv(_ rgb: UInt32) -> YUV {
        YUV(rgb: rgb, bt709: ColorSpace.unspecified(for: pattern.size).matrix == .bt709)
    }
}
