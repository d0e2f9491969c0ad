import Geometry
import Glibc

/// A colour in the samples of a BT.709 picture of limited range.
struct YUVColor: Sendable {
    let y: UInt8
    let u: UInt8
    let v: UInt8

    /// From 0xRRGGBB, by ITU-T H.273.
    init(_ rgb: UInt32) {
        let (r, g, b) = (Double(rgb >> 16 & 0xff) / 255, Double(rgb >> 8 & 0xff) / 255, Double(rgb & 0xff) / 255)
        let luma = 0.2126 * r + 0.7152 * g + 0.0722 * b
        y = UInt8((16 + 219 * luma).rounded())
        u = UInt8((128 + 224 * (b - luma) / 1.8556).rounded())
        v = UInt8((128 + 224 * (r - luma) / 1.5748).rounded())
    }
}

/// Draws simple shapes into an I420 picture.
struct I420Painter {
    let size: Size
    let base: UnsafeMutablePointer<UInt8>
    private let layout: I420Layout

    init(_ base: UnsafeMutablePointer<UInt8>, _ layout: I420Layout) {
        self.base = base
        self.layout = layout
        size = layout.size
    }

    /// One run of pixels of a row, luma and, on even rows, chroma.
    private func run(_ y: Int, _ left: Int, _ right: Int, _ color: YUVColor) {
        let (left, right) = (max(0, left), min(size.width, right))
        guard y >= 0, y < size.height, left < right else { return }
        memset(base + y * layout.strides.y + left, Int32(color.y), right - left)
        guard y & 1 == 0 else { return }
        let offset = y / 2 * layout.strides.c + left / 2
        let count = (right + 1) / 2 - left / 2
        memset(base + layout.uOffset + offset, Int32(color.u), count)
        memset(base + layout.vOffset + offset, Int32(color.v), count)
    }

    /// A filled rectangle.
    func fill(_ rect: Rect, _ color: YUVColor) {
        for y in max(0, rect.y)..<max(0, rect.y, min(size.height, rect.maxY)) { run(y, rect.x, rect.maxX, color) }
    }

    /// A filled circle.
    func fillCircle(_ center: Point, radius: Int, _ color: YUVColor) {
        guard radius > 0 else { return }
        for dy in -radius...radius {
            let half = Int(Double(radius * radius - dy * dy).squareRoot())
            run(center.y + dy, center.x - half, center.x + half + 1, color)
        }
    }

    /// Text of digits, colon and full stop in seven segments.
    ///
    /// - Returns: the width it took.
    @discardableResult func digits(_ text: String, at origin: Point, height: Int, _ color: YUVColor) -> Int {
        let stroke = max(1, height / 7)
        let width = max(3, height / 2)
        var x = origin.x
        for character in text {
            guard let digit = character.wholeNumberValue else {
                let dots = character == ":" ? [height / 3, height * 2 / 3] : [height - stroke]
                for dot in dots { fill(Rect(x: x, y: origin.y + dot, width: stroke, height: stroke), color) }
                x += stroke * 2
                continue
            }
            let lit = Self.segments[digit]
            let half = height / 2
            let places = [
                Rect(x: x, y: origin.y, width: width, height: stroke),
                Rect(x: x + width - stroke, y: origin.y, width: stroke, height: half),
                Rect(x: x + width - stroke, y: origin.y + half, width: stroke, height: height - half),
                Rect(x: x, y: origin.y + height - stroke, width: width, height: stroke),
                Rect(x: x, y: origin.y + half, width: stroke, height: height - half),
                Rect(x: x, y: origin.y, width: stroke, height: half),
                Rect(x: x, y: origin.y + half - stroke / 2, width: width, height: stroke),
            ]
            for (index, place) in places.enumerated() where lit >> index & 1 == 1 { fill(place, color) }
            x += width + stroke
        }
        return x - origin.x
    }

    /// Bit 0 the upper bar, then clockwise, bit 6 the middle bar.
    private static let segments: [UInt8] = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f]
}
