import Geometry
import PortholeKit
import TestSupport
import Testing

/// Case 27: the desktop stays awake while a live plays, and only then.
@Suite(.timeLimit(.minutes(10)), .serialized) struct IdleTests {
    private func isRunning(_ environment: [String: String]) async -> Bool {
        let state = try? await Program.run(["ctl", "state"], display: environment["DISPLAY"], environment: environment)
        return state?.status == 0
    }

    @Test("a screen saver is inhibited while a live plays, not while it is paused, and no more when it is over")
    func live() async throws {
        try await PrivateBus.with { bus in
            try await IdleServices.with(["ScreenSaver"], on: bus) { saver in
                try await PrivateServer.with { server in
                    let environment = bus.environment.merging(["DISPLAY": server.display]) { $1 }
                    try await Child.with([Program.path, "--no-audio"], environment: environment) { app in
                        var isThere = false
                        for _ in 0..<200 where !isThere { isThere = await isRunning(environment) }
                        #expect(isThere, "\(app.output)")
                        #expect(!saver.output.contains("Inhibit"))
                        // The app goes on without it: what ends the inhibition is the live's end, not the program's.
                        try await Child.with(
                            [Program.path, "watch", "test:", "--no-audio", "--events"], environment: environment
                        ) { live in
                            try await saver.waitForOutput("ScreenSaver Inhibit Porthole ")
                            let input = try #require(TestInput(try Connection(server.display)))
                            input.move(to: Point(400, 300))
                            input.key(0x20)
                            try await saver.waitForOutput("ScreenSaver UnInhibit 41\n")
                            input.key(0x20)
                            let again = { saver.output.split(separator: "\n").count { $0.contains(" Inhibit ") } == 2 }
                            #expect(await settle(60, again), "\(saver.output) \(live.output)")
                            live.signal(15)
                            _ = await live.waitForExit()
                        }
                        try await saver.waitForOutput("ScreenSaver UnInhibit 42\n")
                        #expect(await app.waitForExit(timeout: 0) == nil)
                        #expect(saver.output.split(separator: "\n").count == 5, "\(saver.output)")
                    }
                }
            }
        }
    }
}
