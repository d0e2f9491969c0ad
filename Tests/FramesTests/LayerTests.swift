import Geometry
import Glibc
import Testing

@testable import Frames

/// Counts how often it was told.
private final class CountingHost: LayerHost {
    private let count = Lock(0)
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void = {}) { self.action = action }

    var told: Int { count.withLock { $0 } }

    func layerDidChange() {
        count.withLock { $0 += 1 }
        action()
    }
}

/// A presenter's shape: told of frames, it only wakes its own thread, which takes its time over each.
private final class SlowHost: LayerHost, @unchecked Sendable {
    private let layer: DisplayLayer
    private let wake = Semaphore()
    private let goOn = Semaphore()
    private let isDone = Lock(false)
    private let sequences = Lock<[UInt64]>([])
    private var thread = pthread_t()

    init(_ layer: DisplayLayer) {
        self.layer = layer
        let me = Unmanaged.passRetained(self).toOpaque()
        pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<SlowHost>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, me)
    }

    var shown: [UInt64] { sequences.withLock { $0 } }

    func layerDidChange() { wake.signal() }

    /// Lets the host finish the frame it is at.
    func release() { goOn.signal() }

    func stop() {
        isDone.withLock { $0 = true }
        wake.signal()
        goOn.signal()
        pthread_join(thread, nil)
    }

    private func run() {
        while true {
            wake.wait()
            if isDone.withLock({ $0 }) { return }
            guard let newest = layer.newest, newest.sequence != shown.last else { continue }
            sequences.withLock { $0.append(newest.sequence) }
            goOn.wait()
        }
    }
}

/// A counting semaphore that the thread sanitiser understands.
private final class Semaphore: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func signal() { sem_post(semaphore) }
    func wait() { while sem_wait(semaphore) != 0 {} }
}

@Suite(.timeLimit(.minutes(10))) struct LayerTests {
    private func frame(_ timestamp: Int64 = 0) -> VideoFrame {
        MemoryFrame(solid: 0x336699, size: Size(4, 4), timestamp: timestamp)
    }

    @Test func theNewestFrameWins() {
        let layer = DisplayLayer()
        #expect(layer.status == .unknown && layer.newest == nil)
        for timestamp in 1...5 { layer.enqueue(frame(Int64(timestamp))) }
        #expect(layer.newest?.presentationTime == 5)
        #expect(layer.newest?.sequence == 5)
        #expect(layer.enqueuedCount == 5)
        #expect(layer.status == .rendering)
    }

    @Test func aHostIsToldOnceAFrameAndOfWhatIsThereAlready() {
        let layer = DisplayLayer(), host = CountingHost(), late = CountingHost()
        layer.add(host)
        layer.add(host)
        #expect(layer.hostCount == 1 && host.told == 0)
        layer.enqueue(frame())
        layer.enqueue(frame())
        #expect(host.told == 2)
        layer.add(late)
        #expect(late.told == 1)
        layer.remove(host)
        layer.enqueue(frame())
        #expect(host.told == 2 && late.told == 2)
    }

    @Test("a host that looks at the layer when told does not hang: it is told outside the lock")
    func hostsAreToldOutsideTheLock() {
        let layer = DisplayLayer()
        let seen = Lock<[UInt64]>([])
        let host = CountingHost { [weak layer] in
            guard let layer else { return }
            // Each of these takes the layer's lock.
            let sequence = layer.newest?.sequence ?? 0
            seen.withLock { $0.append(sequence) }
            if sequence == 1 { layer.flush() }
        }
        layer.add(host)
        layer.enqueue(frame())
        layer.enqueue(frame())
        #expect(seen.withLock { $0 } == [1, 0, 2])
    }

    @Test("a failed layer goes on with the next frame (B7)")
    func aFailedLayerGoesOn() {
        let layer = DisplayLayer(), host = CountingHost()
        layer.add(host)
        layer.enqueue(frame(1))
        layer.fail("injected")
        #expect(layer.status == .failed("injected"))
        #expect(layer.newest == nil)
        #expect(host.told == 2)
        layer.enqueue(frame(2))
        #expect(layer.status == .rendering)
        #expect(layer.newest?.presentationTime == 2)
        #expect(layer.newest?.sequence == 2)
        #expect(host.told == 3)
    }

    @Test func flushForgetsThePictureAndTellsTheHosts() {
        let layer = DisplayLayer(), host = CountingHost()
        layer.enqueue(frame())
        layer.add(host)
        layer.flush()
        #expect(layer.newest == nil && layer.status == .unknown)
        #expect(host.told == 2)
    }

    @Test func aReplacedFrameIsReleased() {
        let layer = DisplayLayer()
        weak var first: VideoFrame?
        do {
            let frame = frame()
            first = frame
            layer.enqueue(frame)
        }
        #expect(first != nil)
        layer.enqueue(frame())
        #expect(first == nil)
        weak let second = layer.newest?.frame
        #expect(second != nil)
        layer.flush()
        #expect(second == nil)
    }

    @Test("a slow host drops frames and holds nobody up (B1)")
    func aSlowHostBlocksNobody() {
        let layer = DisplayLayer(), quick = CountingHost()
        let slow = SlowHost(layer)
        layer.add(slow)
        layer.add(quick)
        layer.enqueue(frame())
        while slow.shown.isEmpty { sched_yield() }
        // The slow host is stuck in its first frame: were it waited for, this loop would not end.
        for _ in 0..<100 { layer.enqueue(frame()) }
        #expect(quick.told == 101)
        #expect(slow.shown == [1])
        slow.release()
        while slow.shown.count < 2 { sched_yield() }
        #expect(slow.shown == [1, 101])
        layer.remove(slow)
        slow.stop()
    }

    @Test func producersAndHostsAtOnce() async {
        let layer = DisplayLayer()
        let hosts = (0..<4).map { _ in CountingHost { [weak layer] in _ = layer?.newest?.frame.size } }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    for step in 0..<500 {
                        layer.enqueue(MemoryFrame(solid: 0, size: Size(2, 2), timestamp: Int64(step)))
                    }
                }
            }
            for host in hosts {
                group.addTask {
                    for _ in 0..<200 {
                        layer.add(host)
                        layer.remove(host)
                    }
                }
            }
            group.addTask { for _ in 0..<100 { layer.flush() } }
        }
        #expect(layer.enqueuedCount == 1000)
        #expect(layer.hostCount == 0)
    }
}
