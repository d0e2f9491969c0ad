public import Geometry

/// A round corner in pixels: how much of each pixel is inside, and a rounded rectangle as rectangles.
///
/// For windows that are not opaque the coverage is the alpha of the corner; for the others the spans are what the Shape
/// extension takes, which knows whole pixels only. Pure; any thread.
public struct CornerMask: Sendable, Hashable {
    /// The radius, in device pixels.
    public let radius: Double
    /// The coverage of the upper left corner, 0 (outside) to 255, a row after the other from the top, as many rows as
    /// columns; the other corners are its mirror images.
    public let coverage: [[UInt8]]

    /// A corner of `radius` points at a scale factor; none when the radius is not positive.
    public init(radius: Double, scale: Double = 1) { self.init(pixels: radius * scale) }

    init(pixels radius: Double) {
        let radius = radius.isFinite ? max(0, min(radius, 4096)) : 0
        self.radius = radius
        let side = Int(radius.rounded(.up))
        // Exact along each of 16 lines through a pixel's row: smooth enough that no eye sees a step.
        let lines = 16
        coverage = (0..<side).map { y in
            var sums = [Double](repeating: 0, count: side)
            for line in 0..<lines {
                let rise = radius - (Double(y) + (Double(line) + 0.5) / Double(lines))
                let half = max(0, radius * radius - rise * rise).squareRoot()
                let start = rise > 0 ? radius - half : 0
                for x in 0..<side {
                    sums[x] += min(1, max(0, Double(x) + 1 - start))
                }
            }
            return sums.map { UInt8(($0 / Double(lines) * 255).rounded()) }
        }
    }

    /// Pixels along a side of the corner.
    public var side: Int { coverage.count }

    /// The coverage of a pixel of a window of `size` that is round at all four corners.
    ///
    /// - Returns: 255 away from the corners; 0 outside of the window.
    public func coverage(at point: Point, in size: Size) -> UInt8 {
        guard Rect(size: size).contains(point) else { return 0 }
        let mask = fitted(to: size)
        let x = min(point.x, size.width - 1 - point.x)
        let y = min(point.y, size.height - 1 - point.y)
        return x < mask.side && y < mask.side ? mask.coverage[y][x] : 255
    }

    /// The window of `size` without what is outside its round corners, as few rectangles that do not overlap, from the
    /// top. One rectangle when there is no radius, none when there is no window.
    ///
    /// - Parameter least: the coverage that a pixel needs: half of it, or 1 for every pixel that the window touches.
    public func spans(size: Size, covering least: UInt8 = 128) -> [Rect] {
        guard !size.isEmpty else { return [] }
        let mask = fitted(to: size)
        // How far each row begins from the left; rows that begin alike are one rectangle.
        let insets = mask.coverage.map { row in row.firstIndex { $0 >= least } ?? mask.side }
        func inset(_ y: Int) -> Int {
            let row = min(y, size.height - 1 - y)
            return row < insets.count ? insets[row] : 0
        }
        var spans: [Rect] = []
        var y = 0
        while y < size.height {
            let x = inset(y)
            // Between the corners there is nothing to look at.
            var end = y >= mask.side && y < size.height - mask.side ? size.height - mask.side : y + 1
            while end < size.height, inset(end) == x { end += 1 }
            if size.width > 2 * x { spans.append(Rect(x: x, y: y, width: size.width - 2 * x, height: end - y)) }
            y = end
        }
        return spans
    }

    /// A radius that two corners have room for.
    func fitted(to size: Size) -> CornerMask {
        let most = Double(min(size.width, size.height)) / 2
        return radius <= most ? self : CornerMask(pixels: most)
    }
}
