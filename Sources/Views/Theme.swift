/// The colours and measures of the design, dark or light.
public struct Theme: Sendable, Hashable {
    /// Behind everything.
    public var background: Color
    /// Cards and bars.
    public var panel: Color
    /// Buttons on a panel.
    public var raised: Color
    /// Hairlines.
    public var line: Color
    /// Text.
    public var text: Color
    /// Text that may be overlooked.
    public var dim: Color
    /// The one main action, the focus, the active speaker.
    public var accent: Color
    /// An end, or live; nothing else.
    public var danger: Color
    /// All is well.
    public var ok: Color
    /// Chips, bars and buttons over video: dark in both themes.
    public var glass = Color(0x0F1115, alpha: 0.72)
    /// Text and icons on glass, on the accent and on danger.
    public var onGlass = Color(0xEEF1F5)

    /// The dark theme.
    public static let dark = Theme(
        background: Color(0x101216), panel: Color(0x181B21), raised: Color(0x20242C), line: Color(0x2C313B),
        text: Color(0xEEF1F5), dim: Color(0x9AA3B0), accent: Color(0x4C8DFF), danger: Color(0xE5484D),
        ok: Color(0x3FB26F))
    /// The light theme.
    public static let light = Theme(
        background: Color(0xF6F7F9), panel: Color(0xFFFFFF), raised: Color(0xEEF0F4), line: Color(0xD8DCE4),
        text: Color(0x14171C), dim: Color(0x5B6472), accent: Color(0x2F6FE4), danger: Color(0xD13438),
        ok: Color(0x2B8A55))

    /// Corner radii, in points.
    public enum Radius {
        /// Chips and badges.
        public static let small = 6.0
        /// Buttons.
        public static let medium = 10.0
        /// The tile and the mini window.
        public static let window = 12.0
        /// Cards and bars.
        public static let large = 14.0
    }

    /// Durations of movements, in seconds.
    public enum Motion {
        /// Controls appear and go.
        public static let fade = 0.2
        /// A view goes elsewhere.
        public static let move = 0.25
        /// After a throw.
        public static let spring = 0.5
        /// The damping ratio of the spring after a throw.
        public static let damping = 0.9
        /// Whatever it is, under reduced motion.
        public static let reduced = 0.1
    }
}
