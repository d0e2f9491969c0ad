import CX11

/// A counter of the SYNC extension, by which a window tells its manager that a resize has been drawn
/// (EWMH _NET_WM_SYNC_REQUEST).
public struct SyncCounter: Sendable, Hashable {
    /// Its number in the protocol.
    public let rawValue: UInt
}

extension Connection {
    /// A counter at zero; nil when the server lacks the extension.
    public func createSyncCounter() -> SyncCounter? {
        guard !isBroken else { return nil }
        var (event, error, major, minor) = (Int32(0), Int32(0), Int32(0), Int32(0))
        guard XSyncQueryExtension(display, &event, &error) != 0, XSyncInitialize(display, &major, &minor) != 0 else {
            return nil
        }
        return SyncCounter(rawValue: UInt(XSyncCreateCounter(display, XSyncValue(hi: 0, lo: 0))))
    }

    /// Sets a counter, which may have been made on another connection.
    public func set(_ counter: SyncCounter, to value: Int64) {
        guard !isBroken else { return }
        let parts = XSyncValue(hi: Int32(truncatingIfNeeded: value >> 32), lo: UInt32(truncatingIfNeeded: value))
        XSyncSetCounter(display, counter.rawValue, parts)
    }

    /// Gives a counter back.
    public func destroy(_ counter: SyncCounter) {
        guard !isBroken else { return }
        XSyncDestroyCounter(display, counter.rawValue)
    }
}
