/// A positive fraction, such as a pixel aspect ratio (width of one pixel over its height).
public struct Ratio: Sendable, Hashable {
    /// Above the line; at least 1.
    public let numerator: Int
    /// Below the line; at least 1.
    public let denominator: Int

    /// A fraction. Streams carry nonsense such as 0/1 for "unknown": whatever is not positive becomes 1/1.
    public init(_ numerator: Int, _ denominator: Int) {
        let valid = numerator > 0 && denominator > 0
        self.numerator = valid ? numerator : 1
        self.denominator = valid ? denominator : 1
    }

    /// 1/1.
    public static let one = Ratio(1, 1)
    /// As a number.
    public var value: Double { Double(numerator) / Double(denominator) }
    /// The fraction turned over, as for a picture that is turned by a quarter.
    public var inverse: Ratio { Ratio(denominator, numerator) }
}
