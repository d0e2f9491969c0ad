import Foundation
import Geometry
import Testing
import TestSupport
import XServer

@Suite(.timeLimit(.minutes(10))) struct ConnectionTests {
    @Test("no display is an error in words, not a crash")
    func noDisplay() throws {
        let error = #expect(throws: ConnectionError.self) { try Connection(":64999") }
        #expect(error == .refused(display: ":64999"))
        #expect(error?.description.contains(":64999") == true)
    }

    @Test("a screen of 8 bits is refused with the remedy")
    func noTrueColor() async throws {
        try await PrivateServer.with("640x480x8") { server in
            let error = #expect(throws: ConnectionError.self) { try Connection(server.display) }
            #expect(error == .noTrueColor(display: server.display))
        }
    }

    @Test("a server that dies leaves a connection on which every call is harmless")
    func serverDies() async throws {
        try await PrivateServer.with { server in
            let connection = try Connection(server.display)
            let window = connection.createWindow(
                Rect(x: 0, y: 0, width: 10, height: 10), overrideRedirect: true, events: [])
            connection.sync()
            kill(server.child.pid, SIGKILL)
            connection.sync()
            #expect(connection.isBroken)
            connection.mapRaised(window)
            connection.flush()
            #expect(connection.nextEvent() == nil)
            #expect(connection.facts(of: window) == nil)
            connection.destroyWindow(window)
        }
    }

    @Test("an event that a round trip has read is found by hasQueuedEvents, where poll is blind")
    func drainRule() async throws {
        try await PrivateServer.with { server in
            let (connection, other) = (try Connection(server.display), try Connection(server.display))
            let window = connection.createWindow(
                Rect(x: 0, y: 0, width: 10, height: 10), overrideRedirect: true, events: [.properties])
            connection.sync()
            while connection.nextEvent() != nil {}
            other.setText("hello", .wmName, on: window)
            other.sync()
            // Reads the event off the socket while it waits for the answer.
            _ = connection.chooseTransport()
            var descriptor = pollfd(fd: connection.fileDescriptor, events: Int16(POLLIN), revents: 0)
            #expect(poll(&descriptor, 1, 0) == 0)
            #expect(connection.hasQueuedEvents)
            guard case .property(window, .wmName, _) = connection.nextEvent() else {
                Issue.record("the event was lost")
                return
            }
            connection.destroyWindow(window)
        }
    }

    @Test("flush tells when it left events in memory")
    func flushTells() async throws {
        try await PrivateServer.with { server in
            let (connection, other) = (try Connection(server.display), try Connection(server.display))
            let window = connection.createWindow(
                Rect(x: 0, y: 0, width: 10, height: 10), overrideRedirect: true, events: [.properties])
            connection.sync()
            while connection.nextEvent() != nil {}
            var told = 0
            connection.onEventsLeftQueued = { told += 1 }
            other.setText("hello", .wmName, on: window)
            other.sync()
            connection.sync()
            #expect(told == 1)
            connection.destroyWindow(window)
        }
    }

    @Test("properties come back as they were set")
    func properties() async throws {
        try await PrivateServer.with { server in
            let connection = try Connection(server.display)
            let window = connection.createWindow(
                Rect(x: 0, y: 0, width: 10, height: 10), overrideRedirect: true, events: [])
            connection.setText("Żółć 通話", .wmName, on: window)
            connection.setCardinals([0, 0xffff_ffff, 7], .wmIcon, on: window)
            connection.setAtoms([.wmStateAbove, .wmStateHidden], .wmStateEWMH, on: window)
            #expect(connection.text(.wmName, of: window) == "Żółć 通話")
            #expect(connection.numbers(.wmIcon, of: window).map { $0 & 0xffff_ffff } == [0, 0xffff_ffff, 7])
            #expect(connection.names(.wmStateEWMH, of: window) == [.wmStateAbove, .wmStateHidden])
            connection.deleteProperty(.wmName, of: window)
            #expect(connection.text(.wmName, of: window) == nil)
            connection.destroyWindow(window)
            #expect(connection.numbers(.wmIcon, of: window).isEmpty)
            #expect(connection.children(of: window).isEmpty)
        }
    }

    @Test("monitors set by hand are found, the primary one first, and changes are told")
    func monitors() async throws {
        try await PrivateServer.with("1600x600x24") { server in
            let connection = try Connection(server.display)
            #expect(connection.monitors().map(\.rect) == [Rect(x: 0, y: 0, width: 1600, height: 600)])
            connection.select([.structure], on: connection.rootWindow)
            connection.selectMonitorChanges()
            connection.sync()
            for arguments in [["left", "800/200x600/150+0+0", "screen"], ["right", "800/200x600/150+800+0", "none"]] {
                let result = try await Child.run(
                    ["xrandr", "--display", server.display, "--setmonitor"] + arguments)
                #expect(result.status == 0, "\(result.output)")
            }
            let monitors = connection.monitors()
            #expect(Set(monitors.map(\.name)) == ["left", "right"])
            #expect(monitors.contains { $0.rect == Rect(x: 800, y: 0, width: 800, height: 600) })
            connection.setCardinals([0, 30, 1600, 570], .workArea, on: connection.rootWindow)
            let right = try #require(monitors.first { $0.name == "right" })
            #expect(connection.workArea(of: right) == Rect(x: 800, y: 30, width: 800, height: 570))
            // A work area elsewhere is nonsense and leaves the monitor as it is.
            // bspwm leaves a workspace −1 behind: it was read as a number that no Int holds.
            connection.setCardinals([0xffff_ffff], .currentDesktop, on: connection.rootWindow)
            #expect(connection.workArea(of: right) == Rect(x: 800, y: 30, width: 800, height: 570))
            connection.setCardinals([5000, 30, 10, 10], .workArea, on: connection.rootWindow)
            #expect(connection.workArea(of: right) == right.rect)
        }
    }

    @Test("events that another client makes up are not taken for the server's")
    func madeUp() async throws {
        try await PrivateServer.with { server in
            let (connection, other) = (try Connection(server.display), try Connection(server.display))
            let window = connection.createWindow(
                Rect(x: 0, y: 0, width: 10, height: 10), overrideRedirect: true, events: [.structure])
            connection.sync()
            while connection.nextEvent() != nil {}
            other.pester(window)
            connection.sync()
            var seen = 0
            while let event = connection.nextEvent() {
                seen += 1
                switch event {
                // A manager may tell the place this way, and says so.
                case .configure(window, _, isSynthetic: true), .other: break
                default: Issue.record("\(event)")
                }
            }
            #expect(seen > 50)
            connection.destroyWindow(window)
            connection.sync()
            var isGone = false
            while let event = connection.nextEvent() { if case .destroy(window) = event { isGone = true } }
            #expect(isGone)
        }
    }

    @Test("a ping is answered once, by its window's owner, and answers by nobody")
    func pings() async throws {
        try await PrivateServer.with { server in
            let (owner, other, manager) = (
                try Connection(server.display), try Connection(server.display), try Connection(server.display)
            )
            for connection in [owner, other] { connection.select([.substructure], on: connection.rootWindow) }
            let window = owner.createWindow(Rect(x: 0, y: 0, width: 9, height: 9), events: [])
            func messages(_ connection: Connection) -> Int {
                connection.sync()
                var count = 0
                while let event = connection.nextEvent(), count < 100 {
                    if case .other(33) = event { count += 1 }
                }
                return count
            }
            owner.sync()
            _ = (messages(owner), messages(other))
            let ping = try #require(manager.number(ofName: "_NET_WM_PING"))
            // To the root rather than to the window, so that all who must not answer get it too.
            manager.ask("WM_PROTOCOLS", about: window, [Int(ping), 0, Int(window.rawValue)])
            manager.sync()
            var seen = (owner: 0, other: 0)
            for _ in 0..<5 {
                seen.owner += messages(owner)
                seen.other += messages(other)
            }
            #expect(seen.owner == 1, "the owner hears its own answer")
            #expect(seen.other == 2, "the other hears the ping and the answer")
            owner.destroyWindow(window)
            owner.sync()
        }
    }
}
