import Frames
import Geometry
import Testing

/// A surface that counts.
private final class CountingHost: LayerHost {
    let count = Lock(0)
    let onChange: @Sendable () -> Void

    init(_ onChange: @escaping @Sendable () -> Void = {}) { self.onChange = onChange }

    func layerDidChange() {
        count.withLock { $0 += 1 }
        onChange()
    }
    var changes: Int { count.withLock { $0 } }
}

private func frame(_ size: Size = Size(4, 4), at timestamp: Int64 = 0, aspect: Ratio = .one) -> VideoFrame {
    final class Owned: VideoFrame, @unchecked Sendable {
        private let memory: UnsafeMutablePointer<UInt8>

        init(_ size: Size, _ timestamp: Int64, _ aspect: Ratio) {
            memory = .allocate(capacity: size.area * 4)
            memory.initialize(repeating: 0, count: size.area * 4)
            super.init(
                size: size, format: .bgrx, planes: (Plane(base: memory, stride: size.width * 4), nil, nil),
                pixelAspect: aspect, timestamp: timestamp)
        }
        deinit { memory.deallocate() }
    }
    return Owned(size, timestamp, aspect)
}

@Suite(.timeLimit(.minutes(5))) struct BridgeTests {
    @Test("B1: the newest frame wins, and a host sees by the count what it missed")
    func newestWins() {
        let (track, bridge, host) = (VideoTrack(), FrameBridge(), CountingHost())
        bridge.attach(to: track)
        bridge.layer.add(host)
        for index in 1...5 { track.push(frame(at: Int64(index))) }
        #expect(bridge.layer.newest?.presentationTime == 5)
        #expect(bridge.layer.newest?.sequence == 5)
        #expect(host.changes == 5)
        #expect(track.frameCount == 5)
    }

    @Test("B1: two hosts of one layer; one that is taken away is told no more, and the other goes on")
    func twoHosts() {
        let (layer, one, other) = (DisplayLayer(), CountingHost(), CountingHost())
        layer.add(one)
        layer.add(one)
        layer.add(other)
        layer.enqueue(frame())
        layer.remove(one)
        layer.enqueue(frame())
        #expect(one.changes == 1)
        #expect(other.changes == 2)
        #expect(layer.hostCount == 1)
    }

    @Test("a host that comes late is told of the picture that is there")
    func lateHost() {
        let (layer, host) = (DisplayLayer(), CountingHost())
        layer.enqueue(frame())
        layer.add(host)
        #expect(host.changes == 1)
    }

    @Test("a host may take itself away, and ask the layer, while it is told")
    func reentrantHost() {
        let layer = DisplayLayer()
        let box = Lock<CountingHost?>(nil)
        let host = CountingHost {
            _ = layer.newest
            if let host = box.withLock({ $0 }) { layer.remove(host) }
        }
        box.withLock { $0 = host }
        layer.add(host)
        layer.enqueue(frame())
        layer.enqueue(frame())
        #expect(host.changes == 1)
    }

    @Test("B2: two bridges on two tracks never see each other's frames")
    func twoBridges() {
        let (callTrack, liveTrack) = (VideoTrack(), VideoTrack())
        let (call, live) = (FrameBridge(), FrameBridge())
        call.attach(to: callTrack)
        live.attach(to: liveTrack)
        callTrack.push(frame(at: 1))
        liveTrack.push(frame(at: 2))
        call.detach()
        callTrack.push(frame(at: 3))
        liveTrack.push(frame(at: 4))
        #expect(call.layer.newest?.presentationTime == 1)
        #expect(live.layer.newest?.presentationTime == 4)
        #expect(live.layer.enqueuedCount == 2)
    }

    @Test("a bridge on another track takes nothing more from the first")
    func reattached() {
        let (first, second, bridge) = (VideoTrack(), VideoTrack(), FrameBridge())
        bridge.attach(to: first)
        bridge.attach(to: first)
        first.push(frame(at: 1))
        bridge.attach(to: second)
        first.push(frame(at: 2))
        #expect(bridge.layer.newest?.presentationTime == 1)
        #expect(bridge.layer.enqueuedCount == 1)
        second.push(frame(at: 3))
        #expect(bridge.layer.newest?.presentationTime == 3)
    }

    @Test("B7: a failed layer is flushed and goes on with the next frame")
    func failedLayer() {
        let (layer, host) = (DisplayLayer(), CountingHost())
        layer.add(host)
        #expect(layer.status == .unknown)
        layer.enqueue(frame())
        #expect(layer.status == .rendering)
        layer.fail("the picture could not be read")
        #expect(layer.status == .failed("the picture could not be read"))
        #expect(layer.newest == nil)
        layer.enqueue(frame())
        #expect(layer.status == .rendering)
        #expect(layer.newest?.sequence == 2)
        layer.flush()
        #expect(layer.status == .unknown)
        #expect(layer.newest == nil)
        #expect(host.changes == 4)
    }

    @Test("a replaced frame is released at once, and the last one with its layer")
    func released() {
        weak var first: VideoFrame?
        weak var second: VideoFrame?
        do {
            let layer = DisplayLayer()
            do {
                let one = frame()
                first = one
                layer.enqueue(one)
            }
            #expect(first != nil)
            do {
                let two = frame()
                second = two
                layer.enqueue(two)
            }
            #expect(first == nil)
            #expect(second != nil)
        }
        #expect(second == nil)
    }

    @Test("the shape is told when it changes and only then, by display size")
    func sizeObserver() {
        let layer = DisplayLayer()
        let sizes = Lock<[Size]>([])
        let observer = DisplaySizeObserver(layer) { size in sizes.withLock { $0.append(size) } }
        layer.enqueue(frame(Size(4, 4)))
        layer.enqueue(frame(Size(4, 4)))
        layer.enqueue(frame(Size(4, 4), aspect: Ratio(2, 1)))
        layer.enqueue(frame(Size(2, 8)))
        observer.stop()
        layer.enqueue(frame(Size(9, 9)))
        #expect(sizes.withLock { $0 } == [Size(4, 4), Size(8, 4), Size(2, 8)])
    }

    @Test("frames from one thread while hosts come and go on others")
    func concurrent() async {
        let (track, bridge) = (VideoTrack(), FrameBridge())
        bridge.attach(to: track)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for index in 0..<2000 { track.push(frame(at: Int64(index))) } }
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<300 {
                        let host = CountingHost { _ = bridge.layer.newest?.frame.size }
                        bridge.layer.add(host)
                        bridge.layer.remove(host)
                    }
                }
            }
        }
        #expect(bridge.layer.enqueuedCount == 2000)
        #expect(bridge.layer.hostCount == 0)
    }

    @Test(
        "pixel aspect and rotation give the shape as it is seen",
        arguments: [
            (Size(720, 576), Ratio(64, 45), Orientation.upright, Size(1024, 576)),
            (Size(1440, 1080), Ratio(4, 3), .upright, Size(1920, 1080)),
            (Size(720, 480), Ratio(8, 9), .upright, Size(720, 540)),
            (Size(720, 576), Ratio(64, 45), Orientation(.clockwise90), Size(576, 1024)),
            (Size(640, 360), Ratio(0, 1), Orientation(.half, mirrored: true), Size(640, 360)),
            (Size(1, 1), Ratio(1, 1000), .upright, Size(1, 1000)),
        ])
    func displaySize(_ size: Size, _ aspect: Ratio, _ orientation: Orientation, _ expected: Size) {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
        defer { memory.deallocate() }
        let plane = Plane(base: memory, stride: size.width * 4)
        let frame = VideoFrame(
            size: size, format: .bgrx, planes: (plane, nil, nil), pixelAspect: aspect, orientation: orientation)
        #expect(frame.displaySize == expected)
    }
}
