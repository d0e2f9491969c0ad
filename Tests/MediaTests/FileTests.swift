import Foundation
import Frames
import Geometry
import Media
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FileTests {
    @Test(
        "files of each kind play to their end, in their format and shape",
        arguments: [
            ("a.mp4", ["-c:v", "libx264", "-c:a", "aac"], PixelFormat.i420),
            ("a.webm", ["-c:v", "libvpx", "-c:a", "libvorbis"], .i420),
            ("a.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv420p10le"], .i420p10),
            ("a.y4m", ["-an"], .i420), ("a.ts", ["-c:v", "mpeg2video", "-c:a", "mp2"], .i420),
        ])
    func kinds(_ name: String, _ words: [String], _ format: PixelFormat) async throws {
        try await withFolder { folder in
            let path = folder + "/" + name
            try await makeClip(path, pictureAndTone + ["-t", "1"] + words)
            let watcher = try Watcher(path, paced: false)
            #expect(await watcher.ends())
            #expect(watcher.events.last == .ended, "\(watcher.events)")
            #expect((28...31).contains(watcher.track.frameCount), "\(watcher.track.frameCount)")
            #expect(watcher.layer.newest?.frame.format == format)
            #expect(watcher.track.displaySize == Size(320, 180))
            await watcher.player.stop()
        }
    }

    @Test("a rotated clip and one with oblong pixels tell their shape")
    func shapes() async throws {
        try await withFolder { folder in
            try await makeClip(folder + "/flat.mp4", pictureAndTone + ["-t", "1", "-c:v", "libx264"])
            try await makeClip(
                folder + "/turned.mp4", ["-i", folder + "/flat.mp4", "-c", "copy", "-metadata:s:v:0", "rotate=90"])
            try await makeClip(
                folder + "/oblong.mp4", pictureAndTone + ["-t", "1", "-vf", "setsar=2/1", "-c:v", "libx264"])
            let turned = try Watcher(folder + "/turned.mp4", paced: false)
            #expect(await turned.ends())
            #expect(turned.track.displaySize == Size(180, 320))
            let oblong = try Watcher(folder + "/oblong.mp4", paced: false)
            #expect(await oblong.ends())
            #expect(oblong.track.displaySize == Size(640, 180))
            await turned.player.stop()
            await oblong.player.stop()
        }
    }

    @Test("a paced clip takes its time, by its own clock: no frame is lost")
    func paced() async throws {
        try await withFolder { folder in
            try await makeClip(folder + "/a.mp4", pictureAndTone + ["-t", "1", "-c:v", "libx264"])
            let watcher = try Watcher(folder + "/a.mp4")
            #expect(await watcher.ends())
            #expect((28...30).contains(watcher.track.frameCount), "\(watcher.track.frameCount)")
            await watcher.player.stop()
        }
    }

    @Test("pause holds the picture, play goes on, stop is the end of all news")
    func pause() async throws {
        let watcher = try Watcher("test:counter?size=320x180&fps=60")
        #expect(await watcher.plays(5))
        watcher.player.pause()
        let before = await Self.settled(watcher)
        #expect(await !settle(0.3) { watcher.track.frameCount > before })
        watcher.player.play()
        #expect(await watcher.plays(before + 5))
        await watcher.player.stop()
        let after = watcher.track.frameCount
        #expect(await !settle(0.2) { watcher.track.frameCount > after })
        await watcher.player.stop()
    }

    private static func settled(_ watcher: Watcher) async -> UInt64 {
        var last = watcher.track.frameCount
        while await settle(0.1, { watcher.track.frameCount != last }) { last = watcher.track.frameCount }
        return last
    }

    @Test("the counter pattern is read back from the picture, frame by frame")
    func counter() async throws {
        let watcher = try Watcher("test:counter?size=640x360&frames=40", paced: false)
        #expect(await watcher.ends())
        let frame = try #require(watcher.layer.newest?.frame)
        let plane = frame.planes.0
        let number = CounterPattern.read(in: frame.size) { Int(plane.base[$0.y * plane.stride + $0.x]) }
        #expect(number == 39)
        #expect(frame.timestamp == 1_300_000_000)
        await watcher.player.stop()
    }

    @Test("thirty players started and stopped leave no thread and no descriptor")
    func nothingLeft() async throws {
        try await withFolder { folder in
            try await makeClip(folder + "/a.mp4", pictureAndTone + ["-t", "1", "-c:v", "libx264"])
            func count(_ what: String) -> Int {
                (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(what)"))?.count ?? 0
            }
            func cycle() async throws {
                let watcher = try Watcher(folder + "/a.mp4")
                #expect(await watcher.plays(1))
                await watcher.player.stop()
            }
            for _ in 0..<5 { try await cycle() }
            let threads = count("task")
            for _ in 0..<30 { try await cycle() }
            // Other tests run beside this one: far fewer than one a cycle.
            #expect(await settle { count("task") < threads + 25 })
        }
    }

    @Test("without a sound server a clip plays on, with one warning")
    func noSoundServer() async throws {
        try await withFolder { folder in
            try await makeClip(folder + "/a.mp4", pictureAndTone + ["-t", "1", "-c:v", "libx264", "-c:a", "aac"])
            let watcher = try Watcher(folder + "/a.mp4", audio: true)
            #expect(await watcher.ends())
            #expect(watcher.events.last == .ended)
            let warnings = watcher.events.filter { if case .warning = $0 { true } else { false } }
            #expect(warnings.count <= 1)
            await watcher.player.stop()
        }
    }
}
