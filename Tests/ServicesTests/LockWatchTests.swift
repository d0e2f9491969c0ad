import Foundation
import Geometry
import Services
import TestSupport
import Testing

@Suite("The lock watch", .timeLimit(.minutes(10)))
struct LockWatchTests {
    private final class Log: Sendable {
        let lines = Lock<[String]>([])
        var last: String? { lines.withLock { $0.last } }
        var all: [String] { lines.withLock { $0 } }
        func watch(_ environment: [String: String]) -> LockWatch {
            LockWatch(environment: environment) { [self] source, isLocked in
                lines.withLock { $0.append("\(source) \(isLocked)") }
            }
        }
    }

    /// A bus of the test's own, for both kinds.
    private func withBus(_ body: ([String: String]) async throws -> Void) async throws {
        let words = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address"]
        try await Child.with(words + ["--address=unix:tmpdir=/tmp"], mergeErrors: false) { child in
            try await child.waitForOutput("\n")
            let address = String(child.output.prefix { $0 != "\n" })
            try await body([
                "DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": address, "XDG_SESSION_ID": "7",
            ])
        }
    }

    /// Runs the services of `locks.py` on a bus; each SIGUSR1 goes one step on.
    private func services(_ environment: [String: String], _ body: (Child) async throws -> Void) async throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("locks.py").path
        try await Child.with(["/usr/bin/python3", "-u", script], environment: environment) { child in
            try await child.waitForOutput("ready")
            try await body(child)
        }
    }

    @Test("savers, Lock, Unlock and LockedHint are told, each change once, and a saver that dies has unlocked")
    func told() async throws {
        try await withBus { environment in
            let log = Log()
            let watch = log.watch(environment)
            try await services(environment) { child in
                // GetActive and LockedHint as they are when the services appear.
                #expect(await settle { log.all.contains("screenSaver true") }, "\(child.output)")
                #expect(await settle { log.all.contains("session true") })
                for (index, expected) in [
                    "screenSaver false", "session false", "session true", "session false", "session true",
                    "session false", "screenSaver true",
                ].enumerated() {
                    child.signal(SIGUSR1)
                    #expect(await settle { log.all.count == 3 + index }, "\(log.all) \(child.output)")
                    #expect(log.last == expected, "step \(index)")
                }
                child.signal(SIGKILL)
            }
            #expect(await settle { log.last == "screenSaver false" })
            watch.stop()
        }
    }

    @Test("one who does not own the name is not believed")
    func impostor() async throws {
        try await withBus { environment in
            let log = Log()
            let watch = log.watch(environment)
            let emit = ["gdbus", "emit", "--session", "--object-path", "/org/freedesktop/ScreenSaver", "--signal"]
            let result = try await Child.run(
                emit + ["org.freedesktop.ScreenSaver.ActiveChanged", "true"], environment: environment)
            #expect(result.status == 0, "\(result.output)")
            try await services(environment) { _ in
                #expect(await settle { log.all.contains("session true") })
            }
            #expect(log.all.first { $0.hasPrefix("screenSaver") } == "screenSaver true")
            #expect(log.all.filter { $0 == "screenSaver true" }.count == 1)
            watch.stop()
        }
    }

    @Test("without buses it says nothing and ends")
    func nothing() async {
        let log = Log()
        let watch = log.watch(["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere", "DBUS_SESSION_BUS_ADDRESS": "nonsense"])
        watch.stop()
        #expect(log.all.isEmpty)
    }
}
