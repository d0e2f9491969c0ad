import CGLib
import EventLoop

/// A connection of our own to a message bus, closed with the last reference.
///
/// GLib thread only, and all closures run there; except for what is `async`, which hops.
final class Bus: @unchecked Sendable {
    private final class Reply {
        let body: (Result<[BusValue], BusFailure>) -> Void

        init(_ body: @escaping (Result<[BusValue], BusFailure>) -> Void) { self.body = body }
    }
    private final class DescriptorReply {
        let body: (Result<Int32, BusFailure>) -> Void

        init(_ body: @escaping (Result<Int32, BusFailure>) -> Void) { self.body = body }
    }
    private final class OwnerWatcher {
        let body: (String?) -> Void

        init(_ body: @escaping (String?) -> Void) { self.body = body }
    }
    private final class Listener {
        let body: (String, [BusValue]) -> Void

        init(_ body: @escaping (String, [BusValue]) -> Void) { self.body = body }
    }
    private final class Watcher {
        let body: () -> Void

        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// The connection for `Bus+Export`.
    let connection: OpaquePointer
    /// Our unique name, such as `:1.42`.
    let name: String

    /// The bus hung up. GIO complains loudly when a name is watched after that.
    var isClosed: Bool { g_dbus_connection_is_closed(connection) != 0 }

    /// Takes over a connection that has said hello.
    init(taking connection: OpaquePointer) {
        self.connection = connection
        name = g_dbus_connection_get_unique_name(connection).map { String(cString: $0) } ?? ""
    }

    deinit {
        g_dbus_connection_close(connection, nil, nil, nil)
        g_object_unref(UnsafeMutableRawPointer(connection))
    }

    /// Connects to the session bus that the environment names. Any thread.
    static func connect(
        environment: [String: String], within seconds: Double
    ) async throws(SessionBusError) -> Bus {
        let address = try SessionBus.address(environment: environment)
        let result = await withCheckedContinuation { continuation in
            GLibThread.shared.perform {
                BusConnector(address: address, answer: { continuation.resume(returning: $0) }).start(within: seconds)
            }
        }
        return try result.get()
    }

    // MARK: Calls

    /// Calls a method; `then` gets what it returns.
    ///
    /// - Parameter starts: the bus may start the service for it.
    func call(
        _ peer: BusPeer, _ method: String, _ arguments: [BusValue], within seconds: Double, starts: Bool = false,
        then: @escaping (Result<[BusValue], BusFailure>) -> Void
    ) {
        g_dbus_connection_call(
            connection, peer.name, peer.path, peer.interface, method, BusValue.tuple(arguments), nil,
            starts ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START, gint(seconds * 1000), nil,
            { source, result, data in
                guard let data else { return }
                let reply = Unmanaged<Reply>.fromOpaque(data).takeRetainedValue()
                var error: UnsafeMutablePointer<GError>?
                defer { g_clear_error(&error) }
                guard let tuple = g_dbus_connection_call_finish(source.map { OpaquePointer($0) }, result, &error) else {
                    return reply.body(.failure(BusFailure(error)))
                }
                defer { g_variant_unref(tuple) }
                reply.body(.success(BusValue.read(tuple)))
            }, Unmanaged.passRetained(Reply(then)).toOpaque())
    }

    /// Calls a method and waits for what it returns. Any thread.
    func call(
        _ peer: BusPeer, _ method: String, _ arguments: [BusValue], within seconds: Double
    ) async throws(BusFailure) -> [BusValue] {
        let result = await withCheckedContinuation { continuation in
            GLibThread.shared.perform { [self] in
                call(peer, method, arguments, within: seconds) { continuation.resume(returning: $0) }
            }
        }
        return try result.get()
    }

    /// Calls a method that returns a file descriptor (D-Bus Specification 0.41, type `h`); the caller closes it.
    func callForDescriptor(
        _ peer: BusPeer, _ method: String, _ arguments: [BusValue], within seconds: Double,
        then: @escaping (Result<Int32, BusFailure>) -> Void
    ) {
        g_dbus_connection_call_with_unix_fd_list(
            connection, peer.name, peer.path, peer.interface, method, BusValue.tuple(arguments), nil,
            G_DBUS_CALL_FLAGS_NO_AUTO_START, gint(seconds * 1000), nil, nil,
            { source, result, data in
                guard let data else { return }
                let reply = Unmanaged<DescriptorReply>.fromOpaque(data).takeRetainedValue()
                var error: UnsafeMutablePointer<GError>?
                defer { g_clear_error(&error) }
                var list: UnsafeMutablePointer<GUnixFDList>?
                defer { if let list { g_object_unref(UnsafeMutableRawPointer(list)) } }
                guard
                    let tuple = g_dbus_connection_call_with_unix_fd_list_finish(
                        source.map { OpaquePointer($0) }, &list, result, &error)
                else { return reply.body(.failure(BusFailure(error))) }
                g_variant_unref(tuple)
                // A copy of our own, closed on exec.
                let descriptor = list.map { g_unix_fd_list_get($0, 0, &error) } ?? -1
                reply.body(descriptor >= 0 ? .success(descriptor) : .failure(.refused("no file descriptor came")))
            }, Unmanaged.passRetained(DescriptorReply(then)).toOpaque())
    }

