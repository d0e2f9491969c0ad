/// A colour with an opacity, not premultiplied, in sRGB.
public struct Color: Sendable, Hashable {
    /// 0 to 1.
    public var red: Double
    /// 0 to 1.
    public var green: Double
    /// 0 to 1.
    public var blue: Double
    /// 0 (clear) to 1 (opaque).
    public var alpha: Double

    /// A colour from 0xRRGGBB.
    public init(_ rgb: UInt32, alpha: Double = 1) {
        red = Double(rgb >> 16 & 0xFF) / 255
        green = Double(rgb >> 8 & 0xFF) / 255
        blue = Double(rgb & 0xFF) / 255
        self.alpha = alpha
    }

    /// Nothing.
    public static let clear = Color(0, alpha: 0)
    /// Opaque black.
    public static let black = Color(0x000000)
    /// Opaque white.
    public static let white = Color(0xFFFFFF)

    /// The same colour with another opacity.
    public func opacity(_ alpha: Double) -> Color {
        var copy = self
        copy.alpha = alpha
        return copy
    }

    /// A mixture: 0 gives this colour, 1 gives `other`.
    public func mixed(with other: Color, _ share: Double) -> Color {
        var copy = self
        copy.red += (other.red - red) * share
        copy.green += (other.green - green) * share
        copy.blue += (other.blue - blue) * share
        copy.alpha += (other.alpha - alpha) * share
        return copy
    }

    /// 0xRRGGBB without the opacity: what `FrameConverter` takes as a background.
    public var rgb: UInt32 {
        func byte(_ part: Double) -> UInt32 { UInt32((min(1, max(0, part)) * 255).rounded()) }
        return byte(red) << 16 | byte(green) << 8 | byte(blue)
    }
}
