import Foundation
import PortholeKit
import TestSupport
import Testing

@testable import Scenario

/// The real stage, on servers of its own.
@Suite("The stage", .timeLimit(.minutes(10)), .serialized)
struct StageTests {
    private func play(
        _ text: String, manager: ManagerChoice = .named(.openbox), program: String = "/bin/false",
        frames: String? = nil, slow: Double = 5
    ) async throws -> ScenarioResult {
        let script = try ScenarioParser.parse(text, file: "t/try.scenario")
        let options = StageOptions(program: program, manager: manager, slow: slow, frames: frames)
        let clock = SystemClock()
        return await ScenarioRunner(stage: DesktopStage(options, clock: clock), clock: clock, slow: slow).run(
            script, manager: manager.description)
    }

    private func failure(_ result: ScenarioResult) throws -> ScenarioFailure {
        guard case .failed(let failure) = result.verdict else {
            Issue.record("\(result.verdict)")
            throw StageFailure.failed("did not fail")
        }
        return failure
    }

    @Test("test windows do what they are told, and the readings tell so")
    func clients() async throws {
        let result = try await play(
            """
            window w1 300x200+50+50 color 00ff00
            window w2 300x200+100+100
            window menu 100x100+120+120 override
            w1 map
            assert w1 visible
            assert w1 size 300x200
            assert w2 hidden
            w2 map
            menu map
            w1 raise
            assert stacking w2 w1 menu
            assert w1 on-top
            w1 lower
            assert stacking w1 w2 menu
            w1 activate
            assert focus w1
            assert w1 on-top
            w1 fullscreen
            assert w1 size 1280x800
            assert w2 hidden
            assert menu visible
            w1 unfullscreen
            assert w1 size 300x200
            w1 maximise
            w1 iconify
            assert w1 hidden
            assert w2 on-top
            w1 activate
            assert w1 visible
            w1 unmap
            assert w1 hidden
            w1 destroy
            assert w1 gone
            """)
        #expect(result.verdict == .passed, "\(result.verdict) \(result.attachments)")
    }

    @Test(
        "what is not so is found out, with what is",
        arguments: [
            ("assert w1 on-top", "w1 is below w2"), ("assert stacking w2 w1", "w1 w2"),
            ("assert w1 hidden", "pixels"), ("assert w1 gone", "w1 visible"), ("assert w1 size 1x1", "300x200"),
            ("assert w1 at lower-right", "work area"), ("assert focus w1", "input focus w2"),
            ("assert never w1 visible for 0s", "w1 visible"), ("assert w3 visible", "w3 hidden: not mapped"),
            ("assert w4 on-top", "w4 is below w1, w2"), ("w1 destroy\nassert w1 visible", "w1 gone"),
        ])
    func findings(line: String, actual: String) async throws {
        let line = line.contains("within") || line.contains("for") ? line : line + " within 50ms"
        let result = try await play(
            """
            window w1 300x200+50+50
            window w2 300x200+100+100
            window w3 300x200+100+100
            window w4 100x100+150+150 override
            w4 map
            w4 lower
            w1 map
            w2 map
            w2 activate
            assert focus w2
            \(line)
            """)
        #expect(try failure(result).actual.contains(actual), "\(result.verdict)")
    }

    @Test("a covered window is hidden for its pixels alone")
    func covered() async throws {
        let text = """
            window w1 300x200+50+50
            window w2 400x300+0+0 override
            w1 map
            w2 map
            """
        #expect(try await play(text + "\nassert w1 hidden\nassert w1 on-top within 50ms").verdict != .passed)
        #expect(try await play(text + "\nassert w1 hidden\nw2 unmap\nassert w1 visible").verdict == .passed)
    }

    private static let light: [ManagerName] = [.openbox, .i3, .xfwm4, .icewm, .jwm, .twm]

    @Test("managers start, take requests at once, restart and die", arguments: light)
    func managers(name: ManagerName) async throws {
        let result = try await play(
            """
            window w1 300x200+50+50
            window w2 300x200+100+100
            w1 map
            assert w1 visible
            manager restart
            w2 map
            assert w2 visible
            w2 activate
            assert focus w2
            manager kill
            w1 raise
            assert w1 on-top
            """, manager: .named(name))
        #expect(result.verdict == .passed, "\(result.verdict) \(result.attachments)")
    }

