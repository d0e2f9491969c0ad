import TestSupport
import Testing
import Geometry

@testable import Services

@Suite("The idle inhibitor", .timeLimit(.minutes(10)))
struct IdleTests {
    private final class Log: Sendable {
        let lines = Lock<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func inhibitor(_ bus: PrivateBus) -> IdleInhibitor {
            let environment = [
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
            ]
            return IdleInhibitor(environment: environment) { [self] text in lines.withLock { $0.append(text) } }
        }
    }

    private func calls(_ child: Child) -> [String] {
        child.output.split(separator: "\n").map(String.init).filter { $0 != "ready" }
    }

    @Test("the screen saver is asked once, told the reason, and told when it is over")
    func screenSaver() async throws {
        try await PrivateBus.with { bus in
            try await IdleServices.with(["ScreenSaver", "SessionManager", "login1"], on: bus) { services in
                let log = Log()
                let inhibitor = log.inhibitor(bus)
                inhibitor.set(nil)
                inhibitor.set("playing a video")
                inhibitor.set("playing a video")
                try await services.waitForOutput("ScreenSaver Inhibit Porthole playing a video\n")
                inhibitor.set(nil)
                inhibitor.set(nil)
                try await services.waitForOutput("ScreenSaver UnInhibit 41\n")
                inhibitor.set("again")
                try await services.waitForOutput("ScreenSaver Inhibit Porthole again\n")
                #expect(calls(services).count == 3, "\(services.output)")
                #expect(log.all.isEmpty)
            }
        }
    }

    @Test(
        "without a screen saver, or with one that refuses, the session manager is asked with flag 8",
        arguments: [[], ["ScreenSaver-"]])
    func sessionManager(_ others: [String]) async throws {
        try await PrivateBus.with { bus in
            try await IdleServices.with(others + ["SessionManager", "login1"], on: bus) { services in
                let inhibitor = Log().inhibitor(bus)
                inhibitor.set("a call")
                try await services.waitForOutput("SessionManager Inhibit app.porthole 0 a call 8\n")
                inhibitor.set(nil)
                try await services.waitForOutput("SessionManager Uninhibit 41\n")
                #expect(!services.output.contains("login1"))
            }
        }
    }

    @Test("the login manager's lock is a descriptor, closed to release it, and by going away")
    func login() async throws {
        try await PrivateBus.with { bus in
            try await IdleServices.with(["login1"], on: bus) { services in
                var inhibitor: IdleInhibitor? = Log().inhibitor(bus)
                inhibitor?.set("a call")
                try await services.waitForOutput("login1 Inhibit idle Porthole a call block\n")
                inhibitor?.set(nil)
                try await services.waitForOutput("login1 closed\n")
                inhibitor?.set("another")
                try await services.waitForOutput("login1 Inhibit idle Porthole another block\n")
                inhibitor = nil
                #expect(await settle { calls(services).filter { $0 == "login1 closed" }.count == 2 })
            }
        }
    }

    @Test("a screen saver that is started again is asked again, and takes over from who stood in for it")
    func restarted() async throws {
        try await PrivateBus.with { bus in
            let inhibitor = Log().inhibitor(bus)
            try await IdleServices.with(["SessionManager"], on: bus) { other in
                try await IdleServices.with(["ScreenSaver"], on: bus) { first in
                    inhibitor.set("a call")
                    try await first.waitForOutput("ScreenSaver Inhibit Porthole a call\n")
                }
                try await other.waitForOutput("SessionManager Inhibit app.porthole 0 a call 8\n")
                try await IdleServices.with(["ScreenSaver"], on: bus) { second in
                    try await second.waitForOutput("ScreenSaver Inhibit Porthole a call\n")
                    try await other.waitForOutput("SessionManager Uninhibit 41\n")
                    inhibitor.set(nil)
                    try await second.waitForOutput("ScreenSaver UnInhibit 41\n")
                }
            }
        }
    }

    @Test("when nobody is there it says so once, and who comes later is asked all the same")
    func nobody() async throws {
        try await PrivateBus.with { bus in
            let log = Log()
            let inhibitor = log.inhibitor(bus)
            inhibitor.set("a call")
            #expect(await settle { !log.all.isEmpty })
            inhibitor.set(nil)
            inhibitor.set("a call")
            try await IdleServices.with(["ScreenSaver"], on: bus) { services in
                try await services.waitForOutput("ScreenSaver Inhibit Porthole a call\n")
            }
            #expect(log.all.count == 1, "\(log.all)")
            #expect(log.all.first?.contains("there is no org.freedesktop.ScreenSaver; ") == true, "\(log.all)")
        }
    }

    @Test("without buses it is one warning, and a bus that dies is none")
    func noBus() async throws {
        let lines = Lock<[String]>([])
        let inhibitor = IdleInhibitor(environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere"]) { text in
            lines.withLock { $0.append(text) }
        }
        inhibitor.set("a call")
        #expect(await settle { lines.withLock { !$0.isEmpty } })
        let text = lines.withLock { $0.first } ?? ""
        #expect(text.contains("session bus: DBUS_SESSION_BUS_ADDRESS and XDG_RUNTIME_DIR are not set; system bus: "))
        try await PrivateBus.with { bus in
            let other = Log().inhibitor(bus)
            try await IdleServices.with(["ScreenSaver"], on: bus) { services in
                other.set("a call")
                try await services.waitForOutput("ScreenSaver Inhibit")
                bus.child.signal(9)
                _ = await bus.child.waitForExit()
                other.set(nil)
                other.set("more")
            }
        }
        #expect(lines.withLock { $0.count } == 1)
    }

    @Test("an answer that comes too late is given back, and a service that changes hands is asked anew")
    func late() {
        var ladder = IdleLadder()
        #expect(ladder.reduce(.wanted("a")) == [.look(.screenSaver)])
        #expect(
            ladder.reduce(.owner(.screenSaver, ":1.1"))
                == [.ask(.screenSaver, owner: ":1.1", attempt: 1, reason: "a")])
        #expect(ladder.reduce(.wanted(nil)) == [])
        #expect(ladder.reduce(.held(.screenSaver, attempt: 1)) == [.release(attempt: 1)])
        #expect(
            ladder.reduce(.wanted("b")) == [.ask(.screenSaver, owner: ":1.1", attempt: 2, reason: "b")])
        #expect(
            ladder.reduce(.owner(.screenSaver, ":1.2"))
                == [.ask(.screenSaver, owner: ":1.2", attempt: 3, reason: "b")])
        #expect(ladder.reduce(.held(.screenSaver, attempt: 2)) == [.release(attempt: 2)])
        #expect(ladder.reduce(.held(.screenSaver, attempt: 3)) == [])
        #expect(ladder.reduce(.wanted("b")) == [])
        #expect(ladder.reduce(.wanted(nil)) == [.release(attempt: 3)])
    }
}
