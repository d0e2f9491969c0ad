import Geometry
import Testing

@testable import Frames

@Suite(.timeLimit(.minutes(10))) struct PoolTests {
    private func take(_ pool: FramePool, _ size: Size = Size(16, 9)) -> MemoryFrame { pool.take(size: size) { _ in } }

    @Test func memoryComesBackWithTheLastReference() {
        let pool = FramePool()
        var first: MemoryFrame? = take(pool)
        let place = first?.planes.0.base
        #expect(pool.waitingCount == 0)
        first = nil
        #expect(pool.waitingCount == 1)
        let second = take(pool)
        #expect(second.planes.0.base == place)
        #expect(pool.allocatedCount == 1)
    }

    @Test func aRunningProducerAllocatesNothing() {
        let pool = FramePool()
        let layer = DisplayLayer()
        for _ in 0..<4 { layer.enqueue(take(pool)) }
        let allocated = pool.allocatedCount
        for _ in 0..<1000 { layer.enqueue(take(pool)) }
        #expect(pool.allocatedCount == allocated)
        #expect(allocated <= 2)
    }

    @Test func aPoolNeverKeepsMoreThanItsLimit() {
        let pool = FramePool(limit: 2)
        for _ in 0..<10 {
            let many = (0..<8).map { _ in take(pool) }
            #expect(many.count == 8)
        }
        #expect(pool.waitingCount == 2)
        let none = FramePool(limit: 0)
        for _ in 0..<3 { _ = take(none) }
        #expect(none.waitingCount == 0)
    }

    @Test("a new size frees the old one's memory")
    func sizesChange() {
        let pool = FramePool()
        let late = take(pool)
        _ = take(pool)
        _ = take(pool, Size(32, 18))
        #expect(pool.waitingCount == 1)
        withExtendedLifetime(late) {}
        for side in 1...50 { _ = take(pool, Size(side, side)) }
        #expect(pool.waitingCount == 1)
    }

    @Test func aPictureThatFailsToBeDrawnGivesItsMemoryBack() {
        struct Failure: Error {}
        let pool = FramePool()
        #expect(throws: Failure.self) { try pool.take(size: Size(4, 4)) { _ in throw Failure() } }
        #expect(pool.waitingCount == 1)
    }

    @Test(arguments: PixelFormat.allCases)
    func planesAreAsLargeAsTheFormatWants(_ format: PixelFormat) {
        for size in [Size(1, 1), Size(3, 5), Size(64, 2)] {
            let frame = FramePool().take(size: size, format: format) { plane, base, stride, area in
                #expect(area == (plane == 0 ? size : Size((size.width + 1) / 2, (size.height + 1) / 2)))
                for byte in 0..<stride * area.height { base[byte] = 0x80 }
            }
            let picture = Picture.converted(frame, to: size)
            #expect(picture.isMarginIntact)
        }
    }

    @Test func framesGoOnAnyThread() async {
        let pool = FramePool()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<200 { _ = pool.take(size: Size(8, 8)) { $0.base[0] = 1 } } }
            }
        }
        #expect(pool.waitingCount <= 3)
        #expect(pool.allocatedCount >= 1)
    }
}
