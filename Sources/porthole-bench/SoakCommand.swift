import Foundation
import PortholeKit

/// `soak`: many frames to two windows as fast as the server takes them; prints memory on the way.
struct SoakCommand {
    private let count: Int
    private let size: Size

    init(_ arguments: [String]) throws {
        let options = try Options(arguments, values: ["--frames", "--size"], flags: [])
        count = try options.one("--frames", or: 20_000) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
        size = try options.one("--size", or: Size(1280, 720)) { Size($0) }
    }

    func run() throws {
        let frames = (0..<24).map { BenchFrame(Size(1280, 720), index: $0) }
        let rig = try PresenterRig(
            display: nil, rects: [Rect(size: size), Rect(x: 40, y: 40, width: 480, height: 270)])
        let started = HostTime.now()
        var marks: [Int] = []
        for index in 0..<count {
            rig.track.push(frames[index % frames.count])
            // The server's pace: push the next when the first window has taken this one.
            while rig.presenters[0].counts.shown + rig.presenters[0].counts.dropped < index { usleep(50) }
            if index == count / 20 || (index > 0 && index % (count / 5) == 0) || index == count - 1 {
                marks.append(residentMemory())
                print("frame \(index + 1): \(residentMemory()) KiB resident")
            }
        }
        rig.settle()
        let seconds = Double(HostTime.now() - started) / 1e9
        print(
            String(
                format: "%d frames in %.1f s (%.0f a second), shown %d, dropped %d", count, seconds,
                Double(count) / seconds, rig.shown, rig.dropped))
        print("growth after warm-up: \((marks.last ?? 0) - (marks.first ?? 0)) KiB")
        rig.close()
    }
}
