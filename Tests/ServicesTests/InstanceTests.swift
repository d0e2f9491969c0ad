import Geometry
import Services
import TestSupport
import Testing

/// The instance and those who call it, on buses of their own.
@Suite("The running instance", .timeLimit(.minutes(10)))
struct InstanceTests {
    @Test("an action reaches the instance of the display, and its answer comes back")
    func control() async throws {
        try await PrivateBus.with { bus in
            let server = try #require(
                try await start(
                    bus,
                    control: { request in
                        ControlReply(
                            code: 3, text: "\(request.action) \(request.arguments) \(request.session ?? "none")")
                    }))
            let client = try #require(try await find(bus))
            #expect(
                try await client.control(ControlRequest(action: "volume", arguments: ["40", ""], session: "live"))
                    == ControlReply(code: 3, text: "volume [\"40\", \"\"] live"))
            #expect(try await client.control(ControlRequest(action: "ä")) == ControlReply(code: 3, text: "ä [] none"))
            #expect(try await find(bus, display: ":8") == nil)
            await server.stop()
            #expect(try await find(bus) == nil)
            let gone = await #expect(throws: InstanceError.self) {
                _ = try await client.control(ControlRequest(action: "pip"))
            }
            #expect(gone == .lost)
        }
    }

    @Test("of instances that start at once exactly one is it, and the next follows when it ends")
    func race() async throws {
        try await PrivateBus.with { bus in
            async let first = start(bus)
            async let second = start(bus)
            async let third = start(bus)
            let servers = try await [first, second, third].compactMap { $0 }
            #expect(servers.count == 1)
            #expect(try await start(bus) == nil)
            let elsewhere = try await start(bus, display: ":8")
            #expect(elsewhere != nil)
            for server in servers { await server.stop() }
            let next = try await start(bus)
            #expect(next != nil)
            await next?.stop()
            await elsewhere?.stop()
        }
    }

    @Test("GLib's own tools see the actions and drive them")
    func actions() async throws {
        try await PrivateBus.with { bus in
            let asked = Lock<[ControlRequest]>([])
            let server = try await start(
                bus,
                control: { request in
                    asked.withLock { $0.append(request) }
                    return request.action == "stop" ? ControlReply(code: 1, text: "nothing floats") : ControlReply()
                })
            func gdbus(_ words: String...) async throws -> (status: Int32, output: String) {
                let base = [
                    "gdbus", "call", "--session", "--dest", instanceName, "--object-path", "/app/porthole/Porthole",
                ]
                return try await Child.run(base + ["--method"] + words, environment: bus.environment)
            }
            let list = try await gdbus("org.gtk.Actions.List")
            #expect(list.status == 0, "\(list.output)")
            for action in ["pip", "hang-up", "stop"] { #expect(list.output.contains("'\(action)'")) }
            let activated = try await gdbus("org.gtk.Actions.Activate", "hang-up", "[<'live'>]", "{}")
            #expect(activated.status == 0, "\(activated.output)")
            try #require(await settle { asked.withLock { $0.count } == 1 })
            let named = ["gapplication", "action", instanceName, "pip", "'40'"]
            #expect(try await Child.run(named, environment: bus.environment).status == 0)
            let refused = try await Child.run(
                ["gapplication", "action", instanceName, "stop"], environment: bus.environment)
            #expect(refused.status != 0 && refused.output.contains("nothing floats"), "\(refused.output)")
            #expect(
                asked.withLock { $0 } == [
                    ControlRequest(action: "hang-up", arguments: ["live"]),
                    ControlRequest(action: "pip", arguments: ["40"]), ControlRequest(action: "stop"),
                ])
            let own = try await gdbus("app.porthole.Instance1.Control", "stop", "['now']", "")
            #expect(own.output == "(1, 'nothing floats')\n")
            await server?.stop()
        }
    }

    @Test("an action that ends the instance is still answered")
    func quit() async throws {
        try await PrivateBus.with { bus in
            let quitting = Quitting()
            let started = try await start(
                bus,
                control: { _ in
                    Task { await quitting.quit() }
                    // As long as it is not answered, it does not end.
                    _ = await settle(0.2) { quitting.isOver.withLock { $0 } }
                    return ControlReply(text: "good-bye")
                })
            quitting.server.withLock { $0 = started }
            let client = try #require(try await find(bus))
            #expect(try await client.control(ControlRequest(action: "quit")).text == "good-bye")
        }
    }

    @Test("without a bus the reason is named")
    func noBus() async throws {
        for environment in [[:], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"]] as [[String: String]] {
            let found = await #expect(throws: InstanceError.self) {
                _ = try await InstanceClient.find(display: ":7", environment: environment)
            }
            let started = await #expect(throws: InstanceError.self) {
                _ = try await InstanceServer.start(
                    display: ":7", actions: [], environment: environment, control: { _ in ControlReply() },
                    open: { _, _ in })
            }
            #expect(found == started)
            guard case .noBus = found else {
                Issue.record("\(String(describing: found))")
                continue
            }
        }
    }

    @Test("a bus that says nothing is given up, before the greeting and after it")
    func silent() async throws {
        let socket = try SocketFixture("bus")
        let environment = ["XDG_RUNTIME_DIR": socket.folder]
        let found = await #expect(throws: InstanceError.self) {
            _ = try await InstanceClient.find(display: ":7", environment: environment, within: 0.1)
        }
        #expect(found == .timedOut(.bus))
        try await PrivateBus.with { bus in
            bus.child.signal(19)
            let started = await #expect(throws: InstanceError.self) { _ = try await start(bus, within: 0.1) }
            #expect(started == .timedOut(.bus))
        }
    }

    @Test("an action that is not carried out in time is given up")
    func silentInstance() async throws {
        try await PrivateBus.with { bus in
            let isOver = Lock(false)
            let server = try await start(
                bus,
                control: { _ in
                    _ = await settle { isOver.withLock { $0 } }
                    return ControlReply()
                })
            let client = try #require(try await find(bus))
            let error = await #expect(throws: InstanceError.self) {
                _ = try await client.control(ControlRequest(action: "pip"), within: 0.1)
            }
            #expect(error == .timedOut(.instance))
            isOver.withLock { $0 = true }
            await server?.stop()
        }
    }
}

/// The end of an instance that is asked for from inside.
private final class Quitting: Sendable {
    let server = Lock<InstanceServer?>(nil)
    let isOver = Lock(false)

    func quit() async {
        await server.withLock { $0 }?.stop()
        isOver.withLock { $0 = true }
    }
}
