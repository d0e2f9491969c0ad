import Geometry
import Glibc

/// One colour in Y, U and V.
struct YUV: Sendable, Hashable {
    var y: UInt8
    var u: UInt8
    var v: UInt8

    static let black = YUV(y: 16, u: 128, v: 128)
    static let white = YUV(y: 235, u: 128, v: 128)

    init(y: UInt8, u: UInt8, v: UInt8) {
        self.y = y
        self.u = u
        self.v = v
    }

    /// 0xRRGGBB in limited range, by BT.709 or BT.601.
    init(rgb: UInt32, bt709: Bool) {
        let (r, g, b) = (Double(rgb >> 16 & 255), Double(rgb >> 8 & 255), Double(rgb & 255))
        let (kr, kb) = bt709 ? (0.2126, 0.0722) : (0.299, 0.114)
        let luma = kr * r + (1 - kr - kb) * g + kb * b
        y = UInt8((16 + luma * 219 / 255).rounded())
        u = UInt8((128 + (b - luma) / (2 * (1 - kb)) * 224 / 255).rounded())
        v = UInt8((128 + (r - luma) / (2 * (1 - kr)) * 224 / 255).rounded())
    }
}

/// Draws into an I420 picture, a row at a time, so that it is cheap in debug builds too.
struct I420Canvas {
    let layout: I420Layout
    let base: UnsafeMutablePointer<UInt8>

    /// Fills a rectangle; what is outside the picture is left out. Chroma covers every touched sample.
    func fill(_ rect: Rect, _ color: YUV) {
        let rect = rect.intersection(Rect(size: layout.size))
        guard !rect.isEmpty else { return }
        for row in rect.y..<rect.maxY {
            memset(base + row * layout.strides.y + rect.x, Int32(color.y), rect.width)
        }
        let chroma = I420Canvas.chroma(rect)
        for row in chroma.y..<chroma.maxY {
            memset(base + layout.uOffset + row * layout.strides.c + chroma.x, Int32(color.u), chroma.width)
            memset(base + layout.vOffset + row * layout.strides.c + chroma.x, Int32(color.v), chroma.width)
        }
    }

    /// Copies a rectangle from a picture of the same layout.
    func restore(_ rect: Rect, from other: UnsafeMutablePointer<UInt8>) {
        let rect = rect.intersection(Rect(size: layout.size))
        guard !rect.isEmpty else { return }
        for row in rect.y..<rect.maxY {
            let at = row * layout.strides.y + rect.x
            memcpy(base + at, other + at, rect.width)
        }
        let chroma = I420Canvas.chroma(rect)
        for row in chroma.y..<chroma.maxY {
            for plane in [layout.uOffset, layout.vOffset] {
                let at = plane + row * layout.strides.c + chroma.x
                memcpy(base + at, other + at, chroma.width)
            }
        }
    }

    /// Fills a circle.
    func disc(center: Point, radius: Int, _ color: YUV) {
        guard radius > 0 else { return }
        // Two rows at a time: chroma has no finer ones.
        for dy in stride(from: -radius, to: radius, by: 2) {
            let middle = Double(dy) + 1
            let half = Int(max(0, Double(radius * radius) - middle * middle).squareRoot())
            fill(Rect(x: center.x - half, y: center.y + dy, width: 2 * half, height: 2), color)
        }
    }

    /// Draws digits, colons, points and spaces in the manner of a seven-segment display.
    func digits(_ text: String, at origin: Point, height: Int, _ color: YUV) {
        let stroke = max(1, height / 8)
        let width = height / 2
        var x = origin.x
        for character in text.utf8 {
            switch character {
            case 48...57:
                let segments = I420Canvas.segments[Int(character) - 48]
                let (w, h, s) = (width, height, stroke)
                let bars = [
                    Rect(x: 0, y: 0, width: w, height: s), Rect(x: w - s, y: 0, width: s, height: h / 2),
                    Rect(x: w - s, y: h / 2, width: s, height: h - h / 2), Rect(x: 0, y: h - s, width: w, height: s),
                    Rect(x: 0, y: h / 2, width: s, height: h - h / 2), Rect(x: 0, y: 0, width: s, height: h / 2),
                    Rect(x: 0, y: (h - s) / 2, width: w, height: s),
                ]
                for (index, bar) in bars.enumerated() where segments & (1 << index) != 0 {
                    fill(bar.offset(by: x, origin.y), color)
                }
                x += width + 2 * stroke
            case 58, 46:
                if character == 58 {
                    fill(Rect(x: x, y: origin.y + height / 4, width: stroke, height: stroke), color)
                    fill(Rect(x: x, y: origin.y + height * 5 / 8, width: stroke, height: stroke), color)
                } else {
                    fill(Rect(x: x, y: origin.y + height - stroke, width: stroke, height: stroke), color)
                }
                x += 3 * stroke
            default: x += width + 2 * stroke
            }
        }
    }

    /// How wide `digits` draws a text.
    static func width(of text: String, height: Int) -> Int {
        let stroke = max(1, height / 8)
        return text.utf8.reduce(0) { $0 + ($1 == 58 || $1 == 46 ? 3 * stroke : height / 2 + 2 * stroke) }
    }

    /// Bits 0 to 6: top, upper right, lower right, bottom, lower left, upper left, middle.
    private static let segments: [UInt8] = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f]

    private static func chroma(_ rect: Rect) -> Rect {
        let (x, y) = (rect.x / 2, rect.y / 2)
        return Rect(x: x, y: y, width: (rect.maxX + 1) / 2 - x, height: (rect.maxY + 1) / 2 - y)
    }
}
