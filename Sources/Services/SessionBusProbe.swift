import CGLib

/// One attempt to connect to a bus: made, used and released on the GLib thread.
///
/// Holds itself while GIO works; a time limit cancels the attempt.
final class SessionBusProbe {
    private let address: String
    private let answer: (SessionBus.State) -> Void
    private let cancellable = g_cancellable_new()
    private var timer: OpaquePointer?

    /// An attempt that reports once through `answer`.
    init(address: String, answer: @escaping (SessionBus.State) -> Void) {
        self.address = address
        self.answer = answer
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(cancellable)) }

    /// Begins. Call it on the GLib thread, once.
    func start(within seconds: Double) {
        limit(to: seconds)
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        g_dbus_connection_new_for_address(
            address, flags, nil, cancellable,
            { _, result, data in
                guard let data else { return }
                Unmanaged<SessionBusProbe>.fromOpaque(data).takeRetainedValue().finish(result)
            }, Unmanaged.passRetained(self).toOpaque())
    }

    private func limit(to seconds: Double) {
        guard let source = g_timeout_source_new(guint(max(0, seconds) * 1000)) else { return }
        let cancel: GSourceFunc = { data in
            g_cancellable_cancel(data.map { OpaquePointer($0) }.flatMap { UnsafeMutablePointer<GCancellable>($0) })
            return 0
        }
        g_source_set_callback(source, cancel, UnsafeMutableRawPointer(cancellable), nil)
        g_source_attach(source, g_main_context_get_thread_default())
        timer = OpaquePointer(source)
    }

    private func finish(_ result: OpaquePointer?) {
        if let timer {
            let source = UnsafeMutablePointer<GSource>(timer)
            g_source_destroy(source)
            g_source_unref(source)
        }
        var error: UnsafeMutablePointer<GError>?
        defer { g_clear_error(&error) }
        guard let connection = g_dbus_connection_new_for_address_finish(result, &error) else {
            return answer(.missing(problem(error)))
        }
        let name = g_dbus_connection_get_unique_name(connection).map { String(cString: $0) } ?? ""
        g_dbus_connection_close(connection, nil, nil, nil)
        g_object_unref(UnsafeMutableRawPointer(connection))
        answer(.running(name: name))
    }

    private func problem(_ error: UnsafeMutablePointer<GError>?) -> SessionBusError {
        if g_cancellable_is_cancelled(cancellable) != 0 { return .silent(address: address) }
        let why = error.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? "GIO gives no reason"
        return .refused(address: address, why: why)
    }
}
