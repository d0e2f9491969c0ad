import Foundation
import PortholeKit
import TestSupport
import Testing

@testable import porthole

/// A server, a bus and a window manager on which a test runs the whole program, and looks at it from outside.
final class Desk {
    /// `porthole ctl state`, as far as tests ask.
    struct State: Decodable {
        struct Session: Decodable {
            struct Windows: Decodable { let main, mini: UInt? }
            let name, kind, phase, presentation, pip: String
            let obstacle: String?
            let held, heldByOther, muted: Bool
            let windows: Windows
        }
        struct Windows: Decodable { let main: UInt? }
        let process: Int32
        let supported: Bool
        let windows: Windows
        let sessions: [Session]

        func session(_ name: String) throws -> Session {
            try #require(sessions.first { $0.name == name }, "\(sessions.map(\.name))")
        }
        /// The main window.
        func main() throws -> WindowID { WindowID(try #require(windows.main)) }
    }

    let environment: [String: String]
    let outside: Connection
    let pointer: TestInput

    private init(_ display: String, _ bus: PrivateBus?) throws {
        outside = try Connection(display)
        pointer = try #require(TestInput(outside))
        pointer.move(to: Point(1, 1))
        // No bus and no sound server but the test's own.
        environment = [
            "DISPLAY": display, "XDG_RUNTIME_DIR": "/nowhere", "PULSE_SERVER": "unix:/nowhere",
            "DBUS_SESSION_BUS_ADDRESS": bus?.address ?? "",
        ]
    }

    /// Runs `body` on a server and a bus of its own, with openbox.
    static func with(
        _ screen: String = "1280x800x24", hasManager: Bool = true, _ body: (Desk) async throws -> Void
    ) async throws {
        try await PrivateServer.with(screen) { server in
            try await PrivateBus.with { bus in
                let desk = try Desk(server.display, bus)
                guard hasManager else { return try await body(desk) }
                try await WindowManager.with(display: server.display) { try await body(desk) }
            }
        }
    }

    /// Runs `body` on a server of its own, without bus and manager.
    static func bare(_ body: (Desk) async throws -> Void) async throws {
        try await PrivateServer.with("1280x800x24") { try await body(try Desk($0.display, nil)) }
    }

    /// Starts the program with `--events` and hands it to `body`; ends it afterwards if it still runs.
    func run(
        _ words: [String], environment more: [String: String] = [:], _ body: (RunningProgram) async throws -> Void
    ) async throws {
        let all = [Program.path] + words + ["--events", "--no-audio"]
        try await Child.with(all, environment: environment.merging(more) { $1 }) { child in
            try await body(RunningProgram(child: child))
        }
    }

    /// `porthole ctl …` to its end.
    @discardableResult func ctl(_ words: String...) async throws -> (status: Int32, output: String) {
        try await Child.run([Program.path, "ctl"] + words, environment: environment, timeout: 30)
    }

    /// `porthole ctl …`, which must succeed without a word.
    func order(_ words: String..., line: Int = #line) async throws {
        let result = try await Child.run([Program.path, "ctl"] + words, environment: environment, timeout: 30)
        guard result.status == 0, result.output.isEmpty else {
            throw Child.Failure("ctl \(words), line \(line): \(result)")
        }
    }

    /// Keeps a picture of the screen for whoever wants to look, in the folder that `PORTHOLE_PICTURES` names (ImageMagick).
    func keepPicture(_ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["PORTHOLE_PICTURES"] else { return }
        let result = try await Child.run(
            ["import", "-window", "root", "\(folder)/\(name).png"], environment: environment)
        guard result.status == 0 else { throw Child.Failure("no picture of \(name): \(result)") }
    }

    /// How the instance stands now.
    func state() async throws -> State {
        let result = try await ctl("state")
        guard result.status == 0 else { throw Child.Failure("ctl state: \(result)") }
        return try JSONDecoder().decode(State.self, from: Data(result.output.utf8))
    }

    /// Waits until an instance answers.
    func isReached() async throws -> Bool {
        for _ in 0..<100 where try await ctl("state").status == 0 { return true }
        return false
    }

    /// Waits until the instance stands as wanted.
    func state(_ isReached: (State) throws -> Bool) async throws -> Bool {
        for _ in 0..<100 where try isReached(try await state()) { return true }
        return try isReached(try await state())
    }

    /// A tool of the desktop's, to its end.
    func tool(_ words: String...) async throws {
        let result = try await Child.run(words, environment: environment, timeout: 30)
        #expect(result.status == 0, "\(words): \(result.output)")
    }

    /// What the user sees at a place on the root, near enough to a colour: scaling rounds by a level or two.
    func sees(_ color: UInt32, at point: Point) -> Bool {
        guard let pixel = outside.pixel(of: outside.rootWindow, at: point) else { return false }
        return [0, 8, 16].allSatisfy { abs(Int(pixel >> $0 & 0xff) - Int(color >> $0 & 0xff)) <= 3 }
    }

    /// Where a window is; nil when it is gone.
    func rect(_ window: UInt) -> Rect? { outside.facts(of: WindowID(window)).map(\.rect) }

    /// Presses the close button of a mini window as a user does: the pointer goes there, the controls come, a click.
    func pressClose(_ window: UInt, _ kind: MiniControls.Kind) async throws {
        let rect = try #require(self.rect(window))
        let place = try #require(MiniControls(kind: kind).rects(in: rect.size)[.close])
        let button = place.offset(by: rect.x, rect.y)
        let before = outside.pixels(of: outside.rootWindow, in: button)
        pointer.move(to: rect.center)
        pointer.move(to: button.center)
        #expect(await settle { outside.pixels(of: outside.rootWindow, in: button) != before }, "no controls appear")
        pointer.click()
    }
}
