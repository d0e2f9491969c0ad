/// A size, in device pixels. Either side may be zero; never negative.
public struct Size: Sendable, Hashable, CustomStringConvertible {
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int

    /// A size, in device pixels.
    public init(_ width: Int, _ height: Int) {
        self.width = width
        self.height = height
    }

    /// Nothing.
    public static let zero = Size(0, 0)

    /// True when there is not one pixel in it.
    public var isEmpty: Bool { width <= 0 || height <= 0 }
    /// Pixels in all.
    public var area: Int { isEmpty ? 0 : width * height }
    /// The same with the sides exchanged, as after a quarter turn.
    public var transposed: Size { Size(height, width) }
    /// `480x270`, the form of X11's geometry strings.
    public var description: String { "\(width)x\(height)" }

    /// Reads `480x270`.
    ///
    /// - Returns: nil for anything else, for sides of zero and for sides above 32,767 (X11's limit).
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
            (1...32_767).contains(width), (1...32_767).contains(height)
        else { return nil }
        self.init(width, height)
    }
}
