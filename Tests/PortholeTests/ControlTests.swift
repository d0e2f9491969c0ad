import PortholeKit
import TestSupport
import Testing

@testable import porthole

/// `porthole ctl` against an instance in this process, on buses of its own.
@Suite("porthole ctl", .timeLimit(.minutes(10)))
struct ControlTests {
    @Test("it prints what the instance says and leaves with its code")
    func relayed() async throws {
        try await PrivateBus.with { bus in
            let asked = Lock<[ControlRequest]>([])
            let server = try await InstanceServer.start(
                display: ":7", actions: ControlAction.allCases.map(\.rawValue), environment: bus.environment,
                within: 30,
                control: { request in
                    asked.withLock { $0.append(request) }
                    switch request.action {
                    case "state": return ControlReply(text: "{\"sessions\":[]}")
                    case "pip": return ControlReply(code: 69, text: "pip: the screen is too small. Try another")
                    default: return ControlReply()
                    }
                }, open: { _, _ in })
            func ctl(_ words: String...) async throws -> (status: Int32, output: String) {
                try await Program.run(["ctl"] + words, display: ":7.0", environment: bus.environment)
            }
            let state = try await ctl("state")
            #expect(state.status == 0 && state.output == "{\"sessions\":[]}\n")
            let volume = try await ctl("volume", "40", "--session", "live")
            #expect(volume.status == 0 && volume.output.isEmpty)
            let pip = try await ctl("pip", "--quiet")
            #expect(pip.status == 69 && pip.output == "porthole: pip: the screen is too small. Try another\n")
            #expect(
                asked.withLock { $0 } == [
                    ControlRequest(action: "state"),
                    ControlRequest(action: "volume", arguments: ["40"], session: "live"), ControlRequest(action: "pip"),
                ])
            await server?.stop()
        }
    }

    @Test("without an instance or a bus it says what is missing in one line, code 69")
    func missing() async throws {
        try await PrivateBus.with { bus in
            let result = try await Program.run(["ctl", "pip"], display: ":7", environment: bus.environment)
            #expect(result.status == 69)
            #expect(result.output.contains("no porthole runs on display :7"), "\(result.output)")
            #expect(result.output.split(separator: "\n").count == 1)
        }
        let none = ["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/nowhere"]
        let result = try await Program.run(["ctl", "state"], display: ":7", environment: none)
        #expect(result.status == 69)
        #expect(result.output.contains("dbus-run-session"), "\(result.output)")
        #expect(result.output.split(separator: "\n").count == 1)
    }
}
