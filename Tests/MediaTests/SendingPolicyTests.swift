import Media
import Testing

@Suite("What is sent, and how long is waited, by what the network is like") struct SendingPolicyTests {
    private static let limit = 1_500_000

    private func run(_ reports: [SendingPolicy.Report]) -> SendingPolicy {
        reports.reduce(SendingPolicy(limit: Self.limit), SendingPolicy.reduce)
    }

    private func steady(_ loss: Double?, _ trip: Double?, _ count: Int) -> [SendingPolicy.Report] {
        Array(repeating: SendingPolicy.Report(loss: loss, roundTrip: trip), count: count)
    }

    @Test("a good network, and one of which nothing is known, get all")
    func good() {
        #expect(run([]).target == SendingPolicy.Target(bitrate: Self.limit, divisor: 1, frameRate: 30))
        #expect(run(steady(0, 0.05, 60)).target.bitrate == Self.limit)
        #expect(run(steady(nil, nil, 60)).target.bitrate == Self.limit)
    }

    @Test("a little loss changes nothing, much of it gives way by half of it")
    func loss() {
        #expect(run(steady(0.05, 0.2, 60)).target == run([]).target)
        #expect(run(steady(0.2, 0.2, 1)).target.bitrate == Int(Double(Self.limit) * 0.9))
        #expect(run(steady(1, 0.2, 1)).target.bitrate == Self.limit / 2)
    }

    @Test("first there are fewer bits, then smaller pictures, then fewer of them; never less than the floor")
    func order() {
        var state = SendingPolicy(limit: Self.limit)
        var seen: [SendingPolicy.Target] = [state.target]
        for report in steady(0.3, 0.2, 80) {
            state = SendingPolicy.reduce(state, report)
            seen.append(state.target)
        }
        for (before, after) in zip(seen, seen.dropFirst()) {
            #expect(after.bitrate <= before.bitrate && after.divisor >= before.divisor)
            #expect(after.frameRate <= before.frameRate)
        }
        #expect(seen.contains { $0.bitrate < Self.limit && $0.divisor == 1 && $0.frameRate == 30 })
        #expect(seen.contains { $0.divisor > 1 && $0.frameRate == 30 })
        #expect(state.target.bitrate == SendingPolicy.floor && state.target.frameRate == 10)
    }

    @Test("a way that fills up shows in the round trip; one that became longer for good is taken as it is")
    func congestion() {
        let calm = steady(0, 0.05, 10)
        #expect(run(calm + steady(0, 0.4, 3)).target.bitrate < Self.limit * 7 / 10)
        #expect(run(calm + steady(0, 0.15, 30)).target.bitrate == Self.limit)
        let longer = run(calm + steady(0, 0.4, 400))
        #expect(longer.target == run([]).target)
    }

    @Test("when it is better all comes back, one step at a time")
    func recovery() {
        var state = run(steady(0.5, 0.2, 40))
        #expect(state.target.frameRate == 10)
        var divisors: [Double] = []
        for report in steady(0, 0.05, 120) {
            let before = state.target
            state = SendingPolicy.reduce(state, report)
            if state.target.divisor != before.divisor { divisors.append(state.target.divisor) }
            #expect(state.target.divisor <= before.divisor)
        }
        #expect(state.target == run([]).target)
        #expect(divisors == [2, 1.5, 1])
    }

    @Test("wild figures do no harm")
    func wild() {
        for loss in [-5.0, 9, .infinity] {
            let target = run(steady(loss, -1, 5) + steady(loss, 1e9, 5)).target
            #expect((SendingPolicy.floor...Self.limit).contains(target.bitrate))
        }
        #expect(SendingPolicy(limit: -7).target.bitrate == SendingPolicy.floor)
    }

    @Test("where packets are lost it is waited for two round trips, where none are for no longer than before")
    func waiting() {
        let start = WaitingPolicy(shortest: 60)
        #expect(start.time == 60)
        let lossy = WaitingPolicy.reduce(start, loss: 0.05, roundTrip: 0.1)
        #expect(lossy.time == 260)
        #expect(WaitingPolicy.reduce(lossy, loss: 0.05, roundTrip: 0.105).time == 260)
        #expect(WaitingPolicy.reduce(lossy, loss: 0.5, roundTrip: 3).time == WaitingPolicy.longest)
        #expect(WaitingPolicy.reduce(start, loss: 0, roundTrip: 0.5).time == 60)
        var calm = lossy
        for _ in 0..<9 { calm = WaitingPolicy.reduce(calm, loss: 0, roundTrip: 0.1) }
        #expect(calm.time == 260)
        #expect(WaitingPolicy.reduce(calm, loss: nil, roundTrip: nil).time == 60)
    }
}
