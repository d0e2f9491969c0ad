import Foundation
import NetworkEmulation
import PortholeKit

/// `call`: what a call over WebRTC is like between two ends of this process, on loopback or through a bad network.
@MainActor final class CallCommand {
    private enum Part: String, CaseIterable { case connect, flow, glass, voice, lossy }

    private let parts: [Part]
    private let count: Int
    private let seconds: Double
    private let loss: Double
    private let delay: Double
    private let outage: Double
    private let seed: UInt64
    private var misses: [String] = []

    init(_ arguments: [String]) throws {
        let words = arguments.prefix { !$0.hasPrefix("-") }
        parts = try words.map { word in
            guard let part = Part(rawValue: word) else {
                throw BenchError("no such part of call: \(word)\n\(Main.usage)", code: 2)
            }
            return part
        }
        let options = try Options(
            Array(arguments.dropFirst(words.count)),
            values: ["--count", "--seconds", "--loss", "--delay", "--outage", "--seed"], flags: [])
        func number(_ name: String, _ fallback: Double, _ range: ClosedRange<Double>) throws -> Double {
            try options.one(name, or: fallback) { Double($0).flatMap { range.contains($0) ? $0 : nil } }
        }
        count = Int(try number("--count", 20, 1...10_000))
        seconds = try number("--seconds", 10, 1...3600)
        loss = try number("--loss", 5, 0...90) / 100
        delay = try number("--delay", 100, 0...5000) / 1000
        outage = try number("--outage", 10, 0...600)
        seed = UInt64(try number("--seed", 1, 0...1e9))
    }

    /// Runs the parts that were named, or all.
    ///
    /// - Throws: `BenchError` when a call did not come about, or something is worse than it may be.
    func run() async throws {
        for part in parts.isEmpty ? Part.allCases : parts {
            switch part {
            case .connect: try await connect()
            case .flow: try await flow()
            case .glass: try await glass()
            case .voice: try await voice()
            case .lossy: try await lossy()
            }
        }
        guard misses.isEmpty else { throw BenchError("missed: \(misses.joined(separator: "; "))") }
    }

    private func judge(_ isMet: Bool, _ text: String) { if !isMet { misses.append(text) } }

    // MARK: Calls one after the other

    private func connect() async throws {
        print("connect: \(count) calls one after the other, 320x180 at 30 both ways, both ends in this process")
        var (connected, pictured, hungUp): ([Double], [Double], [Double]) = ([], [], [])
        var settled: Holdings?
        for index in 0..<count {
            let began = HostTime.now()
            let pair = try await CallPair(sizes: (Size(320, 180), Size(320, 180)), rate: 30)
            try await pair.wait("no picture came") { $0.caller.shown.count > 0 && $0.callee.shown.count > 0 }
            func seconds(_ time: UInt64?) -> Double { Double((time ?? .max) - began) / 1e9 }
            connected.append(seconds(pair.caller.phases.first { $0.phase == .connected }?.at))
            pictured.append(seconds(pair.caller.shown.all.first?.at))
            let left = HostTime.now()
            async let closing: Void = pair.caller.close()
            try await pair.wait("the end was not noticed") { $0.callee.phases.last.map { $0.phase.isOver } ?? false }
            hungUp.append(Double((pair.callee.phases.last?.at ?? .max) - left) / 1e9)
            await closing
            await pair.close()
            // The first ones load plug-ins, keys and pools that stay for good.
            if index == 19 { settled = Holdings() }
        }
        print("  connected after \(Self.spread(connected)), first picture after \(Self.spread(pictured))")
        print("  the other side notices the end after \(Self.spread(hungUp))")
        judge(Self.median(pictured) < 1, "first picture after \(Self.text(Self.median(pictured)))")
        judge(Self.median(hungUp) < 0.2, "the end is noticed after \(Self.text(Self.median(hungUp)))")
        guard let settled, count >= 40 else { return }
        var end = Holdings()
        for _ in 0..<50 where end.isMore(than: settled) {
            try await Task.sleep(for: .milliseconds(100))
            end = Holdings()
        }
        print("  from the 20th call to the \(count)th: \(end.growth(since: settled))")
        judge(!end.isMore(than: settled), "left behind: \(end.growth(since: settled))")
    }