    // MARK: Signals

    /// Sends a signal to one receiver alone, or to all who listen (nil). Lost when he is not there.
    func emit(
        _ signal: String, _ arguments: [BusValue], to receiver: String?, path: String, interface: String
    ) {
        g_dbus_connection_emit_signal(
            connection, receiver, path, interface, signal, BusValue.tuple(arguments), nil)
    }

    /// Hears the signals of one sender, by his unique name, with their names and arguments.
    ///
    /// - Returns: what ends it, for `ignore(_:)`.
    func listen(to peer: BusPeer, _ body: @escaping (String, [BusValue]) -> Void) -> UInt32 {
        g_dbus_connection_signal_subscribe(
            connection, peer.name, peer.interface, nil, peer.path, nil, G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, signal, arguments, data in
                guard let data, let signal else { return }
                let listener = Unmanaged<Listener>.fromOpaque(data).takeUnretainedValue()
                listener.body(String(cString: signal), BusValue.read(arguments))
            }, Unmanaged.passRetained(Listener(body)).toOpaque(), releaseObject)
    }

    /// Ends what `listen` began.
    func ignore(_ listening: UInt32) { g_dbus_connection_signal_unsubscribe(connection, listening) }

    // MARK: Names

    /// Tells when nobody has a name any more, or the bus itself is gone; soon, if that is so already.
    ///
    /// - Returns: what ends it, for `unwatch(_:)`.
    func watch(_ name: String, onGone: @escaping () -> Void) -> UInt32 {
        g_bus_watch_name_on_connection(
            connection, name, G_BUS_NAME_WATCHER_FLAGS_NONE, nil,
            { _, _, data in
                guard let data else { return }
                Unmanaged<Watcher>.fromOpaque(data).takeUnretainedValue().body()
            }, Unmanaged.passRetained(Watcher(onGone)).toOpaque(), releaseObject)
    }

    /// Tells who has a name, by his unique name, soon and at each change; nil when nobody has, or the bus is gone.
    ///
    /// - Returns: what ends it, for `unwatch(_:)`.
    func watchOwner(_ name: String, _ body: @escaping (String?) -> Void) -> UInt32 {
        g_bus_watch_name_on_connection(
            connection, name, G_BUS_NAME_WATCHER_FLAGS_NONE,
            { _, _, owner, data in
                guard let data, let owner else { return }
                Unmanaged<OwnerWatcher>.fromOpaque(data).takeUnretainedValue().body(String(cString: owner))
            },
            { _, _, data in
                guard let data else { return }
                Unmanaged<OwnerWatcher>.fromOpaque(data).takeUnretainedValue().body(nil)
            }, Unmanaged.passRetained(OwnerWatcher(body)).toOpaque(), releaseObject)
    }

    /// Ends what `watch` or `watchOwner` began.
    func unwatch(_ watching: UInt32) { g_bus_unwatch_name(watching) }

    // MARK: The end

    /// Sends what waits to be sent, but no longer than `seconds`, and closes. Any thread.
    func close(within seconds: Double) async {
        await withCheckedContinuation { continuation in
            GLibThread.shared.perform { [self] in
                let cancellable = g_cancellable_new()
                let limit = GLibTimer(after: seconds) { g_cancellable_cancel(cancellable) }
                let end = Watcher {
                    limit.cancel()
                    g_object_unref(UnsafeMutableRawPointer(cancellable))
                    g_dbus_connection_close(self.connection, nil, nil, nil)
                    continuation.resume()
                }
                g_dbus_connection_flush(
                    connection, cancellable,
                    { _, _, data in
                        guard let data else { return }
                        Unmanaged<Watcher>.fromOpaque(data).takeRetainedValue().body()
                    }, Unmanaged.passRetained(end).toOpaque())
            }
        }
    }
}
