import Foundation
import Frames
import Geometry
import Media
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)), .serialized) struct LifecycleTests {
    private static let endless = "test:counter?size=64x48&fps=200"

    @Test("after stop there is no event and no picture") func stops() async throws {
        let recorder = Recorder()
        let player = try recorder.player(Self.endless)
        player.play()
        #expect(await settle { recorder.count >= 5 })
        await player.stop()
        let (count, events) = (recorder.count, recorder.allEvents)
        player.play()
        await player.stop()
        await player.stop()
        #expect(recorder.count == count)
        #expect(recorder.allEvents == events)
    }

    @Test("stop before play, and right after it", arguments: ["test:", "/dev/../etc/hostname"])
    func stopsEarly(_ source: String) async throws {
        let recorder = Recorder()
        let player = try recorder.player(source)
        await player.stop()
        let second = try recorder.player(source)
        second.play()
        await second.stop()
        #expect(recorder.allEvents.allSatisfy { $0 == .playing || $0 == .ended } || recorder.error != nil)
    }

    @Test("a player that is let go of ends") func letGo() async throws {
        let recorder = Recorder()
        weak var gone: VideoTrack?
        do {
            let track = VideoTrack()
            track.add(recorder)
            gone = track
            let player = try MediaPlayer(try MediaSource(Self.endless), track: track) { recorder.take($0) }
            player.play()
            #expect(await settle { recorder.count >= 2 })
        }
        // The player's thread is what keeps the track.
        for _ in 0..<2500 where gone != nil { try await Task.sleep(for: .milliseconds(2)) }
        #expect(gone == nil)
        #expect(!recorder.isOver)
    }

    @Test("pause holds the picture, play goes on without a gap in numbers") func pauses() async throws {
        let recorder = Recorder()
        let player = try recorder.player(Self.endless)
        #expect(player.isPaused)
        player.play()
        #expect(!player.isPaused)
        #expect(await settle { recorder.count >= 5 })
        player.pause()
        #expect(player.isPaused)
        player.play()
        #expect(await settle { recorder.count >= 20 })
        await player.stop()
        #expect(recorder.allShots.map(\.number) == Array(0..<recorder.count))
    }

    @Test("seeking goes to the place, in files and patterns") func seeks() async throws {
        try await Clips.with { clips in
            let film = try await clips.make("\(Clips.picture) -t 6 \(Clips.h264) -g 30 a.mp4")
            let raw = try await clips.make("\(Clips.picture) -t 6 -pix_fmt yuv420p a.y4m")
            for source in [film, raw, "test:counter?size=64x48&frames=180"] {
                let recorder = Recorder()
                let player = try recorder.player(source)
                player.play()
                #expect(await settle { recorder.allEvents.contains(.playing) })
                #expect(await settle { (player.duration ?? .zero) > .seconds(5) })
                player.seek(to: .seconds(4))
                #expect(
                    await settle {
                        recorder.allShots.contains { (3_900_000_000...4_100_000_000).contains($0.timestamp) }
                    })
                await player.stop()
                #expect(recorder.count < 90, "\(source) went the whole way")
                #expect(player.position >= .milliseconds(3900))
            }
        }
    }

    @Test("thirty players leave no thread and no file open") func leaks() async throws {
        try await Clips.with { clips in
            let film = try await clips.make("\(Clips.picture) \(Clips.sound) -t 1 \(Clips.h264) -c:a aac a.mp4")
            for source in [film, "test:clock?size=64x48"] {
                func cycle() async throws { _ = try await Recorder.play(source) { $0.count >= 2 } }
                for _ in 0..<5 { try await cycle() }
                let (threads, files) = (threadNames().count, openFiles())
                for _ in 0..<30 { try await cycle() }
                // Workers of Dispatch and GLib come and go; a leak would be one a player at least.
                #expect(await settle(10) { threadNames().count <= threads + 8 }, "\(threadNames())")
                #expect(await settle(10) { openFiles() <= files + 8 })
            }
        }
    }

    @Test("unpaced, every frame of a file reaches the track") func unpaced() async throws {
        try await Clips.with { clips in
            let film = try await clips.make("-f lavfi -i testsrc2=s=320x180:r=60 -t 5 \(Clips.h264) a.mp4")
            #expect(try await Recorder.play(film, .fast).count == 300)
        }
    }
}

/// The names of this process's threads.
func threadNames() -> [String] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.compactMap {
        try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// How many files this process has open.
func openFiles() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
