import Glibc
import PortholeKit

/// `porthole-bench convert [SECONDS]`: what a conversion costs, beside libyuv alone and beside a plain copy.
///
/// Each case runs the ways in turn, so that a busy machine slows all of them; printed is the median of each, in
/// milliseconds, and how many times as fast ours is. "box" is the limit's way: planes scaled by libyuv's box filter,
/// then converted; "bilinear" is libyuv's faster filter.
func convertCommand(_ arguments: [String]) throws {
    let seconds = arguments.first.flatMap(Double.init) ?? 1
    print("case                          format      ours ms   box ms  bilinear ms  box/ours  bilinear/ours  memcpy ms")
    for item in ConversionBenchmark.all { item.run(seconds: seconds) }
}

/// One conversion that is measured.
struct ConversionBenchmark {
    let from: Size
    let to: Size
    var format = PixelFormat.i420
    var orientation = Orientation.upright

    /// The cases that matter: windows and videos of the usual sizes.
    static let all: [ConversionBenchmark] = [
        .init(from: Size(1280, 720), to: Size(1280, 720)),
        .init(from: Size(1280, 720), to: Size(480, 270)),
        .init(from: Size(1920, 1080), to: Size(480, 270)),
        .init(from: Size(1920, 1080), to: Size(1280, 720)),
        .init(from: Size(1280, 720), to: Size(1920, 1080)),
        .init(from: Size(1280, 720), to: Size(500, 281)),
        .init(from: Size(3840, 2160), to: Size(640, 360)),
        .init(from: Size(1280, 720), to: Size(640, 360)),
        .init(from: Size(1280, 720), to: Size(960, 540)),
        .init(from: Size(1280, 720), to: Size(320, 180)),
        .init(from: Size(640, 360), to: Size(1280, 720)),
        .init(from: Size(320, 180), to: Size(480, 270)),
        .init(from: Size(1280, 720), to: Size(1280, 720), format: .nv12),
        .init(from: Size(1280, 720), to: Size(480, 270), format: .nv12),
        .init(from: Size(1920, 1080), to: Size(1280, 720), format: .nv12),
        .init(from: Size(1280, 720), to: Size(1280, 720), format: .i420p10),
        .init(from: Size(1280, 720), to: Size(480, 270), format: .i420p10),
        .init(from: Size(1280, 720), to: Size(480, 270), format: .p010),
        .init(from: Size(1280, 720), to: Size(1280, 720), format: .bgrx),
        .init(from: Size(1280, 720), to: Size(480, 270), format: .bgrx),
        .init(from: Size(1280, 720), to: Size(1280, 720), format: .bgra),
        .init(from: Size(1280, 720), to: Size(480, 270), orientation: Orientation(mirrored: true)),
        .init(from: Size(1280, 720), to: Size(1280, 720), orientation: Orientation(mirrored: true)),
        .init(from: Size(1280, 720), to: Size(152, 270), orientation: Orientation(.clockwise90)),
        .init(from: Size(1280, 720), to: Size(720, 1280), orientation: Orientation(.clockwise90)),
        .init(from: Size(1280, 720), to: Size(1080, 1920), orientation: Orientation(.clockwise90)),
    ]

    /// Measures for about `seconds` and prints a line.
    func run(seconds: Double) {
        // Whoever comes second finds a frame in the cache: so none is used twice within five.
        let frames = (0..<5).map { noise(seed: UInt64($0)) }
        let bytes = to.area * 4
        let target = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        let source = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        defer {
            target.deallocate()
            source.deallocate()
        }
        memset(target, 0, bytes)
        memset(source, 1, bytes)
        let pixels = PixelTarget(base: target.assumingMemoryBound(to: UInt8.self), stride: to.width * 4, size: to)
        let ways = [FrameConverter.Scaling.automatic, .box, .bilinear].map { FrameConverter(scaling: $0) }
        var times = Array(repeating: [Double](), count: ways.count), copies: [Double] = []
        let end = now() + seconds
        var round = 0, next = 0
        while now() < end || round < 11 {
            for index in 0..<ways.count {
                let way = (round + index) % ways.count
                times[way].append(milliseconds { ways[way].convert(frames[next % frames.count], into: pixels) })
                next += 1
            }
            copies.append(milliseconds { memcpy(target, source, bytes) })
            round += 1
        }
        let m = times.map(median)
        let figures = [m[0], m[1], m[2], m[1] / m[0], m[2] / m[0], median(copies)].map(text)
        let widths = [9, 11, 12, 13, 12, 0]
        let line = zip(figures, widths).reduce("") { $0 + $1.0.padded($1.1) }
        print("\(from) → \(to)\(suffix)".padded(29), "\(format)".padded(11), line)
    }

    private var suffix: String {
        (orientation.rotation == .none ? "" : " ↻\(orientation.rotation.rawValue)")
            + (orientation.isMirrored ? " ⇋" : "")
    }

    /// A smooth picture with some noise: no branch or cache can learn it.
    private func noise(seed: UInt64) -> VideoFrame {
        var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
        return MemoryFrame(size: from, format: format, orientation: orientation) { _, base, stride, size in
            for row in 0..<size.height {
                let line = base + row * stride
                for column in 0..<stride {
                    state = state &* 6_364_136_223_846_793_005 &+ 1
                    line[column] = UInt8(truncatingIfNeeded: (row + column) / 4 + Int(state >> 60))
                }
            }
        }
    }

    private func milliseconds(_ body: () -> Void) -> Double {
        let start = now()
        body()
        return (now() - start) * 1000
    }

    private func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    /// Three digits after the point.
    private func text(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        let rest = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}

extension String {
    /// Filled up with spaces on the right.
    fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
