public import Geometry

/// The soft shadow around a window with round corners, as a picture whose corners stay and whose edges stretch.
///
/// Two layers: a wide one that falls downwards, and a narrow one that draws the window's edge on any background. Under
/// the window it is clear, so that a window that is faded shows what is behind it and not its own shadow. Pure; any
/// thread.
public struct DropShadow: Sendable, Hashable {
    /// The corners of the window that throws it.
    public let mask: CornerMask
    /// Device pixels a point.
    public let scale: Double
    /// How far it reaches to the left, right and upwards; downwards `fall` further.
    private let reach: Int
    private let fall: Int

    /// How soft the layers are (the standard deviation), how far they fall, in points, and how dark they are.
    private static let layers = [(blur: 9.0, fall: 5.0, dark: 0.42), (blur: 1.5, fall: 1.0, dark: 0.34)]

    /// The shadow of a window with corners, at a scale factor.
    public init(mask: CornerMask, scale: Double) {
        self.mask = mask
        self.scale = scale
        fall = Self.layers.map { Int(($0.fall * scale).rounded()) }.max() ?? 0
        reach = Self.layers.map { Self.reach($0.blur * scale) }.max() ?? 0
    }

    /// Where it is when the window is at `rect`.
    public func place(around rect: Rect) -> Rect {
        Rect(
            x: rect.x - reach, y: rect.y - reach + fall, width: rect.width + 2 * reach,
            height: rect.height + 2 * reach)
    }

    /// Its picture: black, premultiplied 0xAARRGGBB row by row; and how many columns and rows the corners have, which
    /// stay when it is stretched.
    public func picture() -> (pixels: [UInt32], size: Size, corner: Int) {
        // From where on an edge is straight: neither the corner nor its blur reaches there.
        let straight = mask.side + reach
        let corner = reach + straight
        let side = 2 * corner + 1
        let window = Rect(
            x: reach, y: reach - fall, width: 2 * straight + 1, height: 2 * straight + 1)
        var clear = [Double](repeating: 1, count: side * side)
        for layer in Self.layers {
            let rect = window.offset(by: 0, Int((layer.fall * scale).rounded()))
            let coverage = blurred(rect, layer.blur * scale, side)
            for index in 0..<side * side { clear[index] *= 1 - layer.dark * coverage[index] }
        }
        var pixels = [UInt32](repeating: 0, count: side * side)
        for y in 0..<side {
            for x in 0..<side {
                // Behind a smooth edge it fades out: mutter shows it above its window at times.
                let room = min(1, 2 - 2 * Double(share(x, y, of: window)) / 255)
                pixels[y * side + x] = UInt32(((1 - clear[y * side + x]) * room * 255).rounded()) << 24
            }
        }
        return (pixels, Size(side, side), corner)
    }

    /// How much of a pixel a window covers that is larger than its corners.
    private func share(_ x: Int, _ y: Int, of window: Rect) -> UInt8 {
        let across = min(x - window.x, window.maxX - 1 - x)
        let down = min(y - window.y, window.maxY - 1 - y)
        if across < 0 || down < 0 { return 0 }
        return across < mask.side && down < mask.side ? mask.coverage[down][across] : 255
    }

    /// A box as wide that three of them are a bell with that deviation.
    private static func box(_ deviation: Double) -> Int {
        let width = Int((deviation * deviation * 4 + 1).squareRoot().rounded())
        return width | 1
    }

    private static func reach(_ deviation: Double) -> Int { 3 * (box(deviation) / 2) + 1 }

    /// How much of each pixel a blurred window covers.
    private func blurred(_ rect: Rect, _ deviation: Double, _ side: Int) -> [Double] {
        var sharp = [Double](repeating: 0, count: side * side)
        for y in max(0, rect.y)..<min(side, rect.maxY) {
            for x in max(0, rect.x)..<min(side, rect.maxX) {
                sharp[y * side + x] = Double(share(x, y, of: rect)) / 255
            }
        }
        let half = Self.box(deviation) / 2
        // Along the rows and turned each time: the second time along what were columns.
        for _ in 0..<2 { sharp = turned(alongRows(sharp, half, side), side) }
        return sharp
    }

    private func alongRows(_ pixels: [Double], _ half: Int, _ side: Int) -> [Double] {
        var source = pixels
        var target = pixels
        for _ in 0..<3 {
            for row in stride(from: 0, to: side * side, by: side) {
                var sum = 0.0
                for x in 0..<min(half, side) { sum += source[row + x] }
                for x in 0..<side {
                    if x + half < side { sum += source[row + x + half] }
                    target[row + x] = sum / Double(2 * half + 1)
                    if x - half >= 0 { sum -= source[row + x - half] }
                }
            }
            swap(&source, &target)
        }
        return source
    }

    private func turned(_ pixels: [Double], _ side: Int) -> [Double] {
        var turned = pixels
        for y in 0..<side {
            for x in 0..<side { turned[x * side + y] = pixels[y * side + x] }
        }
        return turned
    }
}
