import Foundation
import PortholeKit
import TestSupport
import Testing

@testable import porthole

/// The life of a picture in picture, from the command line to the screen: the whole program, driven by `ctl`, the window
/// manager and the pointer.
@Suite(.timeLimit(.minutes(10)), .serialized) struct AppLifeTests {
    private static let blue = "test:solid?color=3366cc&size=320x180"
    private static let orange = "test:solid?color=cc6633&size=320x180"

    /// The middle of the tile in the lower right corner: 150 points a side, 5 from the edges.
    private func tile(in main: Rect) -> Point { Point(main.maxX - 5 - 75, main.maxY - 5 - 75) }

    @Test(
        "B4, B6: a call minimised to the tile floats by itself when the app is left, and is the tile again afterwards")
    func tileFloatsByItself() async throws {
        try await Desk.with { desk in
            try await desk.run(["call", Self.blue]) { porthole in
                try await porthole.wait(for: "call session.connected")
                try await desk.order("tile")
                let before = try await desk.state()
                #expect(try before.session("call").presentation == "tile")
                let main = try before.main()
                let place = tile(in: try #require(desk.rect(main.rawValue)))
                #expect(await settle { desk.sees(0x3366cc, at: place) })

                try await desk.tool("xdotool", "windowminimize", "\(main.rawValue)")
                let window = try #require(try await porthole.wait(for: "call pip.did-start").window)
                // It may still be growing out of the tile's place.
                #expect(await settle { desk.sees(0x3366cc, at: desk.rect(window)?.center ?? .zero) })
                // B5: at its own pace though the main window is away.
                try await porthole.waitForFrames(of: "call", on: "mini")
                #expect(desk.outside.facts(of: main)?.isViewable == false)

                try await desk.tool("xdotool", "windowactivate", "\(main.rawValue)")
                try await porthole.wait(for: "call pip.did-stop")
                #expect(try await desk.state().session("call").presentation == "tile")
                #expect(await settle { desk.sees(0x3366cc, at: place) })
                try await porthole.waitForFrames(of: "call", on: "tile")
                #expect(desk.rect(window) == nil)
                #expect(
                    porthole.story(of: "call") == [
                        "session.connected", "pip.will-start", "pip.did-start", "pip.will-stop", "pip.did-stop",
                    ])
            }
        }
    }

    @Test("S3, S7: ctl floats a call, stops, restores, mutes and hangs up, each as its window's buttons do")
    func control() async throws {
        try await Desk.with { desk in
            try await desk.run(["call", Self.blue]) { porthole in
                try await porthole.wait(for: "call session.connected")
                try await desk.order("pip")
                let window = try await porthole.wait(for: "call pip.did-start").window
                try await desk.order("pip")
                #expect(try await desk.state().session("call").windows.mini == window)
                try await desk.order("stop")
                try await porthole.wait(for: "call pip.did-stop")
                let stopped = try await desk.ctl("stop")
                #expect(stopped.status == 1 && stopped.output.contains("does not float"), "\(stopped)")

                try await desk.order("pip")
                try await porthole.wait(for: "call pip.did-start", count: 2)
                try await desk.order("restore")
                try await porthole.wait(for: "call pip.did-stop", count: 2)
                #expect(try await desk.state().session("call").presentation == "full")

                try await desk.order("mute")
                #expect(try await desk.state().session("call").muted)
                try await desk.order("mute", "off")
                #expect(try await !desk.state().session("call").muted)
                let unknown = try await desk.ctl("pip", "--session", "live")
                #expect(unknown.status == 1 && unknown.output.contains("no session 'live': there are: call"))

                try await desk.order("hang-up")
                #expect(await porthole.child.waitForExit() == 0)
                #expect(
                    porthole.story(of: "call") == [
                        "session.connected", "pip.will-start", "pip.did-start", "pip.will-stop", "pip.did-stop",
                        "pip.will-start", "pip.did-start", "pip.restore", "pip.will-stop", "pip.did-stop",
                        "session.ended hang-up",
                    ])
            }
        }
    }

    @Test("B6: ctl hide keeps a call away when the app is left, until it is floated by hand; the live still comes")
    func hidden() async throws {
        try await Desk.with { desk in
            try await desk.run(["call", Self.blue, "--also-watch", Self.orange]) { porthole in
                try await porthole.wait(for: "call session.connected")
                try await porthole.wait(for: "live session.connected")
                try await desk.order("pip", "--session", "call")
                try await porthole.wait(for: "call pip.did-start")
                try await desk.order("hide")
                try await porthole.wait(for: "call pip.did-stop")
                let main = try await desk.state().main().rawValue
                try await desk.tool("xdotool", "windowminimize", "\(main)")
                try await porthole.wait(for: "live pip.did-start")
                #expect(porthole.story(of: "call").filter { $0 == "pip.will-start" }.count == 1)
                #expect(try await desk.state().session("call").phase == "connected")
                try await desk.order("pip", "--session", "call")
                try await porthole.wait(for: "call pip.did-start", count: 2)
                // Coming back ends only what started by itself.
                try await desk.tool("xdotool", "windowactivate", "\(main)")
                try await porthole.wait(for: "live pip.did-stop")
                #expect(try await desk.state().session("call").pip == "floating")
            }
        }
    }

    @Test(
        "B2, B3: both float; closing one hangs up or stops watching, once, and the other is untouched",
        arguments: [("call", "hang-up", "live"), ("live", "stop-watching", "call")], [true, false])
    func closeOne(_ closed: (name: String, reason: String, other: String), _ byPointer: Bool) async throws {
        try await Desk.with { desk in
            let words = [
                "call", Self.blue, "--also-watch", Self.orange, "--pip", "--position", "200,200", "--keep-stage",
            ]
            try await desk.run(words) { porthole in
                let one = try #require(try await porthole.wait(for: "\(closed.name) pip.did-start").window)
                let other = try #require(try await porthole.wait(for: "\(closed.other) pip.did-start").window)
                // They grow out of the stage, to where it was asked for and, 16 pixels on, beside that.
                let places = Set([200, 472].map { Rect(x: $0, y: 200, width: 256, height: 144) })
                #expect(await settle { Set([desk.rect(one), desk.rect(other)]) == places })
                let theirs = try #require(desk.rect(other))
                if byPointer {
                    try await desk.pressClose(one, closed.name == "call" ? .call : .live)
                } else {
                    try await desk.order("close", "--session", closed.name)
                }
                try await porthole.wait(for: "\(closed.name) session.ended \(closed.reason)")
                try await porthole.waitForFrames(of: closed.other, on: "mini")
                #expect(desk.rect(one) == nil)
                #expect(desk.rect(other) == theirs)
                let state = try await desk.state()
                #expect(state.sessions.map(\.name) == [closed.other])
                #expect(state.sessions.first?.windows.mini == other)
                #expect(
                    porthole.story(of: closed.name) == [
                        "session.connected", "pip.will-start", "pip.did-start", "pip.will-stop", "pip.did-stop",
                        "session.ended \(closed.reason)",
                    ])
                #expect(
                    porthole.story(of: closed.other) == ["session.connected", "pip.will-start", "pip.did-start"])
            }
        }
    }

    @Test("B8: the main window's close button means what its session is: hang up, then stop watching, then the end")
    func closeMain() async throws {
        try await Desk.with { desk in
            try await desk.run(["call", Self.blue, "--also-watch", Self.orange]) { porthole in
                try await porthole.wait(for: "call session.connected")
                try await porthole.wait(for: "live session.connected")
                let main = try await desk.state().main().description
                try await desk.tool("wmctrl", "-i", "-c", main)
                try await porthole.wait(for: "call session.ended hang-up")
                #expect(try await desk.state().session("live").presentation == "full")
                #expect(porthole.story(of: "live") == ["session.connected"])
                try await desk.tool("wmctrl", "-i", "-c", main)
                #expect(await porthole.child.waitForExit() == 0)
                #expect(porthole.story().last == "live session.ended stop-watching")
            }
        }
    }

    @Test("B8: SIGTERM ends every session, tells each once, takes the windows away; code 130")
    func terminated() async throws {
        try await Desk.with { desk in
            try await desk.run(["call", Self.blue, "--also-watch", Self.orange, "--pip"]) { porthole in
                try await porthole.wait(for: "call pip.did-start")
                try await porthole.wait(for: "live pip.did-start")
                porthole.child.signal(SIGTERM)
                #expect(await porthole.child.waitForExit() == 130)
                for name in ["call", "live"] {
                    let story = porthole.story(of: name)
                    #expect(story.suffix(3) == ["pip.will-stop", "pip.did-stop", "session.ended quit"])
                }
                #expect(porthole.events.filter { $0.event == "session.ended" }.count == 2)
            }
        }
    }

    @Test("B9: while it floats the stage shows the notice, whose button brings it back; with --keep-stage the picture")
    func placeholder() async throws {
        try await Desk.with { desk in
            try await desk.run(["watch", Self.blue, "--pip"]) { porthole in
                try await porthole.wait(for: "live pip.did-start")
                let main = try #require(desk.rect(try await desk.state().main().rawValue))
                // Beside the words: the notice has the window's own colour there.
                let place = Point(main.x + main.width / 4, main.center.y)
                let background = Theme.dark.background.rgb
                #expect(await settle { desk.sees(background, at: place) })
                // Under the words in the middle.
                desk.pointer.move(to: Point(main.center.x, main.center.y + 48))
                desk.pointer.click()
                try await porthole.wait(for: "live pip.restore")
                try await porthole.wait(for: "live pip.did-stop")
                desk.pointer.move(to: Point(1, 1))
                #expect(await settle { desk.sees(0x3366cc, at: place) })
            }
            try await desk.run(["watch", Self.blue, "--pip", "--keep-stage"]) { porthole in
                let window = try #require(try await porthole.wait(for: "live pip.did-start").window)
                let main = try #require(desk.rect(try await desk.state().main().rawValue))
                try await porthole.waitForFrames(of: "live", on: "stage")
                #expect(await settle { desk.sees(0x3366cc, at: Point(main.x + main.width / 4, main.center.y)) })
                #expect(await settle { desk.sees(0x3366cc, at: desk.rect(window)?.center ?? .zero) })
            }
        }
    }

    @Test(
        "S9, C11: without the capability it does not float and says why and what to do; the session and its tile go on")
    func noCapability() async throws {
        try await withFolder { folder in
            let manifest = folder + "/porthole.manifest"
            try Data("[Capabilities]\nBackgroundModes=audio;\n".utf8).write(to: URL(fileURLWithPath: manifest))
            try await Desk.with { desk in
                try await desk.run(["call", Self.blue, "--pip"], environment: ["PORTHOLE_MANIFEST": manifest]) {
                    porthole in
                    let failed = try await porthole.wait(for: "call pip.failed")
                    #expect(failed.error?.contains("BackgroundModes=audioPictureInPicture") == true)
                    let again = try await desk.ctl("pip")
                    #expect(again.status == 1 && again.output.contains("BackgroundModes=audioPictureInPicture"))
                    try await porthole.wait(for: "call pip.failed", count: 2)
                    try await desk.order("tile")
                    try await porthole.waitForFrames(of: "call", on: "tile")
                    let call = try await desk.state().session("call")
                    #expect(call.presentation == "tile" && call.phase == "connected")
                    #expect(call.obstacle == "background-mode-missing")
                    #expect(porthole.story(of: "call") == ["session.connected", "pip.failed", "pip.failed"])
                }
            }
        }
    }

    @Test("S2: a screen that is too small: pip.failed with the reason, ctl pip exits 69, and the live plays on")
    func unsupported() async throws {
        try await Desk.with("640x100x24", hasManager: false) { desk in
            try await desk.run(["watch", Self.blue, "--pip"]) { porthole in
                let failed = try await porthole.wait(for: "live pip.failed")
                let result = try await desk.ctl("pip")
                #expect(result.status == 69)
                #expect(result.output == "porthole: \(failed.error ?? "")\n")
                try await porthole.waitForFrames(of: "live", on: "stage")
                let state = try await desk.state()
                #expect(!state.supported)
                #expect(try state.session("live").phase == "playing")
            }
        }
    }

    @Test("a display that dies under two floating sessions: one message, code 1, each told once")
    func displayDies() async throws {
        try await PrivateBus.with { bus in
            try await PrivateServer.with("1280x800x24") { server in
                let words = [
                    Program.path, "call", Self.blue, "--also-watch", Self.orange, "--pip", "--events", "--no-audio",
                ]
                let environment = ["DISPLAY": server.display, "DBUS_SESSION_BUS_ADDRESS": bus.address]
                try await Child.with(words, environment: environment) { child in
                    let porthole = RunningProgram(child: child)
                    try await porthole.wait(for: "call pip.did-start")
                    try await porthole.wait(for: "live pip.did-start")
                    server.child.signal(SIGKILL)
                    #expect(await child.waitForExit() == 1)
                    #expect(porthole.complaints == ["porthole: the X display was lost while playing"])
                    for name in ["call", "live"] {
                        #expect(
                            porthole.story(of: name).suffix(3) == [
                                "pip.will-stop", "pip.did-stop", "session.ended display-lost",
                            ])
                    }
                }
            }
        }
    }
}
