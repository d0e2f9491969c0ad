import Desktop
import Foundation
import Frames
import Geometry
import TestSupport
import Testing
import Views
import XServer

/// A server with windows of ours on it, a layer, and a second connection that looks from outside.
@MainActor final class Stage {
    let desktop: DesktopConnection
    let outside: Connection
    let layer = DisplayLayer()
    let pointer: TestInput
    private(set) var told: [String] = []

    init(_ display: String) throws {
        desktop = try DesktopConnection(display)
        outside = try Connection(display)
        pointer = try #require(TestInput(outside))
        // Away from every window.
        pointer.move(to: Point(1, 1))
        layer.enqueue(SolidFrame(Size(320, 180), luma: 235))
    }

    /// Runs `body` on a private server, with a manager if one is named.
    static func with(_ manager: [String] = [], _ body: @MainActor (Stage) async throws -> Void) async throws {
        try await onServer(manager) { display in
            let stage = try Stage(display)
            defer { stage.desktop.close() }
            try await body(stage)
        }
    }

    /// Runs `body` with the name of a private server, with a manager on it if one is named.
    static func onServer(_ manager: [String], _ body: @MainActor (String) async throws -> Void) async throws {
        try await PrivateServer.with("1280x800x24") { server in
            guard !manager.isEmpty else { return try await body(server.display) }
            try await WindowManager.with(manager, display: server.display) { try await body(server.display) }
        }
    }

    func mini(_ change: (inout WindowOptions) -> Void = { _ in }) async -> MiniWindow {
        var options = WindowOptions(title: "Sample – Porthole")
        change(&options)
        let window = MiniWindow(
            desktop, kind: .live, layer: layer, pictureSize: Size(320, 180), options: options)
        watch(window, "mini")
        window.onRestore = { [unowned self] in told.append("mini restore") }
        #expect(await settle { told.contains("mini mapped") })
        #expect(await settle { window.presenter.counts.shown + window.presenter.counts.converted > 0 })
        return window
    }

    func main(_ change: (inout WindowOptions) -> Void = { _ in }) async -> MainWindow {
        var options = WindowOptions(title: "Sample – Porthole")
        change(&options)
        let root = RootView(size: Size(1, 1), animator: Animator(clock: DisplayClock()))
        let video = VideoView(layer: layer)
        video.background = Color(options.background)
        root.content = video
        let window = MainWindow(desktop, root: root, options: options)
        watch(window, "main")
        #expect(
            await settle { told.contains("main mapped") },
            "\(told) \(String(describing: outside.facts(of: window.id))) \(window.presenter.counts) \(outside.desktopFacts())"
        )
        return window
    }

    private func watch<Shown>(_ window: VideoWindow<Shown>, _ name: String) {
        window.onMapped = { [unowned self] in told.append("\(name) mapped") }
        window.onClose = { [unowned self] in told.append("\(name) close") }
        window.onFailed = { [unowned self] in told.append("\(name) failed: \($0)") }
    }

    /// Waits until the server has the window where it is wanted.
    func settles<Shown>(_ window: VideoWindow<Shown>, at rect: Rect) async -> Bool {
        await settle { outside.facts(of: window.id)?.rect == rect }
    }

    func rect<Shown>(of window: VideoWindow<Shown>) -> Rect { outside.facts(of: window.id)?.rect ?? .zero }

    /// Drags with the left button from one place on the root to another, in steps.
    func drag(from start: Point, to end: Point) async {
        pointer.move(to: start)
        pointer.button(1, isDown: true)
        for step in 1...8 {
            pointer.move(to: Point(start.x + (end.x - start.x) * step / 8, start.y + (end.y - start.y) * step / 8))
        }
        // By the server's clock, which goes on: a hand that does not rest throws, as soon as the machine is busy.
        try? await Task.sleep(for: .milliseconds(110))
        pointer.button(1, isDown: false)
    }
}

