import Foundation
import Geometry
import PortholeKit
import TestSupport
import Testing

@testable import porthole

@Suite("The doctor", .timeLimit(.minutes(10)))
struct DoctorTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "porthole-\(UUID().uuidString)").path

    private func finding(_ name: String, _ environment: [String: String], devices: String = "/nowhere") async throws
        -> DoctorReport.Finding
    {
        let check = try #require(DoctorCheck.all.first { $0.name == name })
        return await check.look(DoctorSurroundings(environment: environment, devices: devices))
    }

    private let report = {
        var report = DoctorReport()
        report.add(.init(name: "bus", status: .warning, text: "no \"bus\"", remedy: "log in"), to: .session)
        report.add(.init(name: "variable", status: .ok, text: ":0"), to: .display)
        report.add(.init(name: "SHM", status: .missing, text: "none", remedy: "install it"), to: .display)
        return report
    }()

    @Test("the text is aligned, with the remedy under what needs one and a summary last")
    func text() {
        #expect(
            report.text == """
                Display
                  ok       variable  :0
                  missing  SHM       none
                                     -> install it

                Session
                  warning  bus       no "bus"
                                     -> log in

                1 thing that is needed is missing, 1 warning.

                """)
        #expect(DoctorReport().text == "All that is needed is here.\n")
    }

    @Test("the JSON says the same")
    func json() throws {
        #expect(
            report.json == #"{"ok":false,"sections":{"#
                + #""display":[{"name":"variable","status":"ok","text":":0"},"#
                + #"{"name":"SHM","status":"missing","text":"none","remedy":"install it"}],"#
                + #""session":[{"name":"bus","status":"warning","text":"no \"bus\"","remedy":"log in"}]}}"#)
        _ = try JSONSerialization.jsonObject(with: Data(report.json.utf8))
    }

    @Test("69 only when something needed is missing")
    func exitCodes() {
        var report = DoctorReport()
        report.add(.ok("fine"), to: .media)
        report.add(.warning("so so"), to: .media)
        #expect(report.exitCode == .done)
        report.add(.missing("gone", remedy: "find it"), to: .media)
        #expect(report.exitCode == .missing)
    }

    @Test("no display is missing; with Wayland alone the reason is XWayland")
    func display() async throws {
        #expect(try await finding("display variable", ["DISPLAY": ":7"]).text == ":7")
        #expect(try await finding("display variable", ["DISPLAY": ""]).status == .missing)
        let wayland = try await finding("display variable", ["WAYLAND_DISPLAY": "wayland-0"])
        #expect(wayland.status == .missing && wayland.text.contains("XWayland"))
    }

    @Test("a Wayland session is a warning that tells what is not possible")
    func wayland() async throws {
        #expect(try await finding("session type", ["XDG_SESSION_TYPE": "x11"]).status == .ok)
        #expect(try await finding("session type", [:]).status == .ok)
        for environment in [["WAYLAND_DISPLAY": "wayland-0"], ["XDG_SESSION_TYPE": "wayland"]] {
            let found = try await finding("session type", environment)
            #expect(found.status == .warning && found.text.contains("XWayland"))
        }
    }

    @Test("Xwayland is known by its extension or its monitors, and what is not possible there is told")
    func xwayland() async throws {
        for (hasExtension, monitors, expected) in [
            (true, ["screen"], true), (false, ["XWAYLAND0"], true), (false, ["DP-1", "XWAYLAND12"], true),
            (false, [], false), (false, ["DP-1", "screen"], false), (false, ["XWAYLAND", "XWAYLANDx"], false),
        ] {
            #expect(
                DesktopFacts.isXwayland(hasExtension: hasExtension, monitors: monitors) == expected, "\(monitors)")
        }
        #expect(XWayland.finding(isXwayland: false).status == .ok)
        let told = XWayland.finding(isXwayland: true)
        #expect(told.status == .warning && told.remedy != nil)
        for limit in XWayland.limits { #expect(told.text.contains(limit)) }
        try await PrivateServer.with { server in
            #expect(try await finding("XWayland", ["DISPLAY": server.display]).status == .ok)
            // As older Xwaylands call their outputs.
            let connection = try Connection(server.display)
            #expect(connection.setMonitor("XWAYLAND0", Rect(x: 0, y: 0, width: 800, height: 600), takesOutputs: true))
            connection.sync()
            #expect(try await finding("XWayland", ["DISPLAY": server.display]).text.hasPrefix("yes"))
            let said = try await Child.run(
                [Program.path, "watch", "test:", "--new-instance", "--no-audio", "--duration", "0.5"],
                environment: ["DISPLAY": server.display])
            #expect(said.output.components(separatedBy: XWayland.notice).count == 2, "\(said.output)")
        }
    }

    @Test("cameras are counted by number; none is a warning")
    func cameras() async throws {
        #expect(try await finding("cameras", [:]).status == .warning)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in ["video10", "video2", "videocard", "audio0"] {
            #expect(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: nil))
        }
        let found = try await finding("cameras", [:], devices: folder)
        #expect(found == .ok("\(folder)/video2, \(folder)/video10"))
    }

    @Test("missing sound, bus, samples and odd folders are warnings with a remedy")
    func warnings() async throws {
        for (name, environment) in [
            ("sound server", ["PULSE_SERVER": "/nowhere"]), ("session bus", [:]),
            ("sample videos", ["PORTHOLE_SAMPLES": "/nowhere"]),
            ("folders", ["XDG_STATE_HOME": "state"]),
        ] as [(String, [String: String])] {
            let found = try await finding(name, environment)
            #expect(found.status == .warning)
            #expect(found.remedy != nil)
        }
    }

    @Test("the report keeps the order of the checks and their names")
    func examination() async {
        let checks = [
            DoctorCheck(.media, "slow") { _ in
                await Task.yield()
                return .ok("1")
            },
            DoctorCheck(.media, "fast") { _ in .ok("2") },
        ]
        let report = await Doctor.examine(checks: checks)
        #expect(report.sections.map(\.topic) == [.media])
        #expect(report.sections.first?.findings.map(\.name) == ["slow", "fast"])
    }
}
