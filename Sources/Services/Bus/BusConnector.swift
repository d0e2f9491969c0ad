import CGLib

/// One attempt to connect to a bus: made and ended on the GLib thread.
///
/// Holds itself while GIO works; a time limit cancels the attempt.
final class BusConnector {
    private let address: String
    private let answer: (Result<Bus, SessionBusError>) -> Void
    private let cancellable = g_cancellable_new()
    private var limit: GLibTimer?

    /// An attempt that reports once through `answer`.
    init(address: String, answer: @escaping (Result<Bus, SessionBusError>) -> Void) {
        self.address = address
        self.answer = answer
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(cancellable)) }

    /// Begins. Call it on the GLib thread, once.
    func start(within seconds: Double) {
        limit = GLibTimer(after: seconds) { [weak self] in self.map { g_cancellable_cancel($0.cancellable) } }
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        g_dbus_connection_new_for_address(
            address, flags, nil, cancellable,
            { _, result, data in
                guard let data else { return }
                Unmanaged<BusConnector>.fromOpaque(data).takeRetainedValue().finish(result)
            }, Unmanaged.passRetained(self).toOpaque())
    }

    private func finish(_ result: OpaquePointer?) {
        limit?.cancel()
        var error: UnsafeMutablePointer<GError>?
        defer { g_clear_error(&error) }
        guard let connection = g_dbus_connection_new_for_address_finish(result, &error) else {
            return answer(.failure(problem(error)))
        }
        answer(.success(Bus(taking: connection)))
    }

    private func problem(_ error: UnsafeMutablePointer<GError>?) -> SessionBusError {
        if g_cancellable_is_cancelled(cancellable) != 0 { return .silent(address: address) }
        let why = error.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? "GIO gives no reason"
        return .refused(address: address, why: why)
    }
}
