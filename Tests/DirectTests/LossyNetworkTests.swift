import Geometry
import Media
import NetworkEmulation
import TestSupport
import Testing

/// A call over a network that loses packets, is slow, and may be away. Counts alone are looked at: machines may be busy.
@Suite("A bad network", .timeLimit(.minutes(3)), .serialized) struct LossyNetworkTests {
    private struct Call: Sendable {
        let relay: LossyRelay
        let pair: CallPair
        var ends: [CallEnd] { [pair.caller, pair.callee] }

        /// What each has seen, for failures.
        var story: String {
            ends.map { "\($0.shown.count) shown, \($0.phases.map(\.phase)), \(String(describing: $0.peer.quality))" }
                .joined(separator: "; ")
        }
    }

    /// A call with pictures both ways, of which so many packets are lost, 0 to 1, and all take so many seconds one way.
    private func withCall(loss: Double, delay: Double, _ body: (Call) async throws -> Void) async throws {
        let relay = try LossyRelay(loss: loss, delay: delay, seed: 1)
        defer { relay.stop() }
        let pair = try await CallPair(sizes: (Size(320, 180), Size(320, 180)), rate: 15, relay: relay)
        do { try await body(Call(relay: relay, pair: pair)) } catch {
            await pair.close()
            throw error
        }
        await pair.close()
    }

    /// So many more pictures come on both sides.
    private func expectMore(_ count: Int, _ call: Call, _ location: SourceLocation = #_sourceLocation) async {
        let before = call.ends.map { $0.shown.count }
        #expect(
            await settle { zip(call.ends, before).allSatisfy { $0.shown.count >= $1 + count } },
            "\(call.story), before: \(before)", sourceLocation: location)
    }

    @Test("5 % lost and 100 ms late: pictures keep coming, they are those that were sent, and the figures tell of it")
    func lossy() async throws {
        try await withCall(loss: 0.05, delay: 0.1) { call in
            await expectMore(100, call)
            for (end, other) in [(call.pair.caller, call.pair.callee), (call.pair.callee, call.pair.caller)] {
                // The worst of them: the last second alone may have been a good one.
                var (loss, trip) = (0.0, 0.0)
                let isTold = await settle {
                    let quality = end.peer.quality
                    loss = max(loss, quality.loss ?? 0)
                    trip = max(trip, quality.roundTrip ?? 0)
                    return loss > 0.005 && trip >= 0.2
                }
                #expect(isTold, "\(call.story)")
                let numbers = end.shown.all.map(\.number)
                #expect(Set(numbers).isSubset(of: other.sent.all.map(\.number)))
                // Each once, in their order.
                #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "\(numbers)")
                // One that rests on a lost one may be broken, before a whole one is asked for.
                #expect(end.shown.unreadable * 20 <= numbers.count, "\(end.shown.unreadable) of \(numbers.count)")
            }
            let counts = call.relay.counts
            #expect(counts.lost * 50 > counts.passed, "\(counts)")
        }
    }

    @Test("a network that is away is waited for: the call says so, and goes on when it is back")
    func away() async throws {
        try await withCall(loss: 0.01, delay: 0.02) { call in
            await expectMore(20, call)
            call.relay.setAway(true)
            for end in call.ends {
                #expect(await settle { end.phases.last?.phase == .reconnecting }, "\(call.story)")
            }
            let before = call.ends.map { $0.sent.all.last?.number ?? 0 }
            call.relay.setAway(false)
            for end in call.ends {
                #expect(await settle { end.phases.last?.phase == .connected }, "\(call.story)")
            }
            await expectMore(20, call)
            // New ones, not what lay on the way.
            #expect(call.pair.caller.shown.all.last.map { $0.number > before[1] } == true, "\(call.story)")
            #expect(call.pair.callee.shown.all.last.map { $0.number > before[0] } == true, "\(call.story)")
            for end in call.ends {
                let phases = end.phases.map(\.phase).filter { [.connected, .reconnecting].contains($0) }
                #expect(phases == [.connected, .reconnecting, .connected], "\(call.story)")
            }
        }
    }
}