    // MARK: Pictures a second

    private func flow() async throws {
        let cases: [(name: String, sizes: (Size?, Size?))] = [
            ("640x360 both ways", (Size(640, 360), Size(640, 360))), ("1280x720 one way", (Size(1280, 720), nil)),
        ]
        for item in cases {
            print("flow: \(item.name) at 30 for \(Int(seconds)) s, no loss")
            let pair = try await CallPair(sizes: item.sizes, rate: 30)
            try await pair.wait("no picture came") {
                $0.callee.shown.count > 0 && (item.sizes.1 == nil || $0.caller.shown.count > 0)
            }
            let start = HostTime.now()
            try await Task.sleep(for: .seconds(seconds))
            let end = HostTime.now()
            for (name, log) in [("there", pair.callee.shown), ("back", pair.caller.shown)] where log.count > 0 {
                let flow = log.flow(from: start, to: end)
                print(
                    "  \(name): \(Self.fixed(flow.rate, 1)) pictures a second, at most \(Self.text(flow.longestGap)) without"
                )
                judge(flow.rate >= 29, "\(item.name) \(name): \(Self.fixed(flow.rate, 1)) pictures a second")
            }
            await pair.close()
        }
    }

    // MARK: From one screen to the other

    private func glass() async throws {
        print("glass: 640x360 at 30 for \(Int(seconds)) s; from a picture that is drawn to its pixels on the X server")
        let pair = try await CallPair(sizes: (Size(640, 360), nil), rate: 30)
        let rect = Rect(x: 40, y: 40, width: 256, height: 144)
        let rig = try PresenterRig(display: nil, rects: [rect])
        rig.bridge.attach(to: pair.callee.remote)
        let witness = try NumberWitness(rect)
        try await pair.wait("no picture came") { $0.callee.shown.count > 0 }
        try await Task.sleep(for: .seconds(1))
        let start = HostTime.now()
        try await Task.sleep(for: .seconds(seconds))
        let seen = witness.stop()
        let sent = Dictionary(pair.caller.sent.all.map { ($0.number, $0.at) }, uniquingKeysWith: { first, _ in first })
        let came = Dictionary(pair.callee.shown.all.map { ($0.number, $0.at) }, uniquingKeysWith: { first, _ in first })
        let whole = seen.filter { $0.at >= start }.compactMap { entry in
            sent[entry.number].map { Double(entry.at - $0) / 1e9 }
        }
        let wire = came.filter { $0.value >= start }.compactMap { number, at in
            sent[number].map { Double(at - $0) / 1e9 }
        }
        await pair.close()
        rig.close()
        guard whole.count > 20, wire.count > 20 else { throw BenchError("glass: too few pictures were seen") }
        print("  drawn to decompressed: \(Self.spread(wire))")
        print("  drawn to seen on the server: \(Self.spread(whole)), p95 \(Self.text(Self.quantile(whole, 0.95)))")
        judge(Self.median(whole) < 0.12, "glass to glass \(Self.text(Self.median(whole)))")
    }

    // MARK: From mouth to ear

    private func voice() async throws {
        print(
            "voice: words for \(Int(seconds)) s; from the sink that the microphone hears to the sink that is the speaker"
        )
        let rig = try VoiceRig(seconds: seconds + 2)
        defer { rig.stop() }
        let pair = try await CallPair(
            sizes: (Size(640, 360), nil), rate: 30,
            sounds: (.devices(server: rig.server), .speaker(server: rig.server)))
        try await pair.wait("no picture came") { $0.callee.shown.count > 0 }
        try await Task.sleep(for: .seconds(1))
        try rig.speak()
        try await Task.sleep(for: .seconds(seconds + 1))
        await pair.close()
        let delays = rig.delays
        guard rig.said > 3, delays.count * 10 >= rig.said * 9 else {
            throw BenchError("voice: \(delays.count) of \(rig.said) words were heard")
        }
        print(
            "  \(delays.count) of \(rig.said) words: \(Self.spread(delays)), p95 \(Self.text(Self.quantile(delays, 0.95)))"
        )
    }

