import Geometry
import Services
import TestSupport
import Testing

/// Commands in the hands of the instance, on buses of their own.
@Suite("A command that is handed over", .timeLimit(.minutes(10)))
struct HandOverTests {
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
                "gdbus", "call", "--session", "--dest", instanceName, "--object-path", "/app/porthole/Porthole",
                "--method",
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
                    "gdbus", "call", "--session", "--dest", instanceName, "--object-path", "/app/porthole/Porthole",
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
}
