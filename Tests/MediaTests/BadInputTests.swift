import Foundation
import Geometry
import Media
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)), .serialized) struct BadInputTests {
    /// Plays what must fail, and returns how.
    private func failure(
        _ source: String, _ options: MediaPlayer.Options = .silent, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> MediaError {
        do {
            let recorder = try await Recorder.play(source, options)
            let error = try #require(recorder.error, "\(recorder.allEvents)", sourceLocation: sourceLocation)
            #expect(recorder.allEvents.last == .failed(error), sourceLocation: sourceLocation)
            check(error, sourceLocation)
            return error
        } catch let error as MediaError {
            check(error, sourceLocation)
            return error
        }
    }

    private func check(_ error: MediaError, _ sourceLocation: SourceLocation) {
        #expect(!error.description.contains("\n"), sourceLocation: sourceLocation)
        #expect(!error.description.lowercased().contains("internal data"), sourceLocation: sourceLocation)
        #expect(!error.remedy.isEmpty, "\(error)", sourceLocation: sourceLocation)
    }

    @Test("no such file") func missing() async throws {
        #expect(try await failure("/no/such/clip.mp4").code == .noSuchFile)
        #expect(try await failure("file:///no/such/clip.mp4").code == .noSuchFile)
    }

    @Test("a folder, a device") func folder() async throws {
        #expect(try await failure("/tmp").why == "it is a folder")
        #expect(try await failure("/dev/null").code == .unsupported)
    }

    @Test("a file that may not be read", .enabled(if: geteuid() != 0, "root may read everything"))
    func permission() async throws {
        try await Clips.with { clips in
            let path = try clips.write([1, 2, 3], to: "a.mp4")
            chmod(path, 0)
            #expect(try await failure(path).code == .permission)
        }
    }

    @Test("an empty file") func empty() async throws {
        try await Clips.with { clips in
            let path = try clips.write([], to: "a.mp4")
            #expect(try await failure(path).code == .empty)
        }
    }

    @Test("a text file, and noise") func unknown() async throws {
        try await Clips.with { clips in
            let text = String(repeating: "This is no video, it only bears the name of one.\n", count: 200)
            let words = try clips.write(text.utf8, to: "a.mp4")
            #expect(try await failure(words).code == .unknownFormat)
            let noise = (0..<50_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }
            let rubbish = try clips.write(noise, to: "b.mp4")
            #expect(try await failure(rubbish).code == .unknownFormat)
        }
    }

    @Test("sound without a picture", arguments: ["m4a", "mp3", "wav", "ogg", "mka"])
    func audioOnly(_ suffix: String) async throws {
        try await Clips.with { clips in
            let path = try await clips.make("\(Clips.sound) -t 2 a.\(suffix)")
            let error = try await failure(path)
            #expect(error.code == .noVideo)
            #expect(error.why == "it has sound but no video")
        }
    }

    @Test("an mp4 whose index was cut off") func truncated() async throws {
        try await Clips.with { clips in
            let whole = try await clips.make("\(Clips.picture) -t 2 \(Clips.h264) a.mp4")
            let error = try await failure(try clips.write(try bytes(whole).dropLast(8000), to: "b.mp4"))
            #expect(error.code == .damaged)
        }
    }

    @Test("an mp4 whose end was cut off plays what is there") func truncatedData() async throws {
        try await Clips.with { clips in
            let whole = try await clips.make("\(Clips.picture) -t 2 \(Clips.h264) -movflags faststart a.mp4")
            let data = try bytes(whole)
            let recorder = try await Recorder.play(try clips.write(data.prefix(data.count / 2), to: "b.mp4"), .fast)
            #expect(recorder.count > 5)
            #expect(recorder.count < 60)
            #expect(recorder.isOver)
        }
    }

    @Test("a y4m that was cut off plays whole pictures and says so") func truncatedY4M() async throws {
        try await Clips.with { clips in
            let whole = try await clips.make("\(Clips.picture) -t 0.2 -pix_fmt yuv420p a.y4m")
            let path = try clips.write(try bytes(whole).dropLast(1000), to: "b.y4m")
            let recorder = try await Recorder.play(path, .fast)
            #expect(recorder.count == 5)
            #expect(recorder.allEvents.last == .ended)
            #expect(recorder.warnings.first?.contains("cut short") == true)
        }
    }

    @Test("a y4m with rubbish between its pictures") func damagedY4M() async throws {
        try await Clips.with { clips in
            let bytes = Array("YUV4MPEG2 W2 H2 F25:1\nFRAME\n".utf8) + [1, 2, 3, 4, 5, 6] + Array("RUBBISH, MORE".utf8)
            let path = try clips.write(bytes, to: "a.y4m")
            #expect(try await failure(path, .fast).code == .damaged)
        }
    }

    @Test("a codec that nothing decodes is named") func noDecoder() async throws {
        try await Clips.with { clips in
            let path = try await clips.make("\(Clips.picture) -t 1 -c:v mpeg4 -vtag XVID a.avi")
            var data = try bytes(path)
            while let range = data.range(of: Data("XVID".utf8)) { data.replaceSubrange(range, with: Data("ZQX7".utf8)) }
            let error = try await failure(try clips.write(data, to: "b.avi"))
            #expect(error.code == .noDecoder)
        }
    }

    @Test("a connection that is refused names host and port", arguments: ["http", "https", "rtsp", "rtmp"])
    func refused(_ scheme: String) async throws {
        let port = try freePort()
        let error = try await failure("\(scheme)://127.0.0.1:\(port)/live/x")
        #expect(error.code == .refused)
        #expect(error.why.contains("127.0.0.1:\(port)"))
    }

    @Test("SRT that nobody answers") func refusedSRT() async throws {
        #expect(try await failure("srt://127.0.0.1:\(try freePort())").code == .refused)
    }

    @Test("a host that is not known", arguments: ["http", "rtsp", "rtmp"]) func host(_ scheme: String) async throws {
        let error = try await failure("\(scheme)://no-such-host.invalid/live/x")
        #expect(error.code == .unknownHost)
        #expect(error.why.contains("no-such-host.invalid"))
    }

    @Test("a server that accepts and never answers", arguments: ["http", "https", "rtsp", "rtmp"])
    func hung(_ scheme: String) async throws {
        let port = try freePort()
        let script = "import socket,time;s=socket.socket();s.bind(('127.0.0.1',\(port)));s.listen(9);time.sleep(99)"
        try await Child.with(["/usr/bin/python3", "-c", script]) { child in
            try await waitForPort(port, of: child)
            let options = MediaPlayer.Options(audio: false, timeout: .milliseconds(600))
            let error = try await failure("\(scheme)://127.0.0.1:\(port)/live/x", options)
            #expect(error.code == .timedOut)
        }
    }

    @Test("no camera, no display") func devices() async throws {
        #expect(try await failure("camera:/dev/video63").code == .noSuchFile)
        let error = try await failure("screen:", MediaPlayer.Options(audio: false, display: ":3999"))
        #expect(error.why.contains(":3999"))
    }

    @Test("a password does not get into messages") func password() async throws {
        let error = try await failure("rtsp://me:secret@127.0.0.1:\(try freePort())/x")
        #expect(!error.description.contains("secret"))
    }
}
