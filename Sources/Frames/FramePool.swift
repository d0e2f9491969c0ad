public import Geometry

/// Frame memory that is used again: for producers that draw (views, windows, test patterns). Any thread.
///
/// A frame's memory comes back when the last reference to the frame goes. At most `limit` pieces wait; what comes back
/// beyond that, or for another size than was last asked for, is freed.
public final class FramePool: Sendable {
    private struct State {
        var waiting: [FrameMemory] = []
        var size = Size.zero
        var format = PixelFormat.bgrx
        var allocated = 0
    }
    private let state = Lock(State())
    private let limit: Int

    /// A pool that keeps at most `limit` pieces of memory for later.
    ///
    /// One piece is usually shown and one waits to be: three are enough for one producer.
    public init(limit: Int = 3) {
        precondition(limit >= 0, "a pool can't keep less than nothing")
        self.limit = limit
    }

    /// How many pieces wait to be used again.
    public var waitingCount: Int { state.withLock { $0.waiting.count } }
    /// How many pieces were ever allocated: constant once running.
    public var allocatedCount: Int { state.withLock { $0.allocated } }

    /// A frame of any format whose planes `fill` writes, as `MemoryFrame.init(size:format:fill:)` gives them; only
    /// that the bytes may be those of an older picture. Its memory comes back when its last reference goes.
    ///
    /// Asking for another size or format frees what waits. What `fill` throws is passed on, and the memory kept.
    public func take(
        size: Size, format: PixelFormat, color: ColorSpace? = nil, pixelAspect: Ratio = .one,
        orientation: Orientation = .upright, timestamp: Int64 = 0, duration: Int64? = nil,
        fill: (_ plane: Int, _ base: UnsafeMutablePointer<UInt8>, _ stride: Int, _ size: Size) throws -> Void
    ) rethrows -> MemoryFrame {
        let memory = memory(size, format)
        do {
            try memory.fill(fill)
        } catch {
            giveBack(memory)
            throw error
        }
        // Strong: memory on its way back needs a pool to come back to, and a pool holds no frames.
        return MemoryFrame(
            memory, color: color, pixelAspect: pixelAspect, orientation: orientation, timestamp: timestamp,
            duration: duration, giveBack: { self.giveBack($0) })
    }

    /// A BGRX frame, or BGRA if not `isOpaque`, that `draw` fills: all of it, for it may hold an older picture.
    public func take(
        size: Size, isOpaque: Bool = true, pixelAspect: Ratio = .one, orientation: Orientation = .upright,
        timestamp: Int64 = 0, duration: Int64? = nil, draw: (PixelTarget) throws -> Void
    ) rethrows -> MemoryFrame {
        try take(
            size: size, format: isOpaque ? .bgrx : .bgra, pixelAspect: pixelAspect, orientation: orientation,
            timestamp: timestamp, duration: duration
        ) { _, base, stride, size in
            try draw(PixelTarget(base: base, stride: stride, size: size))
        }
    }

    private func memory(_ size: Size, _ format: PixelFormat) -> FrameMemory {
        let (memory, stale) = state.withLock { state -> (FrameMemory?, [FrameMemory]) in
            var stale: [FrameMemory] = []
            if state.size != size || state.format != format {
                swap(&stale, &state.waiting)
                state.size = size
                state.format = format
            }
            let memory = state.waiting.popLast()
            if memory == nil { state.allocated += 1 }
            return (memory, stale)
        }
        withExtendedLifetime(stale) {}
        return memory ?? FrameMemory(size: size, format: format)
    }

    /// Takes memory back. Frames go on any thread.
    private func giveBack(_ memory: FrameMemory) {
        state.withLock { state in
            if state.waiting.count < limit, memory.size == state.size, memory.format == state.format {
                state.waiting.append(memory)
            }
        }
    }
}
