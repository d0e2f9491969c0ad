import Geometry
import Media
import TestSupport
import Testing

@testable import Calls

/// A call whose connection breaks while the other side can still be asked. Issue E, 8.
@Suite("A second connection", .timeLimit(.minutes(5)), .serialized) @MainActor struct RestartTests {
    /// Puts an address of the documentation's on the loopback, or takes it away; false where that is not allowed.
    private nonisolated static func change(_ verb: String, _ address: String) async -> Bool {
        let words = ["ip", "address", verb, "\(address)/32", "dev", "lo"]
        return (try? await Child.run(words))?.status == 0
    }

    /// Runs `body` with addresses that this machine has for so long.
    private func withAddresses(_ addresses: [String], _ body: () async throws -> Void) async throws {
        for address in addresses where await !Self.change("add", address) {
            try Test.cancel("this machine's addresses can't be changed: that needs root and CAP_NET_ADMIN")
        }
        do { try await body() } catch {
            for address in addresses { _ = await Self.change("delete", address) }
            throw error
        }
        for address in addresses { _ = await Self.change("delete", address) }
    }

    @Test("this machine's address changes in a call: it goes on at the new one, and ends as a call does")
    func address() async throws {
        let (old, new) = ("198.51.100.77", "198.51.100.78")
        try await withAddresses([old, new]) {
            let current = Lock(old)
            func options() -> PeerOptions {
                var options = PeerOptions.loopback
                options.localAddresses = [current.withLock { $0 }]
                options.limits.loss = 60_000_000_000
                // Nobody refuses for an address that has gone; one machine does, as it is both sides.
                options.limits.refusal = 60_000_000_000
                return options
            }
            var other = PeerOptions.loopback
            other.limits.loss = 60_000_000_000
            other.limits.refusal = 60_000_000_000
            try await Door.with { door in
                try await DirectCallTests.withCall(door, options: ({ options() }, other)) { caller, called in
                    current.withLock { $0 = new }
                    #expect(await Self.change("delete", old))
                    for end in [caller, called] {
                        #expect(await settle(40) { end.isBack }, "\(end.story)")
                    }
                    let received = caller.transport.quality?.receivedBitrate
                    #expect(
                        await settle { caller.transport.quality?.frameRate ?? 0 > 5 }, "\(String(describing: received))"
                    )
                    // One goodbye, and nothing before it that could pass for one.
                    await caller.end()
                    #expect(await settle(5) { called.story.contains("remote hang-up") }, "\(called.story)")
                    #expect(
                        !caller.story.contains { $0.hasPrefix("lost") || $0.hasPrefix("failed") }, "\(caller.story)")
                }
            }
        }
    }

    @Test("strangers can't take a call over, and what is no description does not harm it")
    func strangers() async throws {
        try await Door.with { door in
            try await DirectCallTests.withCall(door) { caller, called in
                let place = "/call/\(try #require(door.calls.last).id)"
                let sdp = ["Content-Type: application/sdp"]
                let guess = "/call/" + String(repeating: "0", count: 32)
                #expect(try await door.ask("PATCH", guess, sdp, paperOffer).status == 404)
                #expect(try await door.ask("PATCH", place, sdp, "nonsense").status == 400)
                #expect(try await door.ask("PATCH", place, [], "x").status == 501)
                // A right one with nobody behind it is answered, and the call stays with the connection that it has.
                #expect(try await door.ask("PATCH", place, sdp, paperOffer).status == 200)
                #expect(await settle { called.transport.second == nil }, "\(called.story)")
                #expect(!called.story.contains("interrupted") && caller.story.last != "remote hang-up")
            }
            #expect(await settle { door.calls.count == 1 })
            let old = "/call/\(try #require(door.calls.last).id)"
            #expect(try await door.ask("PATCH", old, ["Content-Type: application/sdp"], paperOffer).status == 404)
        }
    }

    private func run(_ events: [RestartState.Event], canAsk: Bool = true) -> [RestartState.Effect] {
        var (state, all): (RestartState, [RestartState.Effect]) = (RestartState(canAsk: canAsk), [])
        for event in events {
            let (next, effects) = RestartState.reduce(state, event)
            state = next
            all += effects
        }
        return all
    }

    @Test("what comes back by itself in time is left alone") func recovered() {
        #expect(run([.interrupted, .recovered, .due]) == [.schedule(0.5)])
        #expect(run([.interrupted, .due, .recovered]) == [.schedule(0.5), .begin, .abandon])
        // The other side knows of the second one already.
        #expect(
            run([.interrupted, .due, .answered, .recovered, .connected]) == [.schedule(0.5), .begin, .swap])
    }

    @Test("an attempt that fails is made again until the connection is lost, and that is told once") func failed() {
        #expect(
            run([.interrupted, .due, .failed, .due, .answered, .failed, .lost("x"), .failed, .failed, .lost("y")])
                == [
                    .schedule(0.5), .begin, .abandon, .schedule(2), .begin, .abandon, .schedule(2), .begin, .abandon,
                    .giveUp("x"),
                ])
        #expect(run([.lost("x"), .answered, .connected]) == [.begin, .swap])
        #expect(run([.interrupted, .due, .lost("x"), .recovered, .failed]).last == .giveUp("x"))
    }

    @Test("the side that was called waits to be asked, and loses a call as ever when it is not") func called() {
        #expect(run([.interrupted, .due, .lost("x")], canAsk: false) == [.giveUp("x")])
        #expect(run([.offered, .lost("x"), .connected], canAsk: false) == [.begin, .swap])
        #expect(run([.offered, .offered, .failed], canAsk: false) == [.begin, .abandon, .begin, .abandon])
        #expect(run([.offered, .lost("x"), .failed], canAsk: false) == [.begin, .abandon, .giveUp("x")])
    }

    @Test("after a swap it begins anew") func again() {
        let once: [RestartState.Event] = [.interrupted, .due, .answered, .connected]
        #expect(run(once + once) == [.schedule(0.5), .begin, .swap, .schedule(0.5), .begin, .swap])
    }
}
