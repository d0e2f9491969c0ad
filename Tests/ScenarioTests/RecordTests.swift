import Foundation
import PortholeKit
import TestSupport
import Testing

@testable import Scenario

/// Recordings, captions and the pointer: what people watch.
@Suite("Show and tell", .timeLimit(.minutes(10)), .serialized)
struct RecordTests {
    private func play(
        _ text: String, in folder: String, record: String? = nil
    ) async throws -> ScenarioResult {
        let script = try ScenarioParser.parse(text, file: "t/try.scenario")
        let clock = SystemClock()
        let options = StageOptions(program: "/bin/false", slow: 5, frames: folder, record: record)
        return await ScenarioRunner(stage: DesktopStage(options, clock: clock), clock: clock, slow: 5).run(
            script, manager: "none")
    }

    private func failure(_ result: ScenarioResult) throws -> ScenarioFailure {
        guard case .failed(let failure) = result.verdict else { throw Child.Failure("\(result.verdict)") }
        return failure
    }

    /// A picture of a recording near its end.
    private func lastPicture(_ file: String) async throws -> Bitmap {
        let second = try await Probe(file).duration - 0.2
        let shot = file + ".png"
        let made = try await Child.run([
            "ffmpeg", "-v", "error", "-nostdin", "-y", "-i", file, "-vf", "select='gte(t,\(second))'", "-frames:v", "1",
            shot,
        ])
        guard made.status == 0 else { throw Child.Failure(made.output) }
        return try Bitmap.png(at: shot)
    }

    private func color(_ picture: Bitmap, _ x: Int, _ y: Int) -> [Int] {
        let pixel = picture.base + y * picture.stride + x * 4
        return [Int(pixel[2]), Int(pixel[1]), Int(pixel[0])]
    }

    @Test("what is recorded between two lines plays, in its form and size", arguments: ["webm", "mp4"])
    func recorded(form: String) async throws {
        try await withFolder { folder in
            let result = try await play(
                """
                manager none
                screen 640x480
                window w1 300x200+50+50 color 00ff00 override
                record start show.\(form)
                w1 map
                assert w1 visible
                pause 600ms
                record stop
                w1 destroy
                """, in: folder)
            #expect(result.verdict == .passed, "\(result.verdict)")
            #expect(result.attachments.map(\.name) == ["recording", "recorded"])
            let probe = try await Probe("\(folder)/show.\(form)")
            #expect(probe.width == 640 && probe.height == 480 && probe.frames > 1 && probe.duration >= 0.6, "\(probe)")
            let green = color(try await lastPicture("\(folder)/show.\(form)"), 200, 150)
            #expect(green[1] > 200 && green[0] < 60 && green[2] < 60, "\(green)")
        }
    }

    @Test("captions and the pointer are in the recording, and the caption is no window")
    func captions() async throws {
        try await withFolder { folder in
            let result = try await play(
                """
                manager none
                window page 1280x800+0+0 color ffffff override
                page map
                assert page visible
                move-pointer 100,100
                caption "Leave the call: the video follows you"
                pause 600ms
                assert page on-top
                """, in: folder, record: folder + "/all.webm")
            #expect(result.verdict == .passed, "\(result.verdict)")
            let shot = try await lastPicture("\(folder)/all.webm")
            let glass = CaptionCard("Leave the call: the video follows you", on: Size(1280, 800)).overlay
            let inside = color(shot, glass.origin.x + 30, glass.origin.y + glass.bitmap.size.height / 2)
            #expect(inside.allSatisfy { $0 < 90 }, "\(inside)")
            #expect(color(shot, 20, 20).allSatisfy { $0 > 240 })
            // The arrow, which the window below does not have.
            let dark = (100..<110).contains { y in (100..<108).contains { color(shot, $0, y).allSatisfy { $0 < 128 } } }
            #expect(dark)
        }
    }

    @Test(
        "a caption leaves the corners of mini windows free, and is wholly on the screen",
        arguments: [
            Size(1280, 800), Size(1920, 1080), Size(3840, 2160), Size(800, 600),
        ])
    func place(screen: Size) {
        for text in ["Leave", "It stays on top", String(repeating: "the video follows you ", count: 12)] {
            let overlay = CaptionCard(text, on: screen).overlay
            let rect = Rect(origin: overlay.origin, size: overlay.bitmap.size)
            #expect(Rect(size: screen).contains(rect) && rect.y > screen.height * 2 / 3, "\(rect)")
            #expect(rect.x > screen.width / 5 + 16 && rect.maxX < screen.width - screen.width / 5 - 16, "\(rect)")
        }
    }

    @Test("one caption goes while the next one comes")
    func fades() {
        let (first, second) = (CaptionCard("a", on: Size(800, 600)), CaptionCard("b", on: Size(800, 600)))
        var fade = CaptionFade()
        #expect(fade.overlays(at: 0).isEmpty)
        fade.show(first, at: 1)
        #expect(fade.overlays(at: 1.1).map(\.alpha) == [128])
        fade.show(second, at: 2)
        #expect(fade.overlays(at: 2.05).map(\.alpha) == [191, 64])
        #expect(fade.overlays(at: 3).map(\.alpha) == [255])
        fade.show(nil, at: 4)
        #expect(fade.overlays(at: 4.1).count == 1 && fade.overlays(at: 5).isEmpty)
    }

