import PortholeKit
import TestSupport
import Testing

@testable import Scenario

/// What is shared by runs that follow each other, and what is measured in them.
@Suite("The ground", .timeLimit(.minutes(5)), .serialized)
struct GroundTests {
    /// The server and the manager that each of some scripts left, on one stage; nil for none.
    private func left(by texts: [String]) async throws -> [[Int32]?] {
        let clock = SystemClock()
        let stage = DesktopStage(StageOptions(slow: 5, reuses: true), clock: clock)
        var found: [[Int32]?] = []
        for text in texts {
            let script = try ScenarioParser.parse(text, file: "t/try.scenario")
            let result = await ScenarioRunner(stage: stage, clock: clock, slow: 5).run(script, manager: "openbox")
            let ground = await stage.ground
            found.append(ground.map { [$0.server.child.pid, $0.manager?.child.pid ?? 0] })
            #expect((result.verdict == .passed) == (ground != nil), "\(text): \(result.verdict)")
        }
        await stage.leave()
        #expect(await stage.ground == nil)
        return found
    }

    @Test("a server and its manager are used again, but for what they were changed by")
    func reuse() async throws {
        let window = "window w1 300x200+50+50\nw1 map\n"
        let lefts = try await left(by: [
            window, window + "w1 fullscreen", "window w1 90x90+0+0 override\nw1 map\nw1 raise\nassert w1 visible",
            window + "assert w1 hidden within 10ms", window,
        ])
        #expect(lefts[0] != nil && lefts[1] == lefts[0] && lefts[2] == lefts[0], "\(lefts)")
        #expect(lefts[3] == nil && lefts[4] != nil && lefts[4] != lefts[0], "\(lefts)")
        let key = { (text: String) throws in
            StageGround.Key(try ScenarioParser.parse(text, file: "f"), manager: .named(.openbox))
        }
        #expect(try key(window) != nil)
        for line in ["manager kill", "manager restart", "manager replace openbox"] {
            #expect(try key(window + line) == nil, "\(line)")
        }
        for line in ["workspaces 2", "monitor left 640x800+0+0", "server xorg-dummy"] {
            #expect(try key(line + "\n" + window) == nil, "\(line)")
        }
        #expect(try key("screen 640x480\n" + window) != key(window))
    }

    @Test("the meter counts covers and restacks of a mini window")
    func meter() async throws {
        try await PrivateServer.with { server in
            let connection = try Connection(server.display)
            let meter = StackingMeter(server.display, clock: SystemClock())
            let mini = connection.createWindow(
                Rect(x: 100, y: 100, width: 200, height: 100), overrideRedirect: true, events: [])
            connection.setText("pip", .wmWindowRole, on: mini)
            let other = connection.createWindow(Rect(x: 50, y: 50, width: 300, height: 300), events: [])
            connection.mapRaised(mini)
            // A managed one without a manager: mapped, and no override-redirect window.
            connection.mapRaised(other)
            connection.sync()
            connection.restack(mini, above: other)
            connection.sync()
            let measured = await meter.end(SystemClock())
            #expect(measured.covers == 1 && measured.restacks == 1 && measured.floating > 0, "\(measured)")
            #expect(measured.covered > 0 && measured.covered <= measured.floating, "\(measured)")
            #expect(measured.longest == measured.covered, "\(measured)")
            connection.destroyWindow(mini)
            connection.destroyWindow(other)
            connection.sync()
        }
    }
}
