import Foundation
import PortholeKit
import TestSupport
import Testing

@testable import porthole

/// Several processes, one instance: what is handed over, and what is not.
@Suite(.timeLimit(.minutes(10)), .serialized) struct AppInstanceTests {
    private static let blue = "test:solid?color=3366cc&size=320x180"
    private static let orange = "test:solid?color=cc6633&size=320x180"

    @Test("a second watch joins the running instance, gets the events of its session only, and its exit code")
    func joins() async throws {
        try await Desk.with { desk in
            try await desk.run(["call", Self.blue]) { porthole in
                try await porthole.wait(for: "call session.connected")
                try await desk.run(["watch", "test:solid?frames=150&fps=30&size=320x180"]) { second in
                    try await second.wait(for: "live session.connected")
                    let state = try await desk.state()
                    #expect(state.process == porthole.child.pid)
                    #expect(try state.session("live").presentation == "full")
                    #expect(try state.session("call").presentation == "tile")
                    #expect(await second.child.waitForExit() == 0)
                    #expect(second.story() == ["live session.connected", "live session.ended end-of-stream"])
                }
                try await desk.run(["watch", "/nowhere/film.mp4"]) { third in
                    #expect(await third.child.waitForExit() == 1)
                    #expect(third.complaints.count == 1, "\(third.complaints)")
                    #expect(third.complaints.first?.contains("no such file") == true)
                }
                try await porthole.waitForFrames(of: "call", on: "stage")
                #expect(porthole.story() == ["call session.connected"])
                #expect(porthole.complaints.isEmpty, "\(porthole.complaints)")
                try await desk.order("hang-up")
                // The other's failure is not this one's.
                #expect(await porthole.child.waitForExit() == 0)
            }
        }
    }

    @Test("SIGINT on a process that joined ends its session alone, code 130")
    func interrupted() async throws {
        try await Desk.with { desk in
            try await desk.run(["call", Self.blue]) { porthole in
                try await porthole.wait(for: "call session.connected")
                try await desk.run(["watch", Self.orange, "--pip"]) { second in
                    try await second.wait(for: "live pip.did-start")
                    second.child.signal(SIGINT)
                    #expect(await second.child.waitForExit() == 130)
                    #expect(
                        second.story(of: "live").suffix(3) == ["pip.will-stop", "pip.did-stop", "session.ended quit"])
                }
                #expect(try await desk.state { $0.sessions.map(\.name) == ["call"] })
                try await porthole.waitForFrames(of: "call", on: "stage")
            }
        }
    }

    @Test("the instance that ends tells those who joined: their sessions quit, and so do they")
    func instanceEnds() async throws {
        try await Desk.with { desk in
            try await desk.run(["call", Self.blue]) { porthole in
                try await porthole.wait(for: "call session.connected")
                try await desk.run(["watch", Self.orange]) { second in
                    try await second.wait(for: "live session.connected")
                    porthole.child.signal(SIGTERM)
                    #expect(await porthole.child.waitForExit() == 130)
                    #expect(await second.child.waitForExit() == 0)
                    #expect(second.story() == ["live session.connected", "live session.ended quit"])
                }
            }
        }
    }

    @Test("--new-instance is not handed over")
    func newInstance() async throws {
        try await Desk.with { desk in
            try await desk.run(["watch", Self.blue]) { porthole in
                try await porthole.wait(for: "live session.connected")
                try await desk.run(["watch", Self.orange, "--new-instance", "--pip"]) { second in
                    let window = try #require(try await second.wait(for: "live pip.did-start").window)
                    #expect(
                        desk.outside.numbers(.wmPID, of: WindowID(window)) == [UInt(second.child.pid)])
                    let state = try await desk.state()
                    #expect(state.process == porthole.child.pid && state.sessions.map(\.name) == ["live"])
                    #expect(try state.session("live").pip == "none")
                }
            }
        }
    }

    @Test("S8: a second call takes the window and puts the first on hold, which goes on when it is over")
    func secondCall() async throws {
        try await Desk.with { desk in
            try await desk.run(["call", Self.blue, "--pip"]) { porthole in
                try await porthole.wait(for: "call pip.did-start")
                try await desk.run(["call", Self.orange, "--pip"]) { second in
                    let start = try await second.wait(for: "call-2 pip.will-start")
                    let stop = try await porthole.wait(for: "call pip.did-stop")
                    #expect(stop.time <= start.time)
                    try await second.wait(for: "call-2 pip.did-start")
                    let state = try await desk.state()
                    #expect(try state.session("call").held && state.session("call").phase == "connected")
                    #expect(try !state.session("call-2").held)
                    #expect(!porthole.story().contains("call pip.restore"))

                    // Back to the first: now the second rests.
                    try await desk.order("full", "--session", "call")
                    #expect(try await desk.state { try $0.session("call-2").held && !$0.session("call").held })
                    try await desk.order("full", "--session", "call-2")
                    #expect(try await desk.state { try $0.session("call").held && !$0.session("call-2").held })

                    try await desk.order("hang-up")
                    #expect(await second.child.waitForExit() == 0)
                    #expect(second.story().last == "call-2 session.ended hang-up")
                }
                #expect(try await desk.state { try !$0.session("call").held })
                try await porthole.waitForFrames(of: "call", on: "stage")
                #expect(!porthole.story().contains { $0.contains("session.ended") })
            }
        }
    }

    @Test("the lobby takes what is handed over and stays when it is over")
    func lobby() async throws {
        try await Desk.with { desk in
            try await desk.run([]) { porthole in
                #expect(try await desk.isReached())
                try await desk.run(["watch", "test:solid?frames=30&fps=30&size=320x180"]) { second in
                    #expect(await second.child.waitForExit() == 0)
                    #expect(second.story().last == "live session.ended end-of-stream")
                }
                let state = try await desk.state()
                #expect(state.sessions.isEmpty && state.process == porthole.child.pid)
                let main = try state.main().description
                try await desk.tool("wmctrl", "-i", "-c", main)
                #expect(await porthole.child.waitForExit() == 0)
            }
        }
    }

    @Test("without a bus it runs all the same, and ctl says in one line what is missing, code 69")
    func noBus() async throws {
        try await Desk.bare { desk in
            try await desk.run(["watch", Self.blue, "--pip"]) { porthole in
                try await porthole.wait(for: "live pip.did-start")
                let result = try await desk.ctl("state")
                #expect(result.status == 69)
                #expect(result.output.split(separator: "\n").count == 1, "\(result.output)")
                #expect(result.output.contains("dbus-run-session"))
                #expect(porthole.complaints.isEmpty, "\(porthole.complaints)")
                porthole.child.signal(SIGINT)
                #expect(await porthole.child.waitForExit() == 130)
            }
        }
    }
}
