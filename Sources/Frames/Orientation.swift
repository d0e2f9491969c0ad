/// How a stored picture has to be turned to stand upright: first turned, then mirrored.
public struct Orientation: Sendable, Hashable {
    /// A clockwise turn, in degrees (as the `image-orientation` tag and WebRTC's coordination of video orientation).
    public enum Rotation: Int, Sendable, Hashable, CaseIterable {
        /// As stored.
        case none = 0
        /// A quarter turn to the right.
        case clockwise90 = 90
        /// Upside down.
        case half = 180
        /// A quarter turn to the left.
        case clockwise270 = 270
    }

    /// The clockwise turn.
    public var rotation: Rotation
    /// Left and right exchanged, after the turn.
    public var isMirrored: Bool

    /// An orientation.
    public init(_ rotation: Rotation = .none, mirrored: Bool = false) {
        self.rotation = rotation
        isMirrored = mirrored
    }

    /// As stored.
    public static let upright = Orientation()
    /// True when width and height change places.
    public var isTransposed: Bool { rotation == .clockwise90 || rotation == .clockwise270 }
}
