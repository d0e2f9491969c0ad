import Geometry
import Glibc

/// `test:clock`: a sea at dusk with a moon on its way, a frame counter and a clock.
enum ClockScene {
    private static let light = YUVColor(0xf4ead0)
    private static let ink = YUVColor(0xffffff)

    /// Sky, stars and sea.
    static func background(_ painter: I420Painter) {
        let (width, height) = (painter.size.width, painter.size.height)
        let horizon = height * 2 / 3
        for y in 0..<height {
            let isSky = y < horizon
            let share =
                isSky ? Double(y) / Double(max(1, horizon)) : Double(y - horizon) / Double(max(1, height - horizon))
            let (from, to): (UInt32, UInt32) = isSky ? (0x14213d, 0xd9776a) : (0x5a4a78, 0x101c34)
            painter.fill(
                Rect(x: 0, y: y, width: width, height: 1), YUVColor(mix(from, to, isSky ? share * share : share)))
        }
        var seed: UInt32 = 7
        for _ in 0..<60 {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            let place = Point(Int(seed >> 8) % max(1, width), Int(seed >> 20) % max(1, height / 2))
            painter.fill(
                Rect(x: place.x, y: place.y, width: max(1, width / 640), height: max(1, width / 640)),
                YUVColor(0xe8e6f0))
        }
    }

    /// Moon, its path on the water, a boat, counter and clock.
    static func draw(_ painter: I420Painter, _ index: Int64, _ time: Int64) {
        let (width, height) = (Double(painter.size.width), Double(painter.size.height))
        let seconds = Double(time) / 1e9
        let phase = (seconds / 12).truncatingRemainder(dividingBy: 1)
        let moon = Point(Int(width * (0.1 + 0.8 * phase)), Int(height * (0.45 - 0.3 * sin(.pi * phase))))
        painter.fillCircle(moon, radius: Int(height / 14), light)
        for stripe in 0..<6 {
            let y = Int(height * (0.69 + 0.05 * Double(stripe)))
            let half = Int(height * (0.05 + 0.012 * Double(stripe)) * (1 + 0.25 * sin(seconds * 3 + Double(stripe))))
            painter.fill(
                Rect(x: moon.x - half, y: y, width: 2 * half, height: max(1, Int(height / 120))), YUVColor(0xd8b09a))
        }
        let boat = Point(
            Int(width * (1 - (seconds / 20).truncatingRemainder(dividingBy: 1))),
            Int(height * (0.66 + 0.006 * sin(seconds * 2))))
        let unit = max(1, Int(height / 40))
        painter.fill(Rect(x: boat.x - 3 * unit, y: boat.y, width: 6 * unit, height: unit), YUVColor(0x10131c))
        for row in 0..<4 * unit {
            painter.fill(
                Rect(x: boat.x, y: boat.y - row - 1, width: (4 * unit - row) / 2, height: 1), YUVColor(0xf2f0ea))
        }
        let digitHeight = max(7, Int(height / 12))
        let margin = digitHeight / 2
        painter.digits(String(index), at: Point(margin, Int(height) - digitHeight - margin), height: digitHeight, ink)
        let milliseconds = time / 1_000_000
        let clock =
            two(milliseconds / 60_000 % 100) + ":" + two(milliseconds / 1000 % 60) + "." + two(milliseconds / 10 % 100)
        let clockWidth = 6 * (max(3, digitHeight / 2) + max(1, digitHeight / 7)) + 4 * max(1, digitHeight / 7)
        painter.digits(
            clock, at: Point(Int(width) - clockWidth - margin / 2, Int(height) - digitHeight - margin),
            height: digitHeight,
            ink)
    }

    private static func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }

    private static func mix(_ one: UInt32, _ other: UInt32, _ share: Double) -> UInt32 {
        func channel(_ shift: UInt32) -> UInt32 {
            let (from, to) = (Double(one >> shift & 0xff), Double(other >> shift & 0xff))
            return UInt32((from + (to - from) * share).rounded()) << shift
        }
        return channel(16) | channel(8) | channel(0)
    }
}

/// `test:noise`: grey noise, another for each frame, the same in each run.
enum NoiseScene {
    /// All of the luma plane.
    static func draw(_ painter: I420Painter, _ index: Int64, _ time: Int64) {
        // xorshift64: eight samples a step.
        var state = UInt64(bitPattern: index) &* 0x9e37_79b9_7f4a_7c15 | 1
        let stride = (painter.size.width + 63) / 64 * 64
        let words = UnsafeMutableRawPointer(painter.base).assumingMemoryBound(to: UInt64.self)
        for word in 0..<stride * painter.size.height / 8 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            words[word] = state
        }
    }
}

/// `test:counter`: the frame's number in 32 blocks that a program reads back with `CounterPattern`.
enum CounterScene {
    /// Grey.
    static func background(_ painter: I420Painter) { painter.fill(Rect(size: painter.size), YUVColor(0x606060)) }

    /// The blocks, and the number for people.
    static func draw(_ painter: I420Painter, _ index: Int64, _ time: Int64) {
        for bit in 0..<CounterPattern.bitCount {
            let isSet = index >> Int64(bit) & 1 == 1
            painter.fill(CounterPattern.block(bit, in: painter.size), YUVColor(isSet ? 0xffffff : 0x000000))
        }
        let height = max(7, painter.size.height / 4)
        painter.digits(
            String(index), at: Point(painter.size.width / 8, painter.size.height / 2), height: height,
            YUVColor(0xffffff))
    }
}
