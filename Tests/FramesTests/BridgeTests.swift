import Geometry
import Testing

@testable import Frames

private final class CountingRenderer: VideoRenderer {
    private let stamps = Lock<[Int64]>([])
    var seen: [Int64] { stamps.withLock { $0 } }
    func render(_ frame: VideoFrame) { stamps.withLock { $0.append(frame.timestamp) } }
}

@Suite(.timeLimit(.minutes(10))) struct BridgeTests {
    private func frame(_ timestamp: Int64 = 0, _ size: Size = Size(4, 4)) -> VideoFrame {
        MemoryFrame(solid: 0x336699, size: size, timestamp: timestamp)
    }

    @Test func aTrackHandsEachFrameToEachRendererOnceAndInOrder() {
        let track = VideoTrack(), one = CountingRenderer(), two = CountingRenderer()
        track.push(frame(1))
        track.add(one)
        track.add(one)
        track.push(frame(2))
        track.add(two)
        track.push(frame(3))
        track.remove(one)
        track.push(frame(4))
        #expect(one.seen == [2, 3])
        #expect(two.seen == [3, 4])
        #expect(track.frameCount == 4)
    }

    @Test func aTrackKnowsTheShapeOfItsNewestFrame() {
        let track = VideoTrack()
        #expect(track.displaySize == .zero)
        track.push(frame(1, Size(64, 48)))
        #expect(track.displaySize == Size(64, 48))
        track.push(MemoryFrame(solid: 0, size: Size(64, 48), orientation: Orientation(.clockwise90)))
        #expect(track.displaySize == Size(48, 64))
    }

    @Test("two bridges on two tracks know nothing of each other (B2)")
    func twoBridgesAreIndependent() {
        let (call, live) = (VideoTrack(), VideoTrack())
        let (one, two) = (FrameBridge(), FrameBridge())
        one.attach(to: call)
        two.attach(to: live)
        call.push(frame(1))
        live.push(frame(10))
        live.push(frame(11))
        #expect(one.layer.newest?.presentationTime == 1 && one.layer.enqueuedCount == 1)
        #expect(two.layer.newest?.presentationTime == 11 && two.layer.enqueuedCount == 2)
        one.layer.fail("injected")
        one.detach()
        call.push(frame(2))
        live.push(frame(12))
        #expect(one.layer.newest == nil)
        #expect(two.layer.newest?.presentationTime == 12 && two.layer.status == .rendering)
    }

    @Test("a bridge on another track takes no more frames from the first")
    func attachingElsewhere() {
        let (first, second) = (VideoTrack(), VideoTrack())
        let bridge = FrameBridge()
        bridge.attach(to: first)
        bridge.attach(to: first)
        first.push(frame(1))
        #expect(bridge.layer.enqueuedCount == 1)
        bridge.attach(to: second)
        first.push(frame(2))
        #expect(bridge.layer.newest?.presentationTime == 1)
        second.push(frame(3))
        #expect(bridge.layer.newest?.presentationTime == 3)
        bridge.attach(to: first)
        second.push(frame(4))
        #expect(bridge.layer.newest?.presentationTime == 3)
        first.push(frame(5))
        #expect(bridge.layer.newest?.presentationTime == 5)
    }

    @Test func detachingKeepsTheLastPicture() {
        let track = VideoTrack(), bridge = FrameBridge()
        bridge.attach(to: track)
        track.push(frame(1))
        bridge.detach()
        bridge.detach()
        track.push(frame(2))
        #expect(bridge.layer.newest?.presentationTime == 1)
    }

    @Test("one track shows in two layers without a copy (B1)")
    func oneTrackTwoBridges() {
        let track = VideoTrack(), one = FrameBridge(), two = FrameBridge()
        one.attach(to: track)
        two.attach(to: track)
        let pushed = frame(1)
        track.push(pushed)
        #expect(one.layer.newest?.frame === pushed)
        #expect(two.layer.newest?.frame === pushed)
    }

    @Test func nobodyHoldsAFrameThatWasReplaced() {
        let track = VideoTrack(), bridge = FrameBridge()
        bridge.attach(to: track)
        weak var old: VideoFrame?
        do {
            let first = frame(1)
            old = first
            track.push(first)
        }
        #expect(old != nil)
        track.push(frame(2))
        #expect(old == nil)
    }

    @Test("a session that ends without detaching leaks neither bridge nor track")
    func nothingIsHeldInACircle() {
        weak var bridge: FrameBridge?
        weak var track: VideoTrack?
        do {
            let (one, other) = (FrameBridge(), VideoTrack())
            one.attach(to: other)
            other.push(frame(1))
            (bridge, track) = (one, other)
        }
        #expect(track == nil)
        #expect(bridge == nil)
    }

    @Test func tracksComeAndGoWhileFramesFlow() async {
        let tracks = [VideoTrack(), VideoTrack()]
        let bridge = FrameBridge()
        await withTaskGroup(of: Void.self) { group in
            for track in tracks {
                group.addTask {
                    for step in 0..<500 { track.push(MemoryFrame(solid: 0, size: Size(2, 2), timestamp: Int64(step))) }
                }
            }
            group.addTask {
                for step in 0..<300 { bridge.attach(to: tracks[step % 2]) }
                bridge.detach()
            }
            group.addTask { for _ in 0..<300 { _ = bridge.layer.newest?.frame.planes.0.base.pointee } }
        }
        let count = bridge.layer.enqueuedCount
        for track in tracks { track.push(frame()) }
        #expect(bridge.layer.enqueuedCount == count)
    }
}
