import Foundation
import PortholeKit

/// `blit --overlay`: what round corners, and then the controls that hover brings, add to a frame of the presenter.
struct OverlayBlit {
    let seconds: Double
    let rounds: Int

    /// One way to show the same frames.
    private struct Way {
        let name: String
        let outline: WindowOutline?
        let overlays: [Overlay]
        var client: [Double] = []
        var server: [Double] = []
    }

    func run(_ frames: [BenchFrame], _ sizes: [Size], _ rates: [Double], _ meter: CPUMeter) throws {
        print("blit: ms of CPU a frame in a mini window, median of \(rounds) alternating rounds of \(seconds) s")
        print("size       fps  window                  client  server   more than plain")
        for size in sizes { for fps in rates { try measure(frames, size, fps, meter) } }
    }

    private func measure(_ frames: [BenchFrame], _ size: Size, _ fps: Double, _ meter: CPUMeter) throws {
        let blended = WindowOutline(radius: 12, scale: 1, isBlended: true)
        let cut = WindowOutline(radius: 12, scale: 1, isBlended: false)
        let controls = MiniControls(kind: .call).overlays(for: size)
        var ways = [
            Way(name: "plain", outline: nil, overlays: []),
            Way(name: "cut corners", outline: cut, overlays: []),
            Way(name: "blended corners", outline: blended, overlays: []),
            Way(name: "corners and controls", outline: blended, overlays: controls),
        ]
        let count = Int(fps * seconds)
        for _ in 0..<rounds {
            for index in ways.indices {
                let rig = try PresenterRig(
                    display: nil, rects: [Rect(size: size)], outline: ways[index].outline,
                    overlays: ways[index].overlays)
                _ = rig.run(frames, fps: fps, count: Int(fps / 2))
                let (client, server) = (meter.client(), meter.server())
                let shown = rig.run(frames, fps: fps, count: count)
                ways[index].client.append((meter.client() - client) / Double(max(1, shown)))
                ways[index].server.append((meter.server() - server) / Double(max(1, shown)))
                rig.close()
            }
        }
        for way in ways {
            let more = median(way.client) - median(ways[0].client)
            print(
                "\(size)".padding(toLength: 10, withPad: " ", startingAt: 0), String(format: "%3.0f ", fps),
                way.name.padding(toLength: 22, withPad: " ", startingAt: 0),
                String(format: "%7.3f %7.3f   %+8.3f", median(way.client), median(way.server), more))
        }
    }
}
