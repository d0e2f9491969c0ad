import Foundation
import PortholeKit
import TestSupport
import Testing

/// Sharing the screen with the whole program.
@Suite(.timeLimit(.minutes(10)), .serialized) struct ShareScreenTests {
    private struct State: Decodable {
        struct Session: Decodable {
            let share: String?
            let veiled: Bool
            let participants: [Person]
        }
        struct Person: Decodable { let screen: Bool }
        let sessions: [Session]
        let hideWhileSharing: Bool
    }

    private func state(_ desk: Desk, _ isReached: (State) -> Bool) async throws -> Bool {
        for _ in 0..<200 {
            let text = try await desk.ctl("state").output
            if isReached(try JSONDecoder().decode(State.self, from: Data(text.utf8))) { return true }
        }
        return false
    }

    private func window(_ desk: Desk, _ rect: Rect, _ color: UInt32) -> WindowID {
        let id = desk.outside.createWindow(
            rect, overrideRedirect: true, background: .color(color), events: [.structure])
        desk.outside.mapRaised(id)
        desk.outside.sync()
        return id
    }

    /// Whether the own picture, which is what the other side gets, is of that colour in its middle.
    private func showsOwn(_ color: UInt32, _ desk: Desk) async throws -> Bool {
        let main = try await desk.state().main()
        let rect = try #require(desk.outside.facts(of: main)).rect
        // In the middle of the own picture of a window of 960 by 540 (`CallView.layoutSelf`).
        let place = Point(rect.maxX - 20 - 105, rect.maxY - 20 - 100)
        let found = await settle(20) { desk.sees(color, at: place) }
        return found
    }

    @Test("a window that is shared is seen until it is closed; then sharing ends with a sentence, the call goes on")
    func windowClosed() async throws {
        try await Desk.with { desk in
            let shared = window(desk, Rect(x: 0, y: 0, width: 200, height: 150), 0x20c040)
            // What lies over it is nobody's business.
            let cover = window(desk, Rect(x: 50, y: 30, width: 100, height: 100), 0xc02040)
            try await desk.run(["call", "test:solid?color=404040"]) { porthole in
                try await porthole.wait(for: "call session.connected")
                try await desk.order("share", "window", shared.description)
                try await porthole.wait(for: "call session.sharing")
                #expect(try await showsOwn(0x20c040, desk))
                #expect(desk.sees(0xc02040, at: Point(100, 80)))
                // Another size, and over the edge of the screen.
                desk.outside.configure(shared, Rect(x: -60, y: 0, width: 320, height: 240))
                desk.outside.sync()
                #expect(try await showsOwn(0x20c040, desk))
                for id in [cover, shared] { desk.outside.destroyWindow(id) }
                desk.outside.sync()
                try await porthole.wait(for: "call session.sharing", count: 2)
                #expect(try await state(desk) { $0.sessions.first?.share == nil })
                #expect(porthole.complaints.contains { $0.contains("the window was closed") }, "\(porthole.complaints)")
                try await desk.order("hang-up")
                #expect(await porthole.child.waitForExit() == 0)
            }
        }
    }

    @Test("what is not there can't be shared: one line with the remedy, and a call for it is not begun")
    func nothingThere() async throws {
        try await Desk.with { desk in
            try await desk.run(["call", "test:solid"]) { porthole in
                try await porthole.wait(for: "call session.connected")
                for (words, part) in [
                    (["monitor", "DP-9"], "there is no monitor DP-9"),
                    (["window", "0x1fffff00"], "no window 0x1fffff00"),
                    (["region", "5000x100+0+0"], "not wholly on the screen"), (["stop"], "shares nothing"),
                ] {
                    let result = try await Child.run(
                        [Program.path, "ctl", "share"] + words, environment: desk.environment, timeout: 30)
                    #expect(result.status == 1 && result.output.contains(part), "\(result)")
                    #expect(result.output.split(separator: "\n").count == 1)
                }
                let second = try await Child.run(
                    [Program.path, "call", "test:solid", "--share", "monitor:DP-9", "--new-instance"],
                    environment: desk.environment, timeout: 30)
                #expect(second.status == 1 && second.output.contains("there is no monitor DP-9"), "\(second)")
            }
        }
    }

    @Test("M9: with the option the mini window is not in the shared picture, and comes back afterwards and elsewhere")
    func hidden() async throws {
        try await Desk.with { desk in
            let words = ["call", "test:solid?color=e040fb", "--pip", "--corner", "lower-right"]
            try await desk.run(words) { porthole in
                let mini = try #require(try await porthole.wait(for: "call pip.did-start").window)
                // It may be under way for a while yet.
                func isSeen() -> Bool { desk.rect(mini).map { desk.sees(0xe040fb, at: $0.center) } ?? false }
                #expect(await settle { isSeen() })
                try await desk.order("hide-while-sharing", "on")
                try await desk.order("share", "region", "400x300+0+0")
                #expect(try await state(desk) { $0.sessions.first?.veiled == false && $0.hideWhileSharing })
                #expect(await settle { isSeen() })
                let rect = try #require(desk.rect(mini))
                try await desk.order("share", "monitor")
                // Told only after the window is away: nothing has to be waited for.
                let pixels = desk.outside.pixels(of: desk.outside.rootWindow, in: rect) ?? []
                #expect(
                    !pixels.isEmpty && !pixels.contains { $0 >> 16 > 0xd0 && $0 & 0xff > 0xe0 && $0 >> 8 & 0xff < 0x80 }
                )
                #expect(try await state(desk) { $0.sessions.first?.veiled == true })
                // It goes on all the while, and the option can be left meanwhile.
                try await desk.order("hide-while-sharing", "off")
                #expect(await settle { isSeen() })
                try await desk.order("hide-while-sharing", "on")
                #expect(await settle { !isSeen() })
                try await desk.order("share", "stop")
                #expect(await settle { isSeen() })
                #expect(porthole.story().filter { $0.contains("pip.did-stop") }.isEmpty)
            }
        }
    }
}