@Suite(.timeLimit(.minutes(10))) @MainActor struct MiniWindowTests {
    @Test("it opens in the corner, a fifth of the screen, in the picture's shape")
    func opens() async throws {
        try await Stage.with { stage in
            let mini = await stage.mini()
            #expect(stage.rect(of: mini) == Rect(x: 1280 - 16 - 256, y: 800 - 16 - 144, width: 256, height: 144))
            mini.close()
        }
    }

    @Test("tools find it by class, title, role and process; it wants neither focus nor a manager")
    func identity() async throws {
        try await Stage.with { stage in
            let mini = await stage.mini()
            let facts = try #require(stage.outside.facts(of: mini.id))
            #expect(facts.isOverrideRedirect && facts.isViewable)
            let result = try await Child.run(
                ["xprop", "-display", stage.desktop.display, "-id", mini.id.description])
            for line in [
                "WM_CLASS(STRING) = \"porthole-pip\", \"Porthole\"", "WM_WINDOW_ROLE(STRING) = \"pip\"",
                "_NET_WM_PID(CARDINAL) = \(getpid())", "Client accepts input or input focus: False",
                "_NET_WM_WINDOW_TYPE(ATOM) = _NET_WM_WINDOW_TYPE_UTILITY",
                "_NET_WM_NAME(UTF8_STRING) = \"Sample – Porthole\"",
                "WM_CLIENT_LEADER(WINDOW): window id # \(stage.desktop.leader)",
            ] { #expect(result.output.contains(line), "missing: \(line)\n\(result.output)") }
            #expect(!result.output.contains("_NET_WM_STATE"))
            #expect(!result.output.contains("BYPASS_COMPOSITOR"))
            mini.close()
        }
    }

    @Test("a drag from anywhere moves it, and it is wholly visible after the drop")
    func drag() async throws {
        try await Stage.with { stage in
            let mini = await stage.mini { $0.position = Point(200, 200) }
            await stage.drag(from: Point(300, 270), to: Point(500, 400))
            #expect(await stage.settles(mini, at: Rect(x: 400, y: 330, width: 256, height: 144)))
            await stage.drag(from: Point(500, 400), to: Point(1279, 799))
            #expect(await stage.settles(mini, at: Rect(x: 1008, y: 640, width: 256, height: 144)))
            mini.close()
        }
    }

    @Test("each of the eight zones resizes with the shape kept and the opposite side fixed")
    func resize() async throws {
        try await Stage.with { stage in
            let start = Rect(x: 400, y: 300, width: 320, height: 180)
            let starts: [(ResizeZone, Point, Point, width: Int)] = [
                (.left, Point(402, 390), Point(322, 390), 400), (.right, Point(717, 390), Point(797, 390), 400),
                (.top, Point(560, 302), Point(560, 257), 400), (.bottom, Point(560, 477), Point(560, 522), 400),
                (.topLeft, Point(406, 306), Point(346, 306), 380), (.topRight, Point(713, 306), Point(773, 306), 380),
                (.bottomLeft, Point(406, 473), Point(346, 473), 380),
                (.bottomRight, Point(713, 473), Point(773, 473), 380),
            ]
            for (zone, from, to, width) in starts {
                let mini = await stage.mini {
                    $0.position = start.origin
                    $0.size = start.size
                }
                await stage.drag(from: from, to: to)
                #expect(await settle { stage.rect(of: mini).width == width }, "\(zone) did not resize")
                #expect(await stage.settles(mini, at: mini.presenter.rect))
                let rect = stage.rect(of: mini)
                #expect(abs(rect.width * 9 - rect.height * 16) <= 16, "\(zone) lost the shape: \(rect)")
                if zone.movesLeft { #expect(rect.maxX == start.maxX, "\(zone)") } else { #expect(rect.x == start.x) }
                if zone.movesTop { #expect(rect.maxY == start.maxY, "\(zone)") } else { #expect(rect.y == start.y) }
                mini.close()
            }
        }
    }

    @Test("the close button closes once, the middle does not, and sliding off changes one's mind")
    func close() async throws {
        try await Stage.with { stage in
            let mini = await stage.mini { $0.position = Point(200, 200) }
            let controls = MiniControls(kind: .live)
            let button = try #require(controls.rects(in: Size(256, 144))[.close]?.offset(by: 200, 200).center)
            stage.pointer.move(to: Point(328, 272))
            stage.pointer.click()
            stage.pointer.move(to: button)
            stage.pointer.button(1, isDown: true)
            stage.pointer.move(to: Point(328, 272))
            stage.pointer.button(1, isDown: false)
            stage.pointer.move(to: button)
            stage.pointer.click()
            #expect(await settle { stage.told.contains("mini close") })
            #expect(stage.told.filter { $0 == "mini close" }.count == 1)
            #expect(!stage.told.contains("mini restore"))
            mini.close()
        }
    }

    @Test("a double click restores; two slow or distant clicks do not")
    func doubleClick() async throws {
        try await Stage.with { stage in
            let mini = await stage.mini { $0.position = Point(200, 200) }
            stage.pointer.move(to: Point(300, 300))
            stage.pointer.click()
            stage.pointer.move(to: Point(330, 310))
            stage.pointer.click()
            stage.pointer.move(to: Point(300, 290))
            stage.pointer.click()
            stage.pointer.click()
            #expect(await settle { stage.told.contains("mini restore") })
            #expect(stage.told.filter { $0 == "mini restore" }.count == 1)
            mini.close()
        }
    }

    @Test("controls appear with the pointer and go with it")
    func hover() async throws {
        try await Stage.with { stage in
            let mini = await stage.mini { $0.position = Point(200, 200) }
            let button = try #require(MiniControls(kind: .live).rects(in: Size(256, 144))[.close])
            let place = Point(button.x + 4, button.center.y)
            #expect(SolidFrame.isWhite(stage.outside.pixel(of: mini.id, at: place)))
            stage.pointer.move(to: Point(328, 290))
            #expect(await settle { !SolidFrame.isWhite(stage.outside.pixel(of: mini.id, at: place)) })
            stage.pointer.move(to: Point(1, 1))
            #expect(await settle { SolidFrame.isWhite(stage.outside.pixel(of: mini.id, at: place)) })
            mini.close()
        }
    }

    @Test("opening, clicking and dragging it leave the focus where it is")
    func focus() async throws {
        try await Stage.with(["openbox", "--sm-disable"]) { stage in
            let main = await stage.main()
            let focused = await settle { stage.outside.focusedWindow() == main.id }
            #expect(focused)
            let mini = await stage.mini { $0.position = Point(20, 20) }
            await stage.drag(from: Point(100, 100), to: Point(140, 130))
            #expect(await settle { stage.rect(of: mini).x == 60 })
            stage.pointer.click()
            stage.outside.sync()
            #expect(stage.outside.focusedWindow() == main.id)
            #expect(stage.outside.numbers(.activeWindow, of: stage.outside.rootWindow) == [main.id.rawValue])
            #expect(!stage.outside.numbers(.clientList, of: stage.outside.rootWindow).contains(mini.id.rawValue))
            mini.close()
            main.close()
        }
    }

    @Test("a picture of another shape re-fits it: the longer side and the corner stay")
    func pictureShape() async throws {
        try await Stage.with { stage in
            let mini = await stage.mini()
            mini.setPictureSize(Size(180, 320))
            #expect(await stage.settles(mini, at: Rect(x: 1264 - 144, y: 784 - 256, width: 144, height: 256)))
            mini.setPictureSize(Size(320, 180))
            #expect(await stage.settles(mini, at: Rect(x: 1008, y: 640, width: 256, height: 144)))
            mini.close()
        }
    }

    @Test("it closes while another program holds the pointer, and a drag lost that way ends")
    func lostGrab() async throws {
        try await Stage.with { stage in
            let mini = await stage.mini { $0.position = Point(200, 200) }
            stage.pointer.move(to: Point(300, 290))
            stage.pointer.button(1, isDown: true)
            stage.pointer.move(to: Point(320, 300))
            #expect(await settle { stage.rect(of: mini).x == 220 })
            mini.close()
            stage.pointer.button(1, isDown: false)
            #expect(stage.outside.facts(of: mini.id) == nil)
        }
    }
}

@Suite(.timeLimit(.minutes(10))) @MainActor struct MainWindowTests {
    @Test("it carries what a well-behaved client carries")
    func properties() async throws {
        try await Stage.with(["openbox", "--sm-disable"]) { stage in
            let main = await stage.main()
            let result = try await Child.run(
                ["xprop", "-display", stage.desktop.display, "-id", main.id.description])
            for line in [
                "WM_CLASS(STRING) = \"porthole\", \"Porthole\"", "WM_DELETE_WINDOW, _NET_WM_PING, _NET_WM_SYNC_REQUEST",
                "_NET_WM_PID(CARDINAL) = \(getpid())", "WM_CLIENT_MACHINE(STRING) = ",
                "_NET_WM_WINDOW_TYPE(ATOM) = _NET_WM_WINDOW_TYPE_NORMAL", "_NET_WM_SYNC_REQUEST_COUNTER(CARDINAL) = ",
                "Client accepts input or input focus: True", "program specified minimum size: 160 by 90",
                "WM_CLIENT_LEADER(WINDOW): window id # \(stage.desktop.leader)",
                "window id # of group leader: \(stage.desktop.leader)",
                "_NET_WM_NAME(UTF8_STRING) = \"Sample – Porthole\"",
            ] { #expect(result.output.contains(line), "missing: \(line)\n\(result.output)") }
            #expect(stage.outside.numbers(.clientList, of: stage.outside.rootWindow) == [main.id.rawValue])
            main.close()
        }
    }

    @Test("the manager's close button asks once")
    func closeRequest() async throws {
        try await Stage.with(["openbox", "--sm-disable"]) { stage in
            let main = await stage.main()
            _ = try await Child.run(
                ["wmctrl", "-i", "-c", main.id.description], environment: ["DISPLAY": stage.desktop.display])
            #expect(await settle { stage.told.contains("main close") })
            #expect(stage.told.filter { $0 == "main close" }.count == 1)
            main.close()
        }
    }

    @Test("iconified, on another workspace or wholly covered it converts nothing, and comes back with the newest")
    func hiddenWays() async throws {
        try await Stage.with(["openbox", "--sm-disable"]) { stage in
            let main = await stage.main { $0.size = Size(400, 225) }
            let display = ["DISPLAY": stage.desktop.display]
            #expect(await settle { main.presenter.counts.converted > 0 })
            @MainActor func converts() async -> Bool {
                // A picture that was being drawn when the window went is still counted.
                var before = -1
                while before != main.presenter.counts.converted {
                    before = main.presenter.counts.converted
                    _ = await settle(0.1) { false }
                }
                for _ in 0..<5 { stage.layer.enqueue(SolidFrame(Size(320, 180), luma: 16)) }
                return await settle(0.3) { main.presenter.counts.converted > before }
            }
            #expect(await converts())
            _ = try await Child.run(["xdotool", "windowminimize", "\(main.id.rawValue)"], environment: display)
            #expect(await settle { stage.outside.facts(of: main.id)?.isViewable == false })
            #expect(await settle { !main.isSeen })
            #expect(await !converts())
            _ = try await Child.run(["xdotool", "windowactivate", "\(main.id.rawValue)"], environment: display)
            #expect(await settle { main.isSeen })
            #expect(await converts())

            _ = try await Child.run(["wmctrl", "-s", "1"], environment: display)
            #expect(await settle { !main.isSeen })
            #expect(await !converts())
            _ = try await Child.run(["wmctrl", "-s", "0"], environment: display)
            #expect(await settle { main.isSeen })
            #expect(await converts())

            let cover = stage.outside.createWindow(
                Rect(x: 0, y: 0, width: 1280, height: 800), overrideRedirect: true, background: .color(0x222222),
                events: [])
            stage.outside.mapRaised(cover)
            stage.outside.sync()
            #expect(await settle { !main.isSeen })
            #expect(await !converts())
            stage.outside.destroyWindow(cover)
            stage.outside.sync()
            #expect(await settle { main.isSeen })
            #expect(await settle { stage.outside.pixel(of: main.id, at: Point(200, 112)) == 0 })
            main.close()
        }
    }

    @Test("the manager resizes it: the picture is letterboxed at any size")
    func resizedByManager() async throws {
        try await Stage.with(["openbox", "--sm-disable"]) { stage in
            let main = await stage.main {
                $0.size = Size(400, 225)
                $0.background = 0x336699
            }
            for size in [Size(600, 225), Size(300, 400), Size(160, 90)] {
                _ = try await Child.run(
                    ["xdotool", "windowsize", "\(main.id.rawValue)", "\(size.width)", "\(size.height)"],
                    environment: ["DISPLAY": stage.desktop.display])
                #expect(await settle { stage.outside.facts(of: main.id)?.rect.size == size })
                let picture = fit(Size(320, 180), in: Rect(size: size))
                #expect(await settle { SolidFrame.isWhite(stage.outside.pixel(of: main.id, at: picture.center)) })
                let last = Point(picture.maxX - 1, picture.maxY - 1)
                #expect(await settle { SolidFrame.isWhite(stage.outside.pixel(of: main.id, at: last)) })
                if picture.size != size {
                    #expect(await settle { stage.outside.pixel(of: main.id, at: Point(0, 0)) == 0x336699 })
                }
            }
            main.close()
        }
    }
}
