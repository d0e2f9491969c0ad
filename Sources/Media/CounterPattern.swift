public import Geometry

/// How `test:counter` writes the number of a frame into its picture, and how to read it back.
///
/// 32 blocks in a row along the upper edge, each a thirty-second of the width and an eighth of the height, the lowest
/// bit at the left: white for one, black for zero. They survive scaling and compression down to some 64 pixels across.
public enum CounterPattern {
    /// How many bits there are.
    public static let bitCount = 32

    /// Where a bit is in a picture of `size`.
    public static func block(_ bit: Int, in size: Size) -> Rect {
        let left = size.width * bit / bitCount
        let right = size.width * (bit + 1) / bitCount
        return Rect(x: left, y: 0, width: right - left, height: max(1, size.height / 8))
    }

    /// The number in a picture.
    ///
    /// - Parameter brightness: of a pixel, 0 to 255.
    /// - Returns: nil when a block is neither black nor white: it is another picture, or a torn one.
    public static func read(in size: Size, brightness: (Point) -> Int) -> UInt32? {
        var value: UInt32 = 0
        for bit in 0..<bitCount {
            let level = brightness(block(bit, in: size).center)
            guard level < 64 || level > 192 else { return nil }
            if level > 192 { value |= 1 << UInt32(bit) }
        }
        return value
    }
}
