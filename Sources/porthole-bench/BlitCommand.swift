import Foundation
import PortholeKit

/// `blit`: processor time a frame of the source, presenter against limit, in turn, in one run.
struct BlitCommand {
    private let sizes: [Size]
    private let rates: [Double]
    private let seconds: Double
    private let rounds: Int
    private let source: Size
    private let hasMini: Bool
    private let hasOverlay: Bool

    init(_ arguments: [String]) throws {
        let options = try Options(
            arguments, values: ["--size", "--fps", "--seconds", "--rounds", "--source"], flags: ["--mini", "--overlay"])
        sizes = try options.all("--size", or: [Size(480, 270), Size(1280, 720)]) { Size($0) }
        rates = try options.all("--fps", or: [30, 60]) { Double($0).flatMap { $0 > 0 ? $0 : nil } }
        seconds = try options.one("--seconds", or: 3) { Double($0).flatMap { $0 > 0 ? $0 : nil } }
        rounds = try options.one("--rounds", or: 5) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
        source = try options.one("--source", or: Size(1280, 720)) { Size($0) }
        hasMini = options.has("--mini")
        hasOverlay = options.has("--overlay")
    }

    func run() throws {
        let frames = (0..<24).map { BenchFrame(source, index: $0) }
        let meter = CPUMeter(try Connection())
        if hasOverlay { return try OverlayBlit(seconds: seconds, rounds: rounds).run(frames, sizes, rates, meter) }
        print(
            "blit: \(source) I420 in memory to window, ms of CPU a frame, median of \(rounds) alternating rounds of \(seconds) s"
        )
        print("                            limit            presenter")
        print("size        fps   client  server   client  server   ratio  shown  dropped  p50 ms  p99 ms")
        for size in sizes {
            for fps in rates {
                var rects = [Rect(x: 0, y: 0, width: size.width, height: size.height)]
                if hasMini { rects.append(Rect(x: 40, y: 40, width: 480, height: 270)) }
                try measure(frames, rects, fps, meter)
            }
        }
    }

    private func measure(_ frames: [BenchFrame], _ rects: [Rect], _ fps: Double, _ meter: CPUMeter) throws {
        let count = Int(fps * seconds)
        var (limits, limitServers, ours, ourServers) = ([Double](), [Double](), [Double](), [Double]())
        var (shown, dropped) = (0, 0)
        var latency = LatencyRecord()
        for _ in 0..<rounds {
            // The limit of two windows is the sum of each one's own.
            var (limit, limitServer) = (0.0, 0.0)
            for rect in rects {
                let loop = try LimitLoop(display: nil, rects: [rect])
                _ = loop.run(frames, fps: fps, count: Int(fps / 2))
                let (client, server) = (meter.client(), meter.server())
                _ = loop.run(frames, fps: fps, count: count)
                limit += (meter.client() - client) / Double(count)
                limitServer += (meter.server() - server) / Double(count)
                loop.close()
            }
            limits.append(limit)
            limitServers.append(limitServer)

            let rig = try PresenterRig(display: nil, rects: rects)
            _ = rig.run(frames, fps: fps, count: Int(fps / 2))
            let (client, server) = (meter.client(), meter.server())
            shown += rig.run(frames, fps: fps, count: count)
            ours.append((meter.client() - client) / Double(count))
            ourServers.append((meter.server() - server) / Double(count))
            dropped += rig.dropped
            latency = rig.presenters[rig.presenters.count - 1].latency
            rig.close()
        }
        func ms(_ value: Double) -> String { String(format: "%7.3f", value) }
        let name = "\(rects[0].size)\(rects.count > 1 ? "+mini" : "")"
        print(
            name.padding(toLength: 14, withPad: " ", startingAt: 0), String(format: "%2.0f", fps), ms(median(limits)),
            ms(median(limitServers)), " ", ms(median(ours)), ms(median(ourServers)),
            String(format: "%7.2f", median(ours) / max(0.001, median(limits))),
            String(format: "%6d %8d", shown, dropped),
            ms(Double(latency.percentile(0.5) ?? 0) / 1000), ms(Double(latency.percentile(0.99) ?? 0) / 1000))
    }
}
