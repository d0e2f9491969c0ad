/// Whom a message is for: a name on the bus, an object of his, and one of its interfaces.
struct BusPeer: Sendable, Equatable {
    /// Unique or well-known.
    var name: String
    /// The object.
    var path: String
    /// What it is asked in.
    var interface: String

    /// The bus itself (D-Bus Specification 0.41, message bus messages).
    static let daemon = BusPeer(
        name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus")
}
