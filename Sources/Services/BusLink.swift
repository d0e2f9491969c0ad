import CGLib

/// A connection to a message bus in Swift's terms, without proxies: calls, signals and names.
///
/// Lives on the GLib thread only. What it hands out is valid during the callback.
final class BusLink {
    private let connection: OpaquePointer
    private let cancellable = g_cancellable_new()
    private var subscriptions: [guint] = []
    private var watches: [guint] = []

    /// A Swift closure for C, released by GLib.
    private final class Box<Body> {
        let body: Body
        init(_ body: Body) { self.body = body }
        func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
    }

    /// Takes over a reference.
    private init(_ connection: OpaquePointer) { self.connection = connection }

    deinit {
        close()
        g_object_unref(UnsafeMutableRawPointer(cancellable))
        g_object_unref(UnsafeMutableRawPointer(connection))
    }

    /// Connects; `body` gets nil when there is no such bus.
    static func open(_ address: String, _ body: @escaping (BusLink?) -> Void) {
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        g_dbus_connection_new_for_address(
            address, flags, nil, nil,
            { _, result, data in
                guard let data else { return }
                let body = Unmanaged<Box<(BusLink?) -> Void>>.fromOpaque(data).takeRetainedValue().body
                var error: UnsafeMutablePointer<GError>?
                let connection = g_dbus_connection_new_for_address_finish(result, &error)
                g_clear_error(&error)
                // A bus that goes away must not take the program with it.
                if let connection { g_dbus_connection_set_exit_on_close(connection, 0) }
                body(connection.map { BusLink($0) })
            }, Box(body).retained())
    }

    /// Calls a method of a service that runs; `reply` gets nil for an error, and nothing after `close`.
    ///
    /// - Parameter arguments: strings.
    func call(
        _ name: String, _ path: String, _ interface: String, _ method: String, _ arguments: [String] = [],
        _ reply: @escaping (OpaquePointer?) -> Void
    ) {
        var values: [OpaquePointer?] = arguments.map { g_variant_new_string($0) }
        let parameters = arguments.isEmpty ? nil : g_variant_new_tuple(&values, gsize(values.count))
        g_dbus_connection_call(
            connection, name, path, interface, method, parameters, nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, 5000,
            cancellable,
            { source, result, data in
                guard let data else { return }
                let box = Unmanaged<Box<(OpaquePointer?) -> Void>>.fromOpaque(data).takeRetainedValue()
                var error: UnsafeMutablePointer<GError>?
                defer { g_clear_error(&error) }
                let value = g_dbus_connection_call_finish(source.map { OpaquePointer($0) }, result, &error)
                if let error, g_error_matches(error, g_io_error_quark(), gint(G_IO_ERROR_CANCELLED.rawValue)) != 0 {
                    return
                }
                box.body(value)
                if let value { g_variant_unref(value) }
            }, Box(reply).retained())
    }

    /// Tells of a signal, but only from who owns `name`.
    ///
    /// - Parameter path: nil for every object.
    func subscribe(
        _ name: String, _ path: String?, _ interface: String, _ signal: String,
        _ body: @escaping (OpaquePointer) -> Void
    ) {
        let subscription = g_dbus_connection_signal_subscribe(
            connection, name, interface, signal, path, nil, G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, _, parameters, data in
                guard let data, let parameters else { return }
                Unmanaged<Box<(OpaquePointer) -> Void>>.fromOpaque(data).takeUnretainedValue().body(parameters)
            }, Box(body).retained(), { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } })
        subscriptions.append(subscription)
    }

    /// Tells whether somebody owns `name`, now and whenever that changes.
    func watch(_ name: String, _ body: @escaping (Bool) -> Void) {
        let watch = g_bus_watch_name_on_connection(
            connection, name, G_BUS_NAME_WATCHER_FLAGS_NONE,
            { _, _, _, data in
                if let data { Unmanaged<Box<(Bool) -> Void>>.fromOpaque(data).takeUnretainedValue().body(true) }
            },
            { _, _, data in
                if let data { Unmanaged<Box<(Bool) -> Void>>.fromOpaque(data).takeUnretainedValue().body(false) }
            }, Box(body).retained(), { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } })
        watches.append(watch)
    }

    /// Ends everything. Nothing is told any more.
    func close() {
        g_cancellable_cancel(cancellable)
        for subscription in subscriptions { g_dbus_connection_signal_unsubscribe(connection, subscription) }
        for watch in watches { g_bus_unwatch_name(watch) }
        subscriptions = []
        watches = []
        g_dbus_connection_close(connection, nil, nil, nil)
    }
}
