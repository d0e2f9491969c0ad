import Foundation
import Frames
import Geometry
import Glibc

/// A sky that darkens upwards, a sun that wanders, a pendulum bar, and in large digits the stream's time and the number
/// of the picture, from 0.
///
/// A block that is used again gets its background back only where something was drawn.
final class ClockPattern: PatternGenerator, @unchecked Sendable {
    private let background: CanvasPool.Block

    override init(_ pattern: TestPattern) {
        let layout = I420Layout(pattern.size)
        background = CanvasPool.Block(layout.bytes)
        super.init(pattern)
        drawBackground()
    }

    override func draw(_ index: Int64, on canvas: I420Canvas, _ block: CanvasPool.Block) {
        if block.isFilled {
            for rect in block.drawn { canvas.restore(rect, from: background.base) }
        } else {
            memcpy(block.base, background.base, layout.bytes)
            block.isFilled = true
        }
        block.drawn.removeAll(keepingCapacity: true)
        let (width, height) = (pattern.size.width, pattern.size.height)
        let seconds = Double(index) / Double(pattern.rate)

        // A Lissajous figure of 8 s by 5 s, in the upper two thirds.
        let radius = max(1, height / 10)
        let sun = Point(
            width / 2 + Int(Double(width / 2 - radius) * sin(seconds * 2 * .pi / 8)),
            height / 3 + Int(Double(max(0, height / 3 - radius)) * cos(seconds * 2 * .pi / 5)))
        canvas.disc(center: sun, radius: radius, yuv(0xffc04d))
        block.drawn.append(Rect(x: sun.x - radius, y: sun.y - radius, width: 2 * radius + 2, height: 2 * radius + 2))

        // Goes across once a second: a dropped picture is a visible jump.
        let track = Rect(x: 0, y: height - max(2, height / 40), width: width, height: max(2, height / 40))
        let step = Int(index % Int64(pattern.rate))
        let left = width * step / pattern.rate
        let hand = Rect(x: left, y: track.y, width: max(2, width / pattern.rate), height: track.height)
        canvas.fill(hand, yuv(0xffffff))
        block.drawn.append(hand)

        guard height >= 48, width >= 80 else { return }
        var digits = height / 8
        let clock = ClockPattern.time(index, rate: pattern.rate)
        while digits > 6, I420Canvas.width(of: clock, height: digits) > width * 9 / 10 { digits -= 1 }
        write(clock, middle: height * 11 / 16, height: digits, canvas, block)
        write(String(index), middle: height * 27 / 32, height: digits, canvas, block)
    }

    private func write(
        _ text: String, middle: Int, height: Int, _ canvas: I420Canvas, _ block: CanvasPool.Block
    ) {
        let wide = I420Canvas.width(of: text, height: height)
        let origin = Point((pattern.size.width - wide) / 2, middle - height / 2)
        canvas.digits(text, at: origin, height: height, yuv(0xffffff))
        block.drawn.append(Rect(x: origin.x, y: origin.y, width: wide, height: height))
    }

    /// `MM:SS.mmm`, with hours before it when there are any.
    private static func time(_ index: Int64, rate: Int) -> String {
        let (whole, rest) = index.quotientAndRemainder(dividingBy: Int64(rate))
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let thousandths = rest * 1000 / Int64(rate)
        let tail = "\(two(whole / 60 % 60)):\(two(whole % 60)).\(thousandths < 100 ? "0" : "")\(two(thousandths))"
        return whole >= 3600 ? "\(whole / 3600):\(tail)" : tail
    }

    private func drawBackground() {
        let (width, height) = (pattern.size.width, pattern.size.height)
        let canvas = I420Canvas(layout: layout, base: background.base)
        let ground = height * 3 / 5
        for row in stride(from: 0, to: height, by: 2) {
            let share =
                Double(row < ground ? row : row - ground) / Double(max(1, row < ground ? ground : height - ground))
            let color =
                row < ground
                ? ClockPattern.mix(0x14204a, 0xd07a6a, share) : ClockPattern.mix(0x274a52, 0x0e1a24, share)
            canvas.fill(Rect(x: 0, y: row, width: width, height: 2), yuv(color))
        }
    }

    private static func mix(_ a: UInt32, _ b: UInt32, _ share: Double) -> UInt32 {
        [16, 8, 0].reduce(into: UInt32(0)) { result, shift in
            let (from, to) = (Double(a >> UInt32(shift) & 255), Double(b >> UInt32(shift) & 255))
            result |= UInt32((from + (to - from) * share).rounded()) << UInt32(shift)
        }
    }
}
