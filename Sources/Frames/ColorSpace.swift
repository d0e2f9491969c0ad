public import Geometry

/// How the samples of a YUV frame become colours.
public struct ColorSpace: Sendable, Hashable {
    /// The matrix between YUV and RGB (ITU-T H.273, MatrixCoefficients).
    public enum Matrix: Sendable, Hashable, CaseIterable {
        /// Standard definition: ITU-R BT.601.
        case bt601
        /// High definition: ITU-R BT.709.
        case bt709
        /// Ultra high definition, not constant luminance: ITU-R BT.2020.
        case bt2020
    }
    /// Which sample values are black and white (ITU-T H.273, VideoFullRangeFlag).
    public enum Range: Sendable, Hashable, CaseIterable {
        /// 16 to 235 for luma, 16 to 240 for chroma, at 8 bits.
        case limited
        /// 0 to 255 at 8 bits.
        case full
    }

    /// The matrix between YUV and RGB.
    public var matrix: Matrix
    /// Which values are black and white.
    public var range: Range

    /// A colour space.
    public init(_ matrix: Matrix, _ range: Range) {
        self.matrix = matrix
        self.range = range
    }

    /// What a stream that says nothing most probably means: BT.601 up to 576 lines, BT.709 above, limited range.
    public static func unspecified(for size: Size) -> ColorSpace {
        ColorSpace(size.height <= 576 && size.width <= 1024 ? .bt601 : .bt709, .limited)
    }
}
