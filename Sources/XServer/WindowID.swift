/// The server's name for a window or another drawable (an XID).
public struct WindowID: Sendable, Hashable, CustomStringConvertible {
    /// The number that travels in the protocol.
    public let rawValue: UInt

    /// A window by its number, as `xwininfo` and `_NET_CLIENT_LIST` give it.
    public init(_ rawValue: UInt) { self.rawValue = rawValue }

    /// No window (`None`).
    public static let none = WindowID(0)
    /// `0x1c00003`, as the X tools print it.
    public var description: String { "0x" + String(rawValue, radix: 16) }
}
