public import Geometry

/// Memory that a picture is drawn into: rows of B, G, R and an unused byte, as a 24-bit TrueColor visual wants them.
///
/// The memory belongs to the caller and must stay valid while it is drawn into. Not Sendable: one thread draws.
public struct PixelTarget {
    /// The first byte of the first row.
    public let base: UnsafeMutablePointer<UInt8>
    /// Bytes from one row to the next; at least four a pixel.
    public let stride: Int
    /// How many pixels may be drawn.
    public let size: Size

    /// Memory to draw into.
    public init(base: UnsafeMutablePointer<UInt8>, stride: Int, size: Size) {
        self.base = base
        self.stride = stride
        self.size = size
    }

    /// The part of it that `rect` covers.
    ///
    /// It is a programming error if `rect` is not inside.
    public func part(_ rect: Rect) -> PixelTarget {
        precondition(Rect(size: size).contains(rect), "\(rect) is outside \(size)")
        return PixelTarget(base: base + rect.y * stride + rect.x * 4, stride: stride, size: rect.size)
    }
}
