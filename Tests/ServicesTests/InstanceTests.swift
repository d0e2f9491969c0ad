import Geometry
import Services
import TestSupport
import Testing

/// The instance and those who call it, on buses of their own.
@Suite("The running instance", .timeLimit(.minutes(5)))
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

    @Test("a command that is handed over is relayed in order, to its exit code")
    func open() async throws {
        try await PrivateBus.with { bus in
            let taken = Lock<[OpenRequest]>([])
            let server = try await start(bus) { request, caller in
                taken.withLock { $0.append(request) }
                for number in 0..<300 {
                    if number % 10 == 9 { caller.message("m\(number)") } else { caller.event("e\(number)") }
                }
                caller.done(7)
                caller.event("after the end")
                caller.done(8)
            }
            let client = try #require(try await find(bus))
            let lines = Lock<[String]>([])
            // Twice, so that the second hears nothing of the first.
            for _ in 0..<2 {
                lines.withLock { $0 = [] }
                let code = try await client.open(
                    OpenRequest(words: ["watch", "ä b", ""], folder: "/tmp"),
                    onEvent: { line in lines.withLock { $0.append(line) } },
                    onMessage: { line in lines.withLock { $0.append("! " + line) } })
                #expect(code == 7)
                #expect(lines.withLock { $0 } == (0..<300).map { $0 % 10 == 9 ? "! m\($0)" : "e\($0)" })
            }
            #expect(
                taken.withLock { $0 }
                    == Array(repeating: OpenRequest(words: ["watch", "ä b", ""], folder: "/tmp"), count: 2))
            await server?.stop()
        }
    }

    @Test("commands that run at once do not hear each other")
    func several() async throws {
        try await PrivateBus.with { bus in
            let callers = Lock<[InstanceCaller]>([])
            let server = try await start(bus) { _, caller in callers.withLock { $0.append(caller) } }
            let client = try #require(try await find(bus))
            async let one = run(client, ["1"])
            async let two = run(client, ["2"])
            try #require(await settle { callers.withLock { $0.count } == 2 })
            for (number, caller) in callers.withLock({ $0 }).enumerated() {
                caller.event("\(number)")
                caller.done(Int32(number))
            }
            let results = try await [one, two].sorted { $0.code < $1.code }
            #expect(results.map(\.code) == [0, 1])
            #expect(results.map(\.events) == [["0"], ["1"]])
            await server?.stop()
        }
    }

    @Test("a caller that dies is told to the instance, and one that is dropped gets an exit code")
    func vanished() async throws {
        try await PrivateBus.with { bus in
            let kept = Lock<[InstanceCaller]>([])
            let isGone = Lock(false)
            let server = try await start(bus) { request, caller in
                guard request.words == ["keep"] else { return }
                caller.onGone { isGone.withLock { $0 = true } }
                kept.withLock { $0.append(caller) }
            }
            let call = [
                "gdbus", "call", "--session", "--dest", name, "--object-path", "/app/porthole/Porthole", "--method",
                "app.porthole.Instance1.Open", "['keep']", "/",
            ]
            let result = try await Child.run(call, environment: bus.environment)
            #expect(result.status == 0 && result.output.hasPrefix("(uint32 1,)"), "\(result.output)")
            #expect(await settle { isGone.withLock { $0 } })
            // Told late, it is told at once.
            let isToldLate = Lock(false)
            kept.withLock { $0 }.first?.onGone { isToldLate.withLock { $0 = true } }
            #expect(isToldLate.withLock { $0 })
            let client = try #require(try await find(bus))
            #expect(try await run(client, ["drop"]).code == 1)
            await server?.stop()
        }
    }

    @Test("cancelling asks the instance to end the command, and waits for its end; strangers can't")
    func cancel() async throws {
        try await PrivateBus.with { bus in
            let isRunning = Lock(false)
            let isCancelled = Lock(false)
            let server = try await start(bus) { _, caller in
                isRunning.withLock { $0 = true }
                caller.onGone {
                    isCancelled.withLock { $0 = true }
                    caller.event("ended")
                    caller.done(130)
                }
            }
            let client = try #require(try await find(bus))
            let task = Task { try await run(client, ["watch"]) }
            try #require(await settle { isRunning.withLock { $0 } })
            let stranger = try await Child.run(
                [
                    "gdbus", "call", "--session", "--dest", name, "--object-path", "/app/porthole/Porthole",
                    "--method", "app.porthole.Instance1.Cancel", "1",
                ], environment: bus.environment)
            #expect(stranger.status != 0 && stranger.output.contains("Refused"), "\(stranger.output)")
            #expect(!isCancelled.withLock { $0 })
            task.cancel()
            let result = try await task.value
            #expect(result.code == 130 && result.events == ["ended"])
            // Cancelled before it was handed over, it is handed over and ended.
            let early = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await run(client, ["watch"])
            }
            #expect(try await early.value.code == 130)
            await server?.stop()
        }
    }

    @Test("an instance that ends before its command is done is an error, and so is a bus that dies")
    func died() async throws {
        try await PrivateBus.with { bus in
            let kept = Lock<[InstanceCaller]>([])
            let server = try #require(
                try await start(bus) { _, caller in kept.withLock { $0.append(caller) } })
            let client = try #require(try await find(bus))
            let task = Task { try await run(client, ["watch"]) }
            try #require(await settle { kept.withLock { $0.count } == 1 })
            await server.stop()
            #expect(await #expect(throws: InstanceError.self) { try await task.value } == .lost)

            let isGone = Lock(false)
            let next = try #require(
                try await start(bus) { _, caller in
                    caller.onGone { isGone.withLock { $0 = true } }
                    kept.withLock { $0.append(caller) }
                })
            let again = try #require(try await find(bus))
            let orphan = Task { try await run(again, ["watch"]) }
            try #require(await settle { kept.withLock { $0.count } == 2 })
            bus.child.signal(9)
            #expect(await #expect(throws: InstanceError.self) { try await orphan.value } == .lost)
            #expect(await settle { isGone.withLock { $0 } })
            await next.stop()
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
                let base = ["gdbus", "call", "--session", "--dest", name, "--object-path", "/app/porthole/Porthole"]
                return try await Child.run(base + ["--method"] + words, environment: bus.environment)
            }
            let list = try await gdbus("org.gtk.Actions.List")
            #expect(list.status == 0, "\(list.output)")
            for action in ["pip", "hang-up", "stop"] { #expect(list.output.contains("'\(action)'")) }
            let activated = try await gdbus("org.gtk.Actions.Activate", "hang-up", "[<'live'>]", "{}")
            #expect(activated.status == 0, "\(activated.output)")
            try #require(await settle { asked.withLock { $0.count } == 1 })
            let named = ["gapplication", "action", name, "pip", "'40'"]
            #expect(try await Child.run(named, environment: bus.environment).status == 0)
            let refused = try await Child.run(
                ["gapplication", "action", name, "stop"], environment: bus.environment)
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

    @Test("an instance that says nothing is given up, and one that never answers a call too")
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

    // MARK: Shorthand

    private let name = "app.porthole.Porthole.display_7"

    private func start(
        _ bus: PrivateBus, display: String = ":7", within seconds: Double = 30,
        open: @escaping InstanceServer.Open = { _, _ in },
        control: @escaping InstanceServer.Control = { _ in ControlReply() }
    ) async throws(InstanceError) -> InstanceServer? {
        try await InstanceServer.start(
            display: display, actions: ["pip", "hang-up", "stop"], environment: bus.environment, within: seconds,
            control: control, open: open)
    }

    private func find(_ bus: PrivateBus, display: String = ":7") async throws(InstanceError) -> InstanceClient? {
        try await InstanceClient.find(display: display, environment: bus.environment, within: 30)
    }

    private func run(
        _ client: InstanceClient, _ words: [String]
    ) async throws(InstanceError) -> (code: Int32, events: [String]) {
        let events = Lock<[String]>([])
        let code = try await client.open(
            OpenRequest(words: words), within: 30, onEvent: { line in events.withLock { $0.append(line) } },
            onMessage: { _ in })
        return (code, events.withLock { $0 })
    }
}
