import Foundation
import PortholeKit

/// One session of a scenario: a Porthole of its own, with a session bus of its own by which `porthole ctl` finds it.
///
/// No `--new-instance`: such a process answers no `ctl`. The bus that nobody else is on keeps the instances apart.
final class PortholeSession: Sendable {
    /// Its name in the scenario.
    let name: String
    /// What floats.
    let kind: MiniControls.Kind
    /// The colour that its source has all over, 0xRRGGBB; nil when it is not of one colour.
    let color: UInt32?
    /// The process.
    let child: ChildProcess
    private let bus: ChildProcess
    private let program: String
    private let environment: [String: String]
    private let record: Record
    private let clock: any ScenarioClock

    /// What the reader's thread writes down.
    private final class Record: Sendable {
        let events = Lock<[PortholeEvent]>([])
        /// How many there were at the mark.
        let mark = Lock(0)
        /// The main window, once it is known.
        let main = Lock<WindowID?>(nil)
    }

    /// Starts it, and returns when it is there; connecting may take longer.
    ///
    /// - Parameters:
    ///   - kind: what its controls are for.
    ///   - words: the command and its source, such as `["watch", "test:"]`.
    ///   - program: Porthole's path.
    init(
        _ name: String, _ words: [String], kind: MiniControls.Kind, program: String, home: StageHome, display: String,
        clock: any ScenarioClock, slow: Double
    ) async throws(StageFailure) {
        self.name = name
        self.kind = kind
        self.program = program
        self.clock = clock
        color = Self.color(of: words.last ?? "")
        var environment = home.environment(display: display)
        let bus = try ChildProcess(
            [
                "dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address",
                "--address=unix:dir=\(home.path)/run",
            ], environment: environment)
        _ = await clock.wait(10 * slow) { bus.output.contains("\n") || bus.exitStatus != nil }
        guard bus.output.contains("\n") else {
            await bus.stop(clock)
            throw .failed("the session bus does not start: \(StageServer.lastLine(bus.errors))")
        }
        environment["DBUS_SESSION_BUS_ADDRESS"] = String(bus.output.prefix { $0 != "\n" })
        self.bus = bus
        self.environment = environment
        let record = Record()
        self.record = record
        let all =
            [program] + words
            + ["--events", "--no-audio", "--profile", "\(home.path)/profile-\(name)", "--title", "porthole \(name)"]
        do throws(StageFailure) {
            child = try ChildProcess(all, environment: environment) { line in
                guard let event = PortholeEvent(line, arrival: clock.now) else { return }
                record.events.withLock { $0.append(event) }
            }
        } catch {
            await bus.stop(clock)
            throw error
        }
    }

    /// All events so far.
    var events: [PortholeEvent] { record.events.withLock { $0 } }

    /// The events since the mark.
    var eventsSinceMark: [PortholeEvent] {
        let mark = record.mark.withLock { $0 }
        return Array(events.dropFirst(mark))
    }

    /// What had been counted at the mark: the last `frames` before it.
    var framesAtMark: [String: PortholeEvent.Frames] {
        let mark = record.mark.withLock { $0 }
        return events.prefix(mark).last { $0.name == "frames" }?.frames ?? [:]
    }

    /// Counters start here.
    func mark() {
        let count = events.count
        record.mark.withLock { $0 = count }
    }

    /// The mini window; nil while there is none.
    var mini: WindowID? {
        let last = events.last { ["pip.did-start", "pip.did-stop", "session.ended"].contains($0.name) }
        return last?.name == "pip.did-start" ? last?.window.map(WindowID.init) : nil
    }

    /// Waits until something has happened.
    ///
    /// - Returns: false when the time, in seconds, is over or the process has ended before.
    func wait(_ limit: Double, until done: (PortholeSession) -> Bool) async -> Bool {
        _ = await clock.wait(limit) { done(self) || child.isDrained }
        return done(self)
    }

    /// `porthole ctl ACTION --session NAME`.
    ///
    /// - Throws: what it says, when it does not exit with 0.
    @discardableResult
    func control(_ words: [String], slow: Double) async throws(StageFailure) -> String {
        let session = events.last?.session ?? ""
        let child = try ChildProcess(
            [program, "ctl"] + words + (session.isEmpty ? [] : ["--session", session]), environment: environment)
        let status = await child.waitForExit(10 * slow, clock)
        await child.stop(clock)
        guard status == 0 else {
            let said = StageServer.lastLine(child.errors)
            throw .failed(
                "porthole ctl \(words.joined(separator: " ")): "
                    + (status.map { "exit code \($0): \(said)" } ?? "no end after \(Int(10 * slow)) s"))
        }
        return child.output
    }

    /// The main window, as `ctl state` says; else the one that the process calls so (WM_WINDOW_ROLE).
    func mainWindow(_ connection: Connection, slow: Double) async -> WindowID? {
        if let known = record.main.withLock({ $0 }), connection.facts(of: known) != nil { return known }
        var found = findMain(connection)
        if found == nil, let text = try? await control(["state"], slow: slow) {
            found = PortholeState(text)?.sessions.compactMap { $0.windows["main"] }.first.map(WindowID.init)
        }
        record.main.withLock { $0 = found }
        return found
    }

    private func findMain(_ connection: Connection) -> WindowID? {
        var level = connection.children(of: connection.rootWindow)
        for _ in 0..<4 {
            for window in level
            where connection.numbers(.wmPID, of: window).first == UInt(child.pid)
                && connection.text(.wmWindowRole, of: window) == "main"
            {
                return window
            }
            level = level.flatMap { connection.children(of: $0) }
        }
        return nil
    }

    /// Ends it, telling the other side first.
    func stop() async {
        await child.stop(clock)
        await bus.stop(clock)
    }

    /// `test:solid?color=RRGGBB` is of one colour.
    static func color(of source: String) -> UInt32? {
        guard source.hasPrefix("test:solid") else { return nil }
        let value = source.split(separator: "?").dropFirst().joined().split(separator: "&").first {
            $0.hasPrefix("color=")
        }
        return value.flatMap { UInt32($0.dropFirst("color=".count), radix: 16) }
    }
}
