public import Geometry

/// Whether mini windows can be shown here, and if not, why (spec S2).
public enum PictureInPictureSupport: Sendable, Hashable {
    /// They can.
    case supported
    /// They can't.
    case unsupported(UnsupportedReason)

    /// The least side of a usable screen, in device pixels.
    public static let leastScreenSide = 120

    /// What the facts about a screen mean.
    ///
    /// - Parameters:
    ///   - screen: the size of the screen in device pixels; nil when there is no display.
    ///   - depths: the depths that its TrueColor visuals have.
    public init(screen: Size?, trueColorDepths depths: Set<Int>) {
        if let screen {
            if depths.isDisjoint(with: [24, 32]) {
                self = .unsupported(.noTrueColorVisual)
            } else if min(screen.width, screen.height) < Self.leastScreenSide {
                self = .unsupported(.screenTooSmall(screen))
            } else {
                self = .supported
            }
        } else {
            self = .unsupported(.noDisplay)
        }
    }

    /// True when mini windows can be shown.
    public var isSupported: Bool { self == .supported }

    /// Why not; nil when they can be shown.
    public var reason: UnsupportedReason? {
        if case .unsupported(let reason) = self { reason } else { nil }
    }
}
