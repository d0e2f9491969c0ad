public import Frames
public import Geometry

/// The picture of `test:counter`: a number that machines read back from pixels, whatever they were scaled to.
///
/// Eight columns and four rows of equal blocks, white for 1 and black for 0, from the upper left in reading order: 24
/// bits of the picture's number (from 0, modulo 2²⁴, most significant first), then 8 bits of check, which are the
/// exclusive or of the number's three bytes and 0xA5. So no evenly coloured picture is a number.
public enum CounterPattern {
    fileprivate static let columns = 8
    fileprivate static let rows = 4

    static func word(_ index: Int64) -> UInt32 {
        let number = UInt32(truncatingIfNeeded: index) & 0xff_ffff
        return number << 8 | check(number)
    }

    static func block(_ index: Int, in size: Size) -> Rect {
        let (column, row) = (index % columns, index / columns)
        let (left, top) = (size.width * column / columns, size.height * row / rows)
        return Rect(
            x: left, y: top, width: size.width * (column + 1) / columns - left,
            height: size.height * (row + 1) / rows - top)
    }

    private static func check(_ number: UInt32) -> UInt32 { (number >> 16 ^ number >> 8 ^ number ^ 0xa5) & 0xff }

    /// Reads the number, given how bright the picture is at a place.
    ///
    /// - Returns: nil when a block is neither dark nor bright, or the check fails: half of one picture and half of
    ///   another, for instance.
    public static func read(_ size: Size, brightness: (Point) -> UInt8) -> Int? {
        guard size.width >= columns, size.height >= rows else { return nil }
        var word: UInt32 = 0
        for index in 0..<columns * rows {
            let value = brightness(block(index, in: size).center)
            guard value < 80 || value > 175 else { return nil }
            word = word << 1 | (value > 175 ? 1 : 0)
        }
        let number = word >> 8
        return check(number) == word & 0xff ? Int(number) : nil
    }

    /// Reads the number from pixels of four bytes, of which the second (green, in BGRX) is looked at.
    public static func read(pixels: UnsafePointer<UInt8>, stride: Int, size: Size) -> Int? {
        read(size) { pixels[$0.y * stride + $0.x * 4 + 1] }
    }

    /// Reads the number from a frame as it is stored.
    public static func read(_ frame: VideoFrame) -> Int? {
        let plane = frame.planes.0
        return read(frame.size) { point in
            switch frame.format {
            case .i420, .nv12: plane.base[point.y * plane.stride + point.x]
            case .bgrx, .bgra: plane.base[point.y * plane.stride + point.x * 4 + 1]
            // Little-endian: of 10 bits in the lower part, and of 16, the upper eight.
            case .i420p10:
                UInt8(
                    truncatingIfNeeded: (Int(plane.base[point.y * plane.stride + point.x * 2])
                        | Int(plane.base[point.y * plane.stride + point.x * 2 + 1]) << 8) >> 2)
            case .p010: plane.base[point.y * plane.stride + point.x * 2 + 1]
            }
        }
    }
}

/// Draws the pictures of `CounterPattern`.
final class CounterGenerator: PatternGenerator, @unchecked Sendable {
    override func draw(_ index: Int64, on canvas: I420Canvas, _ block: CanvasPool.Block) {
        let word = CounterPattern.word(index)
        for bit in 0..<32 {
            canvas.fill(
                CounterPattern.block(bit, in: layout.size), word >> (31 - bit) & 1 == 1 ? .white : .black)
        }
    }
}
