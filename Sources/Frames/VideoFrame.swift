public import Geometry

/// One decoded picture: planes, format, colour, shape, and when it is due.
///
/// Immutable; read on any thread. A subclass keeps whatever owns the planes alive and gives it back in `deinit`: so
/// no pixel is copied between the decoder and the window.
open class VideoFrame: @unchecked Sendable {
    /// The stored picture, before its orientation and pixel aspect; at least 1×1.
    public let size: Size
    /// How the planes are laid out.
    public let format: PixelFormat
    /// As many as the format has, then nil.
    public let planes: (Plane, Plane?, Plane?)
    /// How samples become colours; without meaning for RGB formats.
    public let color: ColorSpace
    /// Width over height of one stored pixel.
    public let pixelAspect: Ratio
    /// How it has to be turned to stand upright.
    public let orientation: Orientation
    /// When it is due, in nanoseconds of the stream.
    public let timestamp: Int64
    /// How long it stays, in nanoseconds; nil when the stream does not tell.
    public let duration: Int64?

    /// A picture in memory that stays valid and unchanged for the life of this object.
    ///
    /// It is a programming error if planes are missing for `format`, if `size` is empty, or if a stride is shorter
    /// than a row or, in 16-bit formats, odd.
    public init(
        size: Size, format: PixelFormat, planes: (Plane, Plane?, Plane?), color: ColorSpace? = nil,
        pixelAspect: Ratio = .one, orientation: Orientation = .upright, timestamp: Int64 = 0, duration: Int64? = nil
    ) {
        precondition(!size.isEmpty, "a frame has at least one pixel")
        let given = 1 + (planes.1 == nil ? 0 : 1) + (planes.2 == nil ? 0 : 1)
        precondition(given >= format.planeCount, "planes are missing for \(format)")
        for (index, plane) in [planes.0, planes.1, planes.2].prefix(format.planeCount).enumerated() {
            let stride = plane?.stride ?? 0
            precondition(
                stride >= format.rowBytes(of: index, width: size.width) && !(format.isTenBit && stride % 2 == 1),
                "plane \(index) of \(size) \(format) can't have a stride of \(stride)")
        }
        self.size = size
        self.format = format
        self.planes = planes
        self.color = color ?? .unspecified(for: size)
        self.pixelAspect = pixelAspect
        self.orientation = orientation
        self.timestamp = timestamp
        self.duration = duration
    }

    /// The shape of the picture as it is seen: upright and with square pixels. The longer way of the two is taken, so
    /// that no stored line is lost.
    public var displaySize: Size {
        let (n, d) = (pixelAspect.numerator, pixelAspect.denominator)
        let square =
            n >= d
            ? Size(max(1, (size.width * n + d / 2) / d), size.height)
            : Size(size.width, max(1, (size.height * d + n / 2) / n))
        return orientation.isTransposed ? square.transposed : square
    }
}