    @Test("a manager takes over from another, and none is a choice too")
    func replaced() async throws {
        let result = try await play(
            """
            window w1 300x200+50+50
            w1 map
            manager replace icewm
            assert w1 visible
            manager replace twm
            assert w1 visible
            manager replace none
            w1 raise
            assert w1 on-top
            """)
        #expect(result.verdict == .passed, "\(result.verdict) \(result.attachments)")
        #expect(try await play("window w1 9x9+0+0\nw1 map\nassert w1 on-top", manager: .none).verdict == .passed)
    }

    @Test("a manager that does not start is neither passed nor failed, and its last words are told")
    func down() async throws {
        let command = ManagerChoice.command("sh -c 'echo no such luck >&2; exit 7'", name: "mine")
        let result = try await play("mark", manager: command)
        guard case .managerDown(let reason) = result.verdict else {
            Issue.record("\(result.verdict)")
            return
        }
        #expect(reason == "mine ended with status 7: no such luck")
        let fine = ManagerChoice.command("openbox --sm-disable", name: "mine")
        #expect(try await play("mark", manager: fine).verdict == .passed)
    }

    @Test(
        "a manager that never becomes ready is given up, whether it waits or holds the server",
        arguments: [false, true])
    func neverReady(holdsServer: Bool) async throws {
        // It takes the requests for windows and serves none.
        let program = """
            import ctypes, time; x = ctypes.CDLL("libX11.so.6"); x.XOpenDisplay.restype = ctypes.c_void_p;
            d = ctypes.c_void_p(x.XOpenDisplay(None)); x.XDefaultRootWindow.restype = ctypes.c_ulong;
            x.XSelectInput(d, ctypes.c_ulong(x.XDefaultRootWindow(d)), ctypes.c_long(1 << 20));
            \(holdsServer ? "x.XGrabServer(d);" : "") x.XSync(d, 0); time.sleep(600)
            """.replacing("\n", with: " ")
        let result = try await play("mark", manager: .command("python3 -c '\(program)'", name: "mine"), slow: 1)
        guard case .managerDown(let reason) = result.verdict else {
            Issue.record("\(result.verdict)")
            return
        }
        #expect(
            reason
                == (holdsServer
                    ? "mine holds the X server and serves nobody" : "mine is not ready after 15 s: it says nothing"))
    }

    @Test("what the manager or the machine lacks skips, with the reason")
    func lacking() async throws {
        #expect(
            try await play("needs _NET_WM_STATE_LEVITATING\nmark").verdict
                == .skipped("openbox does not say that it does _NET_WM_STATE_LEVITATING"))
        let script = try ScenarioParser.parse("window w1 9x9+0+0\nlock i3lock\nunlock", file: "a")
        let thrown = #expect(throws: StageFailure.self) {
            try Requirements.check(script, manager: .none, options: StageOptions(), path: "/nowhere")
        }
        #expect(thrown == .missing("i3lock is not installed"))
    }

    @Test("compositors come and go", arguments: [CompositorKind.picom, .xcompmgr])
    func compositors(kind: CompositorKind) async throws {
        let result = try await play(
            """
            compositor \(kind)
            window w1 300x200+50+50
            window w2 300x200+50+50
            w1 map
            assert w1 visible
            compositor kill
            assert w1 visible
            compositor start \(kind)
            w2 map
            w2 activate
            assert w2 on-top
            assert w1 hidden
            """)
        #expect(result.verdict == .passed, "\(result.verdict) \(result.attachments)")
    }

    @Test("a locked screen shows nothing of a window below")
    func locked() async throws {
        let result = try await play(
            """
            window w1 300x200+50+50 override
            w1 map
            assert w1 visible
            sample w1 never visible from lock to unlock
            lock i3lock
            pause 200ms
            unlock
            assert w1 visible
            """)
        #expect(result.verdict == .passed, "\(result.verdict)")
    }

    @Test("a sample catches what shows only between two assertions")
    func sampled() async throws {
        let result = try await play(
            """
            window w1 300x200+50+50 override
            window w2 400x300+0+0 override
            sample w1 never visible from mark to screenshot
            w1 map
            w2 map
            mark
            w1 raise
            pause 200ms
            w2 raise
            assert w1 hidden
            screenshot never-taken.png
            """, manager: .none)
        let failure = try failure(result)
        #expect(failure.line == 3 && failure.actual.contains("samples: w1 visible"), "\(failure)")
    }

    @Test("monitors are there, come and go, and corners are theirs")
    func monitors() async throws {
        let result = try await play(
            """
            monitor left 640x800+0+0
            monitor right 640x800+640+0
            window w1 200x100+424+684 override
            w1 map
            assert w1 at lower-right of left
            assert w1 inside left
            monitor right off
            monitor new 640x800+640+0
            assert w1 inside new within 50ms
            """, manager: .none)
        #expect(try failure(result).line == 9, "\(result.verdict)")
    }

    @Test("keys and clicks arrive where they are meant to")
    func input() async throws {
        let result = try await play(
            """
            pointer speed 5000
            window w1 300x200+50+50
            window w2 300x200+500+50
            w1 map
            w2 map
            w1 activate
            assert focus w1
            click w2
            assert focus w2
            click 200,150
            assert focus w1
            key ctrl+shift+Escape
            """)
        #expect(result.verdict == .passed, "\(result.verdict) \(result.attachments)")
    }

    @Test("restacks are counted from the mark, of mini windows only")
    func restacks() async throws {
        try await PrivateServer.with { server in
            let counter = try RestackCounter(server.display)
            let connection = try Connection(server.display)
            let windows = (0..<2).map { index in
                connection.createWindow(Rect(x: index * 10, y: 0, width: 50, height: 50), events: [])
            }
            for window in windows { connection.map(window) }
            connection.sync()
            counter.mark()
            connection.configure(windows[0], Rect(x: 5, y: 5, width: 60, height: 60))
            connection.requestRaise(windows[0])
            connection.requestRaise(windows[1])
            connection.requestRaise(windows[1])
            connection.requestLower(windows[0])
            connection.sync()
            let all = counter.count(of: Set(windows))
            // The second raise changes nothing; a move is none.
            #expect(counter.count(of: [windows[0]]) == 1 && all == 2, "\(all)")
            counter.mark()
            #expect(counter.count(of: Set(windows)) == 0)
            for window in windows { connection.destroyWindow(window) }
            connection.sync()
        }
    }

    @Test("nothing is left of a run: no process and no folder")
    func tidy() async throws {
        let script = try ScenarioParser.parse(
            "compositor picom\nwindow w1 300x200+50+50\nw1 map\nlock i3lock", file: "a")
        let stage = DesktopStage(StageOptions(slow: 5))
        try await stage.open(script)
        try await stage.client(.make(ScenarioWindow(name: "w1", rect: Rect(x: 0, y: 0, width: 50, height: 50))))
        try await stage.desktop(.lock(.i3lock))
        let (folder, processes) = try await stage.belongings()
        #expect(processes.count == 4)
        for process in processes { #expect(kill(process, 0) == 0) }
        #expect(FileManager.default.fileExists(atPath: folder))
        await stage.close(hasFailed: true)
        for process in processes { #expect(kill(process, 0) != 0) }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test("pictures are taken where they are asked for, and of failures")
    func pictures() async throws {
        try await withFolder { folder in
            let result = try await play(
                """
                window w1 300x200+50+50 color 00ff00 override
                w1 map
                caption "Leave the call: the video follows you"
                screenshot shot.png
                assert w1 hidden within 10ms
                """, manager: .none, frames: folder)
            #expect(result.attachments.map(\.name).sorted() == ["screenshot", "screenshot shot.png", "window tree"])
            let picture = try Bitmap.png(at: folder + "/shot.png")
            #expect(picture.size == Size(1280, 800))
            let pixel = picture.base + 100 * picture.stride + 100 * 4
            #expect([pixel[0], pixel[1], pixel[2]] == [0, 255, 0])
            #expect(FileManager.default.fileExists(atPath: folder + "/try-none.png"))
        }
    }
}

extension DesktopStage {
    /// The folder and the processes of the run.
    fileprivate func belongings() throws(StageFailure) -> (String, [pid_t]) {
        let run = try current()
        let children = [run.server?.child, run.manager?.child, run.compositor, run.locker]
        return (run.home.path, children.compactMap { $0?.pid })
    }
}
