import Frames
import Geometry
import PictureInPicture
import TestSupport
import Testing
import Views
import XServer

@testable import Desktop

@Suite("M10: the mini window as a client of the manager", .timeLimit(.minutes(10))) @MainActor struct ManagedTests {
    /// A managed mini window under a real manager, and an ordinary client that has the focus.
    private func with(
        _ manager: [String] = ["openbox", "--sm-disable"],
        _ body: @MainActor (FloatingRig, MiniWindow, WindowID, Stage) async throws -> Void
    ) async throws {
        try await Stage.with(manager) { stage in
            let rig = FloatingRig(stage) { $0.isManaged = true }
            let other = stage.outside.createWindow(
                Rect(x: 700, y: 300, width: 500, height: 450), background: .color(0x00ff00), events: [.structure])
            stage.outside.setSizeHints(
                minimum: Size(1, 1), size: Size(500, 450), position: Point(700, 300), isUserSize: true, of: other)
            stage.outside.setHints(acceptsInput: true, group: other, of: other)
            stage.outside.map(other)
            stage.outside.sync()
            #expect(await settle { !stage.outside.numbers(.wmState, of: other).isEmpty })
            stage.outside.activate(other, time: 0)
            stage.outside.sync()
            #expect(await settle { stage.outside.focusedWindow() == other })
            let window = try await rig.open(.live)
            try await body(rig, window, other, stage)
            window.close()
            stage.outside.destroyWindow(other)
            stage.outside.sync()
        }
    }

    @Test("it says all that a manager has to know, and lies where it would lie anyway")
    func properties() async throws {
        try await with { rig, window, _, stage in
            let (server, id) = (stage.outside, window.id)
            #expect(window.isManaged)
            #expect(server.facts(of: id)?.isOverrideRedirect == false)
            #expect(server.names(.wmWindowType, of: id) == [.windowTypeUtility])
            #expect(await settle { !server.numbers(.wmState, of: id).isEmpty })
            // openbox says that it is sticky by its workspace alone.
            let wanted: Set<AtomName> = [.wmStateAbove, .wmStateSkipTaskbar, .wmStateSkipPager]
            #expect(wanted.isSubset(of: server.names(.wmStateEWMH, of: id)))
            #expect(server.numbers(.wmDesktop, of: id).map { $0 & 0xffff_ffff } == [0xffff_ffff])
            #expect(server.numbers(.wmUserTime, of: id) == [0])
            #expect(server.numbers(.motifHints, of: id) == [2, 0, 0, 0, 0])
            #expect(server.names(.wmProtocols, of: id) == [.wmDeleteWindow, .wmPing])
            #expect(server.facts(of: id)?.rect == window.goal)
            #expect(server.numbers(.clientList, of: server.rootWindow).contains(id.rawValue))
        }
    }

    @Test("it is above a window that is raised, and neither opening nor a click moves the focus")
    func manners() async throws {
        try await with { rig, window, other, stage in
            let server = stage.outside
            #expect(server.focusedWindow() == other)
            server.requestRaise(other)
            server.activate(other, time: 0)
            server.sync()
            func top(_ window: WindowID) -> WindowID { server.ancestors(of: window).last ?? window }
            #expect(
                await settle {
                    let order = server.rootChildren()
                    guard let mine = order.firstIndex(of: top(window.id)), let its = order.firstIndex(of: top(other))
                    else { return false }
                    return mine > its
                })
            try rig.click(.playPause, of: window)
            #expect(await rig.hears(.pressed(.playPause), from: window))
            #expect(server.focusedWindow() == other)
            #expect(server.numbers(.activeWindow, of: server.rootWindow) == [other.rawValue])
        }
    }

    @Test("the manager's close is the close button, once")
    func closing() async throws {
        try await with { rig, window, _, stage in
            _ = try await Child.run(
                ["wmctrl", "-ic", "\(window.id.rawValue)"], environment: ["DISPLAY": stage.desktop.display])
            #expect(await rig.hears(.closePressed, from: window))
            #expect(rig.events(of: window).count { $0 == .closePressed } == 1)
            #expect(stage.outside.facts(of: window.id)?.isViewable == true)
        }
    }

    @Test("where the manager moves it, and how large it makes it, is where and how it is")
    func followed() async throws {
        try await with { rig, window, _, stage in
            let environment = ["DISPLAY": stage.desktop.display]
            func tell(_ rect: String) async throws {
                _ = try await Child.run(
                    ["wmctrl", "-ir", "\(window.id.rawValue)", "-e", "10,\(rect)"], environment: environment)
            }
            try await tell("100,120,-1,-1")
            #expect(await settle { window.goal.origin == Point(100, 120) }, "\(window.goal)")
            try await tell("100,120,512,288")
            #expect(await settle { window.goal == Rect(x: 100, y: 120, width: 512, height: 288) }, "\(window.goal)")
            #expect(await rig.hears(.resized(Size(512, 288)), from: window))
            #expect(stage.outside.facts(of: window.id)?.rect == window.goal)
            // All of it is drawn, at the new size.
            #expect(
                await settle {
                    SolidFrame.isWhite(stage.outside.pixel(of: stage.outside.rootWindow, at: Point(600, 400)))
                })
        }
    }

    @Test("it is dragged by hand, and tucked away and back")
    func dragged() async throws {
        try await with { rig, window, _, stage in
            let start = window.goal
            stage.pointer.move(to: start.center)
            stage.pointer.button(1, isDown: true)
            for step in 1...8 {
                stage.pointer.move(to: Point(start.center.x - step * 40, start.center.y - step * 20))
            }
            #expect(await settle { window.goal.origin == Point(start.x - 320, start.y - 160) }, "\(window.goal)")
            stage.pointer.button(1, isDown: false)
            #expect(await settle { stage.outside.facts(of: window.id)?.rect == window.goal })
            let place = window.goal
            window.stash()
            #expect(await settle { stage.outside.facts(of: window.id)?.rect.size != place.size })
            window.unstash()
            #expect(await settle { stage.outside.facts(of: window.id)?.rect == place })
            #expect(window.goal == place)
        }
    }
}
