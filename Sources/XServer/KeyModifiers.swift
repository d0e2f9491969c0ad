import CX11

/// Keys held together with another, or with a button.
public struct KeyModifiers: OptionSet, Sendable, Hashable {
    /// The bits of the protocol's KeyButMask.
    public let rawValue: UInt32

    /// From the protocol's bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = KeyModifiers(rawValue: UInt32(ShiftMask))
    /// Control.
    public static let control = KeyModifiers(rawValue: UInt32(ControlMask))
    /// Alt: Mod1 everywhere.
    public static let alt = KeyModifiers(rawValue: UInt32(Mod1Mask))
    /// The key with the logo: Mod4 everywhere.
    public static let logo = KeyModifiers(rawValue: UInt32(Mod4Mask))
}
