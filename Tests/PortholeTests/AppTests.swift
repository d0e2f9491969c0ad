import Foundation
import Geometry
import PortholeKit
import TestSupport
import Testing

/// The whole program, on servers of its own.
@Suite(.timeLimit(.minutes(10)), .serialized) struct AppTests {
    @Test("a clip floats, is shown in both windows, and ends the program with its end")
    func watchFile() async throws {
        try await withFolder { folder in
            let clip = folder + "/clip.mp4"
            try await makeClip(
                clip, ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30:duration=2", "-pix_fmt", "yuv420p"])
            try await PrivateServer.with("1280x800x24") { server in
                let result = try await Program.run(
                    ["watch", clip, "--pip", "--keep-stage", "--events"], display: server.display)
                #expect(result.status == 0, "\(result.output)")
                let events = result.output.split(separator: "\n").compactMap { name(of: String($0)) }
                    .filter { $0 != "frames" }
                #expect(
                    events == [
                        "session.connected", "pip.will-start", "pip.did-start", "pip.will-stop", "pip.did-stop",
                        "session.ended",
                    ], "\(result.output)")
                #expect(result.output.contains("\"reason\":\"end-of-stream\""))
                #expect(result.output.contains("\"stage\":{") && result.output.contains("\"mini\":{"))
            }
        }
    }

    /// The scaler of RGB pictures rounds down by a level or two; a wrong channel or matrix is off by dozens.
    private func isNear(_ pixel: UInt32?, _ color: UInt32) -> Bool {
        guard let pixel else { return false }
        return [0, 8, 16].allSatisfy { abs(Int(pixel >> $0 & 0xff) - Int(color >> $0 & 0xff)) <= 2 }
    }

    private func name(of line: String) -> String? {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
            return nil
        }
        return object["event"] as? String
    }

    @Test("a solid source has its colour in both windows")
    func exactColour() async throws {
        try await PrivateServer.with("1280x800x24") { server in
            let words = [
                Program.path, "watch", "test:solid?color=3366cc&size=320x180", "--pip", "--keep-stage", "--events",
            ]
            try await Child.with(words, environment: ["DISPLAY": server.display]) { child in
                try await child.waitForOutput("pip.did-start")
                let outside = try Connection(server.display)
                let mini = Point(1280 - 16 - 128, 800 - 16 - 72)
                #expect(await settle { isNear(outside.pixel(of: outside.rootWindow, at: mini), 0x3366cc) })
                #expect(await settle { isNear(outside.pixel(of: outside.rootWindow, at: Point(640, 300)), 0x3366cc) })
            }
        }
    }

    @Test("SIGTERM ends it in order: told, windows gone, code 130")
    func terminated() async throws {
        try await PrivateServer.with { server in
            let words = [Program.path, "watch", "test:", "--pip", "--events"]
            try await Child.with(words, environment: ["DISPLAY": server.display]) { child in
                try await child.waitForOutput("pip.did-start")
                kill(child.pid, SIGTERM)
                #expect(await child.waitForExit(timeout: 10) == 130)
                #expect(child.output.contains("\"reason\":\"quit\""))
                #expect(child.output.contains("pip.did-stop"))
                let outside = try Connection(server.display)
                #expect(outside.children(of: outside.rootWindow).isEmpty)
            }
        }
    }

    @Test("a display that dies while playing is an orderly end: one message, code 1")
    func displayDies() async throws {
        try await PrivateServer.with { server in
            let words = [Program.path, "watch", "test:", "--pip", "--events"]
            try await Child.with(words, environment: ["DISPLAY": server.display]) { child in
                try await child.waitForOutput("pip.did-start")
                kill(server.child.pid, SIGKILL)
                #expect(await child.waitForExit(timeout: 5) == 1)
                #expect(child.output.contains("porthole: the X display was lost while playing"))
                #expect(child.output.contains("\"reason\":\"display-lost\""))
            }
        }
    }

    /// The System V memory that a process has made, a line each: shmid, owner, cpid, lpid.
    private func segments(of process: pid_t) async throws -> [Substring] {
        try await Child.run(["ipcs", "-m", "-p"]).output.split(separator: "\n").filter {
            let fields = $0.split(separator: " ")
            return fields.count == 4 && fields[2] == "\(process)"
        }
    }

    @Test("kill -9 leaves no shared memory behind", arguments: ["", "mit-shm-sysv,x-put-image"])
    func killed(_ transports: String) async throws {
        try await PrivateServer.with { server in
            let environment = ["DISPLAY": server.display, "PORTHOLE_TRANSPORTS": transports]
            try await Child.with([Program.path, "watch", "test:", "--pip", "--events"], environment: environment) {
                child in
                try await child.waitForOutput("pip.did-start")
                try await child.waitForOutput("frames")
                kill(child.pid, SIGKILL)
                #expect(await child.waitForExit(timeout: 5) != nil)
                // The server lets go of the memory when it has noticed. Others' memory is none of this test's business.
                var segments = try await segments(of: child.pid)
                for _ in 0..<100 where !segments.isEmpty { segments = try await self.segments(of: child.pid) }
                #expect(segments.isEmpty, "\(segments)")
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: "/dev/shm").filter {
                $0.contains("porthole")
            }
            #expect(left.isEmpty)
        }
    }

    @Test("in an IPC namespace of its own it shows the right pixels, without a word")
    func ownNamespace() async throws {
        try await PrivateServer.with { server in
            let words = [
                "unshare", "-i", Program.path, "watch", "test:solid?color=cc6633&size=320x180&fps=30", "--events",
            ]
            try await Child.with(words, environment: ["DISPLAY": server.display]) { child in
                try await child.waitForOutput("session.connected")
                let outside = try Connection(server.display)
                #expect(await settle { isNear(outside.pixel(of: outside.rootWindow, at: Point(400, 300)), 0xcc6633) })
                #expect(!child.output.contains("warning"))
            }
        }
    }

    @Test("without MIT-SHM it plays, and says so in one line")
    func noSharedMemory() async throws {
        try await PrivateServer.with(arguments: ["-extension", "MIT-SHM"]) { server in
            let result = try await Program.run(
                ["watch", "test:solid?frames=90&size=320x180", "--pip"], display: server.display)
            #expect(result.status == 0)
            let lines = result.output.split(separator: "\n").filter { $0.contains("warning") }
            #expect(lines.count == 1, "\(result.output)")
            #expect(lines.first?.contains("without shared memory") == true)
        }
    }

    @Test("no display: one line with the remedy, code 69", arguments: [nil, ":64998"])
    func noDisplay(_ display: String?) async throws {
        let result = try await Program.run(["watch", "test:"], display: display)
        #expect(result.status == 69)
        #expect(result.output.split(separator: "\n").count == 1, "\(result.output)")
        #expect(result.output.hasPrefix("porthole: "))
    }

    @Test(
        "a source that can't be played is one line in words and code 1",
        arguments: [
            ("missing.mp4", "no such file"), ("empty.mp4", "empty"), ("text.mp4", "not a video"),
            ("audio.ogg", "no video"), ("folder", "folder"), ("head.mp4", "damaged"),
            ("http://127.0.0.1:9/x.mp4", "127.0.0.1:9 is refused"),
            ("rtsp://127.0.0.1:9/x", "127.0.0.1:9 is refused"),
        ])
    func badSources(_ source: String, _ words: String) async throws {
        try await withFolder { folder in
            try Data().write(to: URL(fileURLWithPath: folder + "/empty.mp4"))
            let text = String(repeating: "Nothing to see here.\n", count: 50)
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/text.mp4"))
            try FileManager.default.createDirectory(atPath: folder + "/folder", withIntermediateDirectories: true)
            if source == "audio.ogg" {
                try await makeClip(folder + "/audio.ogg", ["-f", "lavfi", "-i", "sine=duration=1"])
            }
            if source == "head.mp4" {
                let whole = folder + "/whole.mp4"
                try await makeClip(
                    whole, ["-f", "lavfi", "-i", "testsrc2=size=320x180:duration=1", "-pix_fmt", "yuv420p"])
                let data = try Data(contentsOf: URL(fileURLWithPath: whole))
                try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: folder + "/head.mp4"))
            }
            try await PrivateServer.with { server in
                let path = source.contains(":") ? source : folder + "/" + source
                // A demuxer's error that GStreamer loses is noticed by the silence after it, 30 s for a file.
                let result = try await Program.run(["watch", path, "--quiet"], display: server.display, timeout: 60)
                #expect(result.status == 1, "\(result.output)")
                #expect(result.output.contains(words), "\(result.output)")
                #expect(result.output.split(separator: "\n").count == 1, "\(result.output)")
            }
        }
    }

    @Test(
        "nonsense on the command line is code 2 with the nearest word",
        arguments: [
            (["wach", "x"], "watch"), (["watch", "test:clok"], "clock"),
            (["watch", "test:", "--sise", "3x3"], "--size"),
        ])
    func usage(_ words: [String], _ near: String) async throws {
        let result = try await Program.run(words, display: nil)
        #expect(result.status == 2, "\(result.output)")
        #expect(result.output.contains(near), "\(result.output)")
    }

    @Test("a source that changes size and shape mid-stream goes on, and the mini window follows")
    func changingSource() async throws {
        try await withFolder { folder in
            let base = ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-g", "15"]
            try await makeClip(
                folder + "/a.ts", ["-f", "lavfi", "-i", "color=red:size=320x180:rate=30:duration=1.5"] + base)
            try await makeClip(
                folder + "/b.ts", ["-f", "lavfi", "-i", "color=red:size=180x320:rate=30:duration=1.5"] + base)
            var both = try Data(contentsOf: URL(fileURLWithPath: folder + "/a.ts"))
            both.append(try Data(contentsOf: URL(fileURLWithPath: folder + "/b.ts")))
            try both.write(to: URL(fileURLWithPath: folder + "/both.ts"))
            try await PrivateServer.with("1280x800x24") { server in
                let words = [Program.path, "watch", folder + "/both.ts", "--pip", "--events"]
                try await Child.with(words, environment: ["DISPLAY": server.display]) { child in
                    try await child.waitForOutput("pip.did-start")
                    let outside = try Connection(server.display)
                    let shapes = Lock<Set<Size>>([])
                    let hasBoth = await settle(10) {
                        for window in outside.children(of: outside.rootWindow) {
                            guard let facts = outside.facts(of: window), facts.isOverrideRedirect, facts.isViewable
                            else { continue }
                            shapes.withLock { _ = $0.insert(facts.rect.size) }
                        }
                        return shapes.withLock { $0.contains(Size(256, 144)) && $0.contains(Size(144, 256)) }
                    }
                    #expect(hasBoth, "\(shapes.withLock { $0 }) \(child.output)")
                }
            }
        }
    }
}