    // MARK: A bad network

    private func lossy() async throws {
        print(
            "lossy: 640x360 at 30 both ways, \(Self.fixed(loss * 100, 1)) % of the packets lost and "
                + "\(Self.text(delay)) of delay each way, for \(Int(2 * seconds)) s; seed \(seed)")
        let relay = try LossyRelay(loss: loss, delay: delay, seed: seed)
        defer { relay.stop() }
        let pair = try await CallPair(sizes: (Size(640, 360), Size(640, 360)), rate: 30, relay: relay)
        try await pair.wait("no picture came") { $0.caller.shown.count > 0 && $0.callee.shown.count > 0 }
        // What it learns about the network takes a moment.
        try await Task.sleep(for: .seconds(5))
        let start = HostTime.now()
        try await Task.sleep(for: .seconds(2 * seconds))
        let end = HostTime.now()
        for (name, log) in [("there", pair.callee.shown), ("back", pair.caller.shown)] {
            let flow = log.flow(from: start, to: end)
            print(
                "  \(name): \(Self.fixed(flow.rate, 1)) pictures a second, at most \(Self.text(flow.longestGap)) without"
            )
            judge(flow.rate >= 20, "lossy \(name): \(Self.fixed(flow.rate, 1)) pictures a second")
            judge(flow.longestGap <= 2, "lossy \(name): \(Self.text(flow.longestGap)) without a picture")
        }
        for (name, end) in [("caller", pair.caller), ("callee", pair.callee)] {
            let quality = end.peer.quality
            print(
                "  \(name): allows itself \(Int((quality.allowedBitrate ?? 0) / 1000)) kbit/s, "
                    + "\(Self.fixed((quality.missed ?? 0) * 100, 1)) % missed there, "
                    + "\(Self.fixed((quality.loss ?? 0) * 100, 1)) % here, round trip \(Self.text(quality.roundTrip ?? 0)), "
                    + "waits \(Self.text(quality.waiting ?? 0))")
        }
        if outage > 0 { try await goAway(relay, pair) }
        let counts = relay.counts
        print("  \(counts.passed) packets went through the relay, \(counts.lost) were lost")
        await pair.close()
    }

    private func goAway(_ relay: LossyRelay, _ pair: CallPair) async throws {
        relay.setAway(true)
        try await Task.sleep(for: .seconds(outage))
        let back = HostTime.now()
        relay.setAway(false)
        func recovered(_ log: NumberLog) -> UInt64? {
            // What was on its way when it came back does not count: one picture after another does.
            let after = log.all.filter { $0.at > back }
            return after.count >= 10 ? after[9].at : nil
        }
        try await pair.wait("the call did not come back after \(Int(outage)) s") {
            recovered($0.caller.shown) != nil && recovered($0.callee.shown) != nil
        }
        let times = [pair.caller.shown, pair.callee.shown].compactMap(recovered).map { Double($0 - back) / 1e9 }
        let worst = times.max() ?? .infinity
        print("  after \(Int(outage)) s without a network the tenth picture came within \(Self.text(worst))")
        judge(worst <= 5, "recovery took \(Self.text(worst))")
    }

    // MARK: Figures

    private static func quantile(_ values: [Double], _ share: Double) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .infinity : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
    private static func median(_ values: [Double]) -> Double { quantile(values, 0.5) }
    private static func fixed(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
    private static func text(_ seconds: Double) -> String { "\(fixed(seconds * 1000, 0)) ms" }
    private static func spread(_ values: [Double]) -> String {
        "median \(text(median(values))), worst \(text(values.max() ?? .infinity))"
    }
}

extension PeerState.Phase {
    /// Nothing more happens.
    fileprivate var isOver: Bool {
        switch self {
        case .failed, .closed: true
        case .idle, .gathering, .connecting, .connected, .reconnecting: false
        }
    }
}
