public import Geometry

/// What a window's picture needs where the window ends: round corners, and a dark line along its inside.
///
/// Only the corners and that line are touched. Pure apart from the pixels it is given; any thread.
public struct RoundFrame: Sendable, Hashable {
    /// A side of the window.
    public enum Side: Sendable, Hashable {
        /// The left one.
        case left
        /// The right one.
        case right
        /// The upper one.
        case top
        /// The lower one.
        case bottom
    }

    /// The corners.
    public let mask: CornerMask
    /// How wide the line is, in pixels; 0 for none.
    public let line: Int
    /// The side whose corners stay square, such as the one at the edge of the screen; nil for none.
    public let open: Side?
    /// The corners of what is inside the line.
    private let inner: CornerMask

    /// A frame with corners and a line.
    public init(mask: CornerMask, line: Int = 0, open: Side? = nil) {
        self.open = open
        self.mask = mask
        self.line = max(0, line)
        inner = CornerMask(pixels: mask.radius - Double(max(0, line)))
    }

    /// The squares of a window of `size` that the round corners are in; none when nothing is round.
    public func corners(of size: Size) -> [Rect] {
        let side = min(max(mask.side, line), (min(size.width, size.height) + 1) / 2)
        guard side > 0 else { return [] }
        let (right, bottom) = (size.width - side, size.height - side)
        return [(0, 0), (right, 0), (0, bottom), (right, bottom)].map {
            Rect(x: $0.0, y: $0.1, width: side, height: side)
        }
    }

    /// What the Shape extension leaves of a window of `size`, as `CornerMask.spans(size:covering:)` gives it.
    public func spans(size: Size, covering least: UInt8 = 128) -> [Rect] {
        mask.spans(size: size, covering: least).map { span in
            let isUpper = span.y < size.height / 2
            let isWhole = open == .top && isUpper || open == .bottom && !isUpper
            let left = isWhole || open == .left ? 0 : span.x
            let right = isWhole || open == .right ? size.width : span.maxX
            return Rect(x: left, y: span.y, width: right - left, height: span.height)
        }
    }

    /// Makes the corners of a picture transparent: premultiplied by how much of each pixel is inside.
    ///
    /// Pixels are multiplied where they are: once for each picture.
    public func cut(_ target: PixelTarget) {
        let mask = mask.fitted(to: target.size)
        for (y, row) in mask.coverage.enumerated() where y <= target.size.height - 1 - y {
            for (x, share) in row.enumerated() where share < 255 && x <= target.size.width - 1 - x {
                for pixel in mirrored(x, y, in: target) { Self.fade(pixel, to: 0, UInt32(share)) }
            }
        }
    }

    /// Draws the line, in one colour (0xRRGGBB), inside round corners that the Shape extension cuts.
    public func drawLine(into target: PixelTarget, color: UInt32) {
        let size = target.size
        guard line > 0 else { return }
        let color = color | 0xff00_0000
        guard size.width > 2 * line, size.height > 2 * line else { return target.fill(Rect(size: size), with: color) }
        let hole = Rect(x: line, y: line, width: size.width - 2 * line, height: size.height - 2 * line)
        target.fill(around: hole, with: color)
        let inner = inner.fitted(to: hole.size)
        for (y, row) in inner.coverage.enumerated() where y <= hole.height - 1 - y {
            for (x, share) in row.enumerated() where share < 255 && x <= hole.width - 1 - x {
                for pixel in mirrored(x, y, in: target.part(hole)) { Self.fade(pixel, to: color, UInt32(share)) }
            }
        }
    }

    /// The same pixel of all round corners; each pixel once.
    private func mirrored(_ x: Int, _ y: Int, in target: PixelTarget) -> Mirrored {
        Mirrored(x: x, y: y, target: target, open: open)
    }

    /// Up to four pixels, without a list of them.
    private struct Mirrored: Sequence, IteratorProtocol {
        let x, y: Int
        let target: PixelTarget
        let open: Side?
        var index = 0

        mutating func next() -> UnsafeMutablePointer<UInt8>? {
            let (across, down) = (target.size.width - 1 - x, target.size.height - 1 - y)
            while index < 4 {
                defer { index += 1 }
                let (isRight, isLower) = (index & 1 == 1, index & 2 == 2)
                if isRight && across == x || isLower && down == y { continue }
                let isSquare =
                    switch open {
                    case .left: !isRight
                    case .right: isRight
                    case .top: !isLower
                    case .bottom: isLower
                    case nil: false
                    }
                if isSquare { continue }
                return target.base + (isLower ? down : y) * target.stride + (isRight ? across : x) * 4
            }
            return nil
        }
    }

    /// A pixel mixed with a colour; with none it becomes transparent.
    private static func fade(_ pixel: UnsafeMutablePointer<UInt8>, to color: UInt32, _ share: UInt32) {
        func mix(_ index: Int, _ other: UInt32) {
            let sum = UInt32(pixel[index]) * share + (other & 0xff) * (255 - share) + 127
            pixel[index] = UInt8(truncatingIfNeeded: sum / 255)
        }
        mix(0, color)
        mix(1, color >> 8)
        mix(2, color >> 16)
        mix(3, color >> 24)
    }
}
