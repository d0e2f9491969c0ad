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
    /// The folder of its settings.
    let profile: String
    /// The process.
    let child: ChildProcess
    /// The process that has its windows: that of another session, when it is in that one's.
    let process: pid_t
    /// The session whose process it is in, itself when it has one of its own.
    let root: String
    /// Its own session bus; nil when it is in the process of another session, and on the bus of that one.
    private let bus: ChildProcess?
    /// It is one of several that a process tells of: its name there, and how many events there were before it.
    private let part: (session: String, start: Int)?
    private let program: String
    private let environment: [String: String]
    private let log: EventLines
    private let record = Record()
    private let clock: any ScenarioClock

    /// What the reader's thread writes down.
    private final class EventLines: Sendable {
        let all = Lock<[PortholeEvent]>([])
    }

    private final class Record: Sendable {
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
    ///   - profile: the folder of its settings; nil: one of its own.
    ///   - host: the session whose process takes this one too; nil: it gets one of its own.
    ///   - isTitled: whether its windows are called as it is.
    ///   - extra: more of its environment.
    init(
        _ name: String, _ words: [String], kind: MiniControls.Kind, program: String, home: StageHome, display: String,
        host: PortholeSession? = nil, profile: String? = nil, isTitled: Bool = true, extra: [String: String] = [:],
        clock: any ScenarioClock, slow: Double
    ) async throws(StageFailure) {
        part = nil
        root = host?.root ?? name
        self.name = name
        self.kind = kind
        self.program = program
        self.clock = clock
        color = Self.color(of: words.last ?? "")
        var environment = home.environment(display: display)
        let bus = host == nil ? try await Self.startBus(home, environment, clock, slow) : nil
        let key = "DBUS_SESSION_BUS_ADDRESS"
        environment[key] = bus.map { String($0.output.prefix { $0 != "\n" }) } ?? host?.environment[key]
        self.bus = bus
        // Participants and answers are the scenario's to give.
        environment["PORTHOLE_SCRIPTED"] = "1"
        environment.merge(extra) { $1 }
        self.environment = environment
        self.profile = profile ?? "\(home.path)/profile-\(name)"
        let log = EventLines()
        self.log = log
        let all =
            [program] + words + ["--events", "--no-audio", "--profile", self.profile]
            + (isTitled ? ["--title", Self.title(name)] : [])
        do throws(StageFailure) {
            child = try ChildProcess(all, environment: environment) { line in
                guard let event = PortholeEvent(line, arrival: clock.now) else { return }
                log.all.withLock { $0.append(event) }
            }
        } catch {
            await bus?.stop(clock)
            throw error
        }
        process = host?.process ?? child.pid
    }

    /// A call that came in to a process that waits for calls, and that tells of it: one session of several.
    ///
    /// - Parameters:
    ///   - desk: who waits.
    ///   - session: what the call is called there.
    ///   - start: how many events there were before it rang.
    init(_ name: String, at desk: PortholeSession, session: String, from start: Int) {
        self.name = name
        kind = .call
        color = nil
        profile = desk.profile
        child = desk.child
        process = desk.process
        root = desk.root
        bus = nil
        part = (session, start)
        program = desk.program
        environment = desk.environment
        log = desk.log
        clock = desk.clock
    }

    private static func startBus(
        _ home: StageHome, _ environment: [String: String], _ clock: any ScenarioClock, _ slow: Double
    ) async throws(StageFailure) -> ChildProcess {
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
        return bus
    }

    /// All events so far.
    var events: [PortholeEvent] {
        let all = log.all.withLock { $0 }
        guard let part else { return all }
        // A name is free again after the end.
        let own = all.dropFirst(part.start).filter { $0.session == part.session }
        let count = own.firstIndex { $0.name == "session.ended" }.map { $0 + 1 } ?? own.count
        return Array(own.prefix(count))
    }

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
        return try await control(words, session: session, slow: slow)
    }

    /// `porthole ctl ACTION`, for a session of this name, or for none.
    @discardableResult
    func control(_ words: [String], session: String, slow: Double) async throws(StageFailure) -> String {
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
        if found == nil, let text = try? await control(["state"], session: "", slow: slow),
            let state = PortholeState(text)
        {
            found = (state.main ?? state.sessions.compactMap { $0.windows["main"] }.first).map(WindowID.init)
        }
        record.main.withLock { $0 = found }
        return found
    }

    private func findMain(_ connection: Connection) -> WindowID? {
        var level = connection.children(of: connection.rootWindow)
        for _ in 0..<4 {
            for window in level
            where connection.numbers(.wmPID, of: window).first == UInt(process)
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
        guard part == nil else { return }
        await child.stop(clock)
        await bus?.stop(clock)
    }

    /// What its windows are called: `weekly-review` is "Weekly review".
    static func title(_ name: String) -> String {
        let words = name.replacing("-", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
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
