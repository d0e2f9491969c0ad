import Frames
import Geometry
import PictureInPicture
import TestSupport
import Testing
import Views
import XServer

@testable import Desktop

/// The mini window on real outputs that are plugged in and out and say who they are, and with devices that go (spec M7).
@Suite(.timeLimit(.minutes(10)), .serialized) @MainActor struct OutputTests {
    private static let first = Rect(size: PrivateXorg.screen)
    private static let second = Rect(x: 1280, y: 0, width: 1024, height: 768)

    /// An EDID that says little more than who it is.
    private static func edid(serial: UInt8) -> [UInt8] {
        var bytes: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0, 0x10, 0xac, 0xf1, 0xa0, serial, 0, 0, 0]
        bytes += [UInt8](repeating: 0, count: 112)
        return bytes
    }

    private func switchOn(_ output: String, _ xorg: PrivateXorg) async throws {
        // A mode that it has already is refused.
        try? await xorg.xrandr("--addmode", output, "1024x768")
        try await xorg.xrandr("--output", output, "--mode", "1024x768", "--right-of", "DUMMY0")
    }

    /// A window that was put somewhere on the second monitor, and where.
    private func putOnSecond(_ stage: Stage) async throws -> (MiniWindow, Rect) {
        #expect(await settle { stage.desktop.monitors.count == 2 }, "\(stage.desktop.monitors)")
        let mini = await stage.mini { $0.position = Point(1500, 100) }
        let start = stage.rect(of: mini)
        await stage.drag(from: start.center, to: Point(start.center.x + 77, start.center.y + 133))
        let home = start.offset(by: 77, 133)
        #expect(await stage.settles(mini, at: home))
        return (mini, home)
    }

    @Test("M7: its output is switched off and on again: it waits on the other one, and goes back")
    func hotPlug() async throws {
        try await Stage.onXorg { stage, xorg in
            try await switchOn("DUMMY1", xorg)
            let (mini, home) = try await putOnSecond(stage)
            try await xorg.xrandr("--output", "DUMMY1", "--off")
            #expect(await settle { Self.first.contains(stage.rect(of: mini)) }, "\(stage.rect(of: mini))")
            try await switchOn("DUMMY1", xorg)
            #expect(await stage.settles(mini, at: home), "\(stage.rect(of: mini)) \(stage.desktop.monitors)")
            // Another resolution: wholly visible at once.
            try await xorg.xrandr(
                "--output", "DUMMY0", "--mode", "800x600", "--output", "DUMMY1", "--mode", "1024x768", "--right-of",
                "DUMMY0")
            #expect(
                await settle {
                    let monitor = stage.desktop.monitors.first { $0.monitor.name == "DUMMY1" }
                    return monitor?.monitor.rect.x == 800 && monitor!.monitor.rect.contains(stage.rect(of: mini))
                }, "\(stage.rect(of: mini)) \(stage.desktop.monitors)")
            mini.close()
        }
    }

    @Test("M7: the last output is switched off and on again, under it")
    func noOutput() async throws {
        try await Stage.onXorg { stage, xorg in
            let mini = await stage.mini()
            let start = mini.goal
            try await xorg.xrandr("--output", "DUMMY0", "--off")
            try await xorg.xrandr("--output", "DUMMY0", "--mode", "1280x800")
            #expect(await settle { stage.desktop.monitors.first?.monitor.name == "DUMMY0" })
            #expect(await stage.settles(mini, at: start), "\(mini.goal) \(stage.desktop.monitors)")
            mini.close()
        }
    }

    @Test("M7: a monitor that is plugged into another output is the same monitor, by its EDID")
    func otherOutput() async throws {
        try await Stage.onXorg { stage, xorg in
            #expect(stage.outside.setEDID(Self.edid(serial: 1), of: "DUMMY0"))
            #expect(stage.outside.setEDID(Self.edid(serial: 2), of: "DUMMY1"))
            try await switchOn("DUMMY1", xorg)
            let (mini, home) = try await putOnSecond(stage)
            #expect(stage.desktop.monitors.map(\.monitor.edid) == ["DEL-A0F1-00000001", "DEL-A0F1-00000002"])
            try await xorg.xrandr("--output", "DUMMY1", "--off")
            #expect(await settle { Self.first.contains(stage.rect(of: mini)) })
            // Another monitor in its output is not the one.
            #expect(stage.outside.setEDID(Self.edid(serial: 3), of: "DUMMY1"))
            try await switchOn("DUMMY1", xorg)
            #expect(await settle { stage.desktop.monitors.last?.monitor.edid == "DEL-A0F1-00000003" })
            #expect(await settle { Self.first.contains(stage.rect(of: mini)) })
            try await xorg.xrandr("--output", "DUMMY1", "--off")
            #expect(stage.outside.setEDID(Self.edid(serial: 2), of: "DUMMY2"))
            try await switchOn("DUMMY2", xorg)
            #expect(await stage.settles(mini, at: home), "\(stage.rect(of: mini)) \(stage.desktop.monitors)")
            mini.close()
        }
    }

    @Test("M7: two monitors with one EDID, or with none, are told apart by their outputs", arguments: [true, false])
    func twins(_ haveEDID: Bool) async throws {
        try await Stage.onXorg { stage, xorg in
            if haveEDID {
                for output in ["DUMMY0", "DUMMY1"] {
                    #expect(stage.outside.setEDID(Self.edid(serial: 7), of: output))
                }
            }
            try await switchOn("DUMMY1", xorg)
            let (mini, home) = try await putOnSecond(stage)
            let edids = Set(stage.desktop.monitors.map(\.monitor.edid))
            #expect(edids == [haveEDID ? "DEL-A0F1-00000007" : nil])
            try await xorg.xrandr("--output", "DUMMY1", "--off")
            #expect(await settle { Self.first.contains(stage.rect(of: mini)) })
            try await switchOn("DUMMY1", xorg)
            #expect(await stage.settles(mini, at: home), "\(stage.rect(of: mini)) \(stage.desktop.monitors)")
            mini.close()
        }
    }

    @Test("nonsense for an EDID is none")
    func wildEDID() async throws {
        try await Stage.onXorg { stage, xorg in
            for bytes: [UInt8] in [[], [1, 2, 3], [UInt8](repeating: 255, count: 4096)] {
                #expect(stage.outside.setEDID(bytes, of: "DUMMY0"))
                #expect(stage.outside.monitors().map(\.edid) == [nil])
            }
            let mini = await stage.mini()
            #expect(Self.first.contains(stage.rect(of: mini)))
            mini.close()
        }
    }

    @Test("a monitor of one pixel, and one left of the screen: it has a size, and comes back")
    func wildMonitors() async throws {
        try await Stage.onXorg { stage, xorg in
            let mini = await stage.mini()
            let start = mini.goal
            stage.outside.setMonitor("dot", Rect(x: 0, y: 0, width: 1, height: 1), takesOutputs: true)
            #expect(await settle { stage.desktop.monitors.contains { $0.monitor.rect.size == Size(1, 1) } })
            #expect(await settle { stage.rect(of: mini) == mini.goal && mini.goal.size.area > 0 })
            stage.outside.deleteMonitor("dot")
            try await xorg.xrandr("--output", "DUMMY0", "--mode", "1280x720")
            try await xorg.xrandr("--output", "DUMMY0", "--mode", "1280x800")
            #expect(await stage.settles(mini, at: start), "\(mini.goal) \(stage.desktop.monitors)")
            stage.outside.setMonitor("left", Rect(x: -640, y: -200, width: 640, height: 480), takesOutputs: false)
            await stage.drag(from: start.center, to: Point(40, 60))
            #expect(
                await settle { mini.drag == nil && Self.first.contains(mini.goal) },
                "\(mini.goal) \(stage.desktop.monitors)")
            #expect(await stage.settles(mini, at: mini.goal))
            mini.close()
        }
    }

    @Test("the mouse is unplugged in the middle of a drag and of a resize: the window rests, and follows no more")
    func mouseUnplugged() async throws {
        try await Stage.onXorg { stage, xorg in
            let mini = await stage.mini { $0.position = Point(400, 300) }
            for isResize in [false, true] {
                let rect = stage.rect(of: mini)
                let grip = isResize ? Point(rect.maxX - 3, rect.maxY - 20) : rect.center
                xorg.mouse.move(to: grip)
                xorg.mouse.button(1, isDown: true)
                xorg.mouse.move(to: Point(grip.x + 30, grip.y + 15))
                xorg.mouse.move(to: Point(grip.x + 60, grip.y + 30))
                #expect(await settle { mini.drag != nil && stage.rect(of: mini) != rect })
                try await Task.sleep(for: .milliseconds(130))
                try await xorg.plug("mouse", isIn: false)
                #expect(await settle { mini.drag == nil })
                #expect(await stage.settles(mini, at: mini.goal))
                #expect(Self.first.contains(mini.goal))
                let place = mini.goal
                try await xorg.plug("mouse", isIn: true)
                xorg.mouse.move(to: Point(600, 650))
                xorg.mouse.move(to: Point(300, 250))
                stage.outside.sync()
                #expect(await settle { mini.pointerShape == .arrow })
                #expect(stage.rect(of: mini) == place)
            }
            mini.close()
        }
    }
}