    @Test("a scenario that fails leaves a recording that plays, and its own reason")
    func failed() async throws {
        try await withFolder { folder in
            let result = try await play(
                "manager none\nwindow w1 99x99+0+0 override\nw1 map\nassert w1 hidden within 200ms", in: folder,
                record: folder + "/failed.mp4")
            #expect(try failure(result).statement == "assert w1 hidden within 200ms")
            #expect(result.attachments.contains { $0.name == "recorded" })
            #expect(try await Probe(folder + "/failed.mp4").frames > 0)
        }
    }

    @Test("a file that can't be made fails the scenario, and nothing hangs")
    func unwritable() async throws {
        try await withFolder { folder in
            let result = try await play("manager none\nmark", in: folder, record: "/no/such/folder/a.webm")
            #expect(try failure(result).actual.contains("make the folder first"), "\(result.verdict)")
            try FileManager.default.createDirectory(atPath: folder + "/a.webm", withIntermediateDirectories: false)
            let second = try await play("manager none\nrecord start a.webm\nrecord stop", in: folder)
            #expect(try failure(second).line == 2, "\(second.verdict)")
        }
    }

    @Test("a server that dies ends the recording: the file plays up to there, and the reason is told")
    func serverDies() async throws {
        try await withFolder { folder in
            try await PrivateServer.with { server in
                let recorder = try StageRecorder(
                    server.display, path: folder + "/cut.webm", caption: nil, clock: SystemClock())
                #expect(throws: Never.self) { try Connection(server.display).sync() }
                server.child.signal(SIGKILL)
                _ = await server.child.waitForExit()
                let error = await #expect(throws: StageFailure.self) { try await recorder.stop() }
                #expect("\(String(describing: error))".contains("the X server is gone"))
                #expect(try await Probe(folder + "/cut.webm").frames > 0)
                #expect(throws: StageFailure.self) {
                    // Not the number of the one that died: another server may have it by now.
                    try StageRecorder(":64999", path: folder + "/b.webm", caption: nil, clock: SystemClock())
                }
            }
        }
    }

    @Test("test windows may show something, on the colour by which they are known")
    func looks() async throws {
        try await withFolder { folder in
            let windows = ClientLook.allCases.enumerated().map { index, look in
                "window w\(index) 300x200+\(index * 310)+50 override title 'A page' look \(look.rawValue)\n"
                    + "w\(index) map\nassert w\(index) visible\n"
            }
            let result = try await play(
                "manager none\n" + windows.joined() + "screenshot looks.png", in: folder)
            #expect(result.verdict == .passed, "\(result.verdict)")
            let picture = try Bitmap.png(at: folder + "/looks.png")
            for index in ClientLook.allCases.indices {
                let colors = Set(
                    (60..<240).flatMap { y in
                        stride(from: 5, to: 295, by: 10).map { color(picture, index * 310 + $0, y) }
                    })
                #expect(colors.count > 1, "window \(index)")
            }
        }
    }

    @Test("a sample is a file that goes on and on, or a test picture")
    func samples() async throws {
        try await withFolder { folder in
            let clip = folder + "/clip.mp4"
            try await makeClip(clip, ["-f", "lavfi", "-i", "testsrc2=s=64x64:r=10:d=1", "-c:v", "libx264"])
            func path(_ source: String) -> String? {
                SampleSource.path(of: source, environment: ["PORTHOLE_SAMPLES": folder, "HOME": folder])
            }
            #expect(path("sample:clip.mp4") == clip && path("sample:clip.mp4#Ben") == clip)
            for wrong in ["sample:", "sample:../clip.mp4", "sample:none.mp4", "clip.mp4", "test:"] {
                #expect(path(wrong) == nil, "\(wrong)")
            }
            #expect(SampleSource.person(in: "sample:a.mp4#Ben") == "Ben")
            #expect(SampleSource.person(in: "sample:a.mp4#../x") == "Guest")
            #expect(SampleSource.person(in: "sample:a.mp4") == "Guest")
            #expect(PortholeSession.title("weekly-review") == "Weekly review")
            let home = try StageHome()
            defer { home.remove() }
            let clock = SystemClock()
            #expect(await SampleSource.resolve("test:bars", home: home, clock: clock) == "test:bars")
            #expect(await SampleSource.resolve("sample:none.mp4", home: home, clock: clock) == "test:")
        }
    }

    @Test("--record is told before anything runs when it makes no sense")
    func tool() async throws {
        try await withFolder { folder in
            for (name, text) in [
                "a": "manager none\npause 10ms", "b": "manager none\nmark", "own": "record start x.webm",
            ] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).scenario"))
            }
            func play(_ name: String, _ file: String, repeats: Int = 1) async -> Int32 {
                var options = PlayOptions()
                options.paths = [folder + name]
                options.record = folder + file
                options.repeats = repeats
                options.reportFile = folder + "/report"
                return await ScenarioTool.play(options)
            }
            #expect(await play("", "/all.webm") == 2)
            #expect(await play("/a.scenario", "/all.webm", repeats: 2) == 2)
            #expect(await play("/own.scenario", "/all.webm") == 2)
            #expect(await play("/a.scenario", "/all.avi") == 2)
            #expect(!FileManager.default.fileExists(atPath: folder + "/report"))
            #expect(await play("/a.scenario", "/none/all.webm") == 1)
            #expect(await play("/a.scenario", "/all.webm") == 0)
            #expect(try await Probe(folder + "/all.webm").frames > 0)
        }
    }
}
