import Frames
import Geometry
import Media
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct PatternTests {
    @Test("the counter counts every picture, also when unpaced", arguments: [MediaPlayer.Options.fast, .silent])
    func counter(_ options: MediaPlayer.Options) async throws {
        let recorder = try await Recorder.play("test:counter?size=160x90&fps=100&frames=50", options)
        #expect(recorder.allShots.map(\.number) == Array(0..<50))
        #expect(recorder.allShots.map(\.timestamp) == (0..<50).map { Int64($0) * 10_000_000 })
        #expect(recorder.allEvents == [.playing, .ended])
    }

    @Test("an even picture is no number")
    func evenIsNoNumber() {
        for value: UInt8 in [0, 16, 128, 235, 255] {
            #expect(CounterPattern.read(Size(64, 32)) { _ in value } == nil)
        }
    }

    @Test("solid is exactly the colour", arguments: [UInt32(0xff8800), 0x000000, 0x010203, 0xffffff])
    func solid(_ color: UInt32) async throws {
        let hex = String(color + 0x100_0000, radix: 16).dropFirst()
        let recorder = try await Recorder.play("test:solid?size=3x2&frames=1&color=\(hex)")
        let frame = try #require(recorder.lastFrame)
        #expect(frame.size == Size(3, 2))
        for pixel in 0..<6 {
            let at = frame.planes.0.base + pixel / 3 * frame.planes.0.stride + pixel % 3 * 4
            #expect(UInt32(at[2]) << 16 | UInt32(at[1]) << 8 | UInt32(at[0]) == color)
        }
    }

    @Test(
        "patterns move, or stand, at every size",
        arguments: ["clock", "noise", "bars"], [Size(1, 1), Size(2, 3), Size(101, 57), Size(320, 180)])
    func patterns(_ name: String, _ size: Size) async throws {
        let recorder = SumRecorder()
        let track = VideoTrack()
        track.add(recorder)
        let player = try MediaPlayer(
            try MediaSource("test:\(name)?size=\(size)&frames=4"), options: .fast, track: track
        ) { if $0 == .ended { recorder.isOver.withLock { $0 = true } } }
        player.play()
        #expect(await settle { recorder.isOver.withLock { $0 } })
        await player.stop()
        let sums = recorder.sums.withLock { $0 }
        #expect(sums.count == 4)
        if size.width > 100 { #expect(Set(sums).count == (name == "bars" ? 1 : 4)) }
    }

    @Test("pixel memory is used again: frames that are let go of come back")
    func pool() async throws {
        let recorder = SumRecorder()
        let track = VideoTrack()
        track.add(recorder)
        let source = try MediaSource("test:clock?size=320x180&frames=200")
        let player = try MediaPlayer(source, options: .fast, track: track) {
            if $0 == .ended { recorder.isOver.withLock { $0 = true } }
        }
        player.play()
        #expect(await settle { recorder.isOver.withLock { $0 } })
        await player.stop()
        // One that is shown and one that is drawn.
        #expect(recorder.places.withLock { $0.count } <= 2)
    }
}

/// Sums up the luma of each frame and notes where it lies.
final class SumRecorder: VideoRenderer {
    let sums = Lock<[UInt64]>([])
    let places = Lock<Set<Int>>([])
    let isOver = Lock(false)

    func render(_ frame: VideoFrame) {
        var sum: UInt64 = 0
        let plane = frame.planes.0
        for row in 0..<frame.size.height {
            for column in 0..<frame.size.width {
                sum = sum &* 31 &+ UInt64(plane.base[row * plane.stride + column])
            }
        }
        sums.withLock { $0.append(sum) }
        places.withLock { _ = $0.insert(Int(bitPattern: plane.base)) }
    }
}
