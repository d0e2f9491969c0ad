import Frames
import Geometry

/// Draws the pictures of a `test:` source.
enum PatternGenerator {
    /// The generator of a pattern.
    static func make(_ pattern: TestPattern) -> any FrameGenerator {
        switch pattern.kind {
        case .solid: StillGenerator(pattern, color: pattern.color)
        case .bars: StillGenerator(pattern, color: nil)
        case .noise: DrawnGenerator(pattern, paint: .init(background: { _ in }, change: NoiseScene.draw))
        case .counter:
            DrawnGenerator(pattern, paint: .init(background: CounterScene.background, change: CounterScene.draw))
        case .clock: DrawnGenerator(pattern, paint: .init(background: ClockScene.background, change: ClockScene.draw))
        }
    }
}

/// One picture, in memory once, shown again and again: a colour, exact to the bit, or bars.
final class StillGenerator: FrameGenerator, @unchecked Sendable {
    let rate: (Int64, Int64)
    let frameCount: Int64?
    private let block: PicturePool.Block
    private let pool: PicturePool
    private let size: Size

    init(_ pattern: TestPattern, color: UInt32?) {
        rate = (Int64(pattern.rate), 1)
        frameCount = pattern.frameLimit.map(Int64.init)
        size = pattern.size
        pool = PicturePool(bytes: size.area * 4)
        block = pool.take()
        let target = PixelTarget(base: block.base, stride: size.width * 4, size: size)
        // EBU bars: white, yellow, cyan, green, magenta, red, blue, black at 75 %.
        let bars: [UInt32] = [0xbfbfbf, 0xbfbf00, 0x00bfbf, 0x00bf00, 0xbf00bf, 0xbf0000, 0x0000bf, 0x000000]
        for (index, bar) in (color.map { [$0] } ?? bars).enumerated() {
            let count = color == nil ? bars.count : 1
            let left = size.width * index / count
            let right = size.width * (index + 1) / count
            target.fill(Rect(x: left, y: 0, width: right - left, height: size.height), with: bar)
        }
    }

    func frame(_ index: Int64) throws(MediaError) -> VideoFrame? {
        if let frameCount, index >= frameCount { return nil }
        let begin = time(index)
        return StillFrame(block, size: size, timestamp: begin, duration: time(index + 1) - begin)
    }

    private final class StillFrame: VideoFrame, @unchecked Sendable {
        private let block: PicturePool.Block

        init(_ block: PicturePool.Block, size: Size, timestamp: Int64, duration: Int64) {
            self.block = block
            super.init(
                size: size, format: .bgrx,
                planes: (Plane(base: UnsafePointer(block.base), stride: size.width * 4), nil, nil),
                timestamp: timestamp, duration: duration)
        }
    }
}

/// Pictures that change: a background made once, and what each frame draws over a copy of it, in pooled memory.
final class DrawnGenerator: FrameGenerator, @unchecked Sendable {
    /// What is drawn.
    struct Paint {
        /// Once.
        let background: (I420Painter) -> Void
        /// Over the background, for a frame by its number and time in nanoseconds.
        let change: (I420Painter, Int64, Int64) -> Void
    }

    let rate: (Int64, Int64)
    let frameCount: Int64?
    private let paint: Paint
    private let pool: PicturePool
    private let layout: I420Layout
    private let template: PicturePool.Block

    init(_ pattern: TestPattern, paint: Paint) {
        rate = (Int64(pattern.rate), 1)
        frameCount = pattern.frameLimit.map(Int64.init)
        self.paint = paint
        layout = I420Layout(pattern.size)
        pool = PicturePool(bytes: layout.bytes)
        template = PicturePool.Block(layout.bytes)
        template.base.initialize(repeating: 16, count: layout.uOffset)
        (template.base + layout.uOffset).initialize(repeating: 128, count: layout.bytes - layout.uOffset)
        paint.background(I420Painter(template.base, layout))
    }

    func frame(_ index: Int64) throws(MediaError) -> VideoFrame? {
        if let frameCount, index >= frameCount { return nil }
        let block = pool.take()
        block.base.update(from: template.base, count: layout.bytes)
        let begin = time(index)
        paint.change(I420Painter(block.base, layout), index, begin)
        return PooledFrame(
            block, of: pool, layout: layout, color: ColorSpace(.bt709, .limited), timestamp: begin,
            duration: time(index + 1) - begin)
    }
}
