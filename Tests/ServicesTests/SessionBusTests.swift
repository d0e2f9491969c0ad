import Foundation
import Services
import Testing

@Suite("The session bus", .timeLimit(.minutes(10)))
struct SessionBusTests {
    @Test("without an address and a socket the reason is named, and no bus is started")
    func missing() async throws {
        #expect(await SessionBus.probe(environment: [:]) == .missing(.noAddress))
        #expect(
            await SessionBus.probe(environment: ["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"]) == .missing(.noAddress))
        #expect(
            await SessionBus.probe(environment: ["XDG_RUNTIME_DIR": "/nowhere"]) == .missing(.noSocket("/nowhere/bus")))
        #expect(SessionBusError.noSocket("/nowhere/bus").description.contains("/nowhere/bus"))
    }

    @Test("an address that leads nowhere, or is none, is refused with GIO's words")
    func refused() async throws {
        for address in ["unix:path=/nowhere/bus", "nonsense", "unix:"] {
            guard
                case .missing(.refused(address, let why)) =
                    await SessionBus.probe(environment: ["DBUS_SESSION_BUS_ADDRESS": address])
            else {
                Issue.record("\(address) was not refused")
                continue
            }
            #expect(!why.isEmpty)
        }
    }

    @Test("a bus that does not answer is given up")
    func silent() async throws {
        let socket = try SocketFixture("bus")
        let state = await SessionBus.probe(environment: ["XDG_RUNTIME_DIR": socket.folder], within: 0.1)
        #expect(state == .missing(.silent(address: "unix:path=\(socket.path)")))
    }

    @Test("a running bus answers with our name", .enabled(if: FileManager.default.isExecutableFile(atPath: daemon)))
    func running() async throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: daemon)
        process.arguments = ["--session", "--nofork", "--nopidfile", "--print-address", "--address=unix:tmpdir=/tmp"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // SIGKILL, because the test's thread may hand a mask down that blocks SIGTERM.
        defer { kill(process.processIdentifier, SIGKILL) }
        var address = ""
        while !address.hasSuffix("\n") {
            let data = output.fileHandleForReading.availableData
            try #require(!data.isEmpty)
            address += String(decoding: data, as: UTF8.self)
        }
        address.removeLast()
        let state = await SessionBus.probe(environment: ["DBUS_SESSION_BUS_ADDRESS": address], within: 30)
        guard case .running(let name) = state else {
            Issue.record("\(state)")
            return
        }
        #expect(name.hasPrefix(":1."))
    }
}

private let daemon = "/usr/bin/dbus-daemon"
