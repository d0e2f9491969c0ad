import CGLib

extension Bus {
    private final class Object {
        let handler: (BusCall) -> Void
        let read: (String) -> BusValue?
        let write: (String, BusValue) -> Bool

        init(
            _ handler: @escaping (BusCall) -> Void, read: @escaping (String) -> BusValue?,
            write: @escaping (String, BusValue) -> Bool
        ) {
            self.handler = handler
            self.read = read
            self.write = write
        }
    }

    /// Puts an object on the bus that has the one interface of `xml` (D-Bus Specification 0.41, introspection format).
    ///
    /// GIO answers calls that do not fit the description itself.
    /// - Parameters:
    ///   - read: the value of a property, of the type that the description names; nil: there is none now.
    ///   - write: sets a property; false: not to this value.
    /// - Returns: what ends it, for `unexport(_:)`; nil when the path is taken.
    func export(
        _ path: String, xml: String, read: @escaping (String) -> BusValue? = { _ in nil },
        write: @escaping (String, BusValue) -> Bool = { _, _ in false }, handler: @escaping (BusCall) -> Void
    ) -> UInt32? {
        guard let node = g_dbus_node_info_new_for_xml(xml, nil) else {
            preconditionFailure("the description of \(path) is no XML that GIO takes")
        }
        defer { g_dbus_node_info_unref(node) }
        var table = GDBusInterfaceVTable()
        table.method_call = { _, sender, _, _, method, arguments, invocation, data in
            guard let data, let invocation else { return }
            let call = BusCall(
                invocation, sender: sender.map { String(cString: $0) } ?? "",
                method: method.map { String(cString: $0) } ?? "", arguments: BusValue.read(arguments))
            Unmanaged<Object>.fromOpaque(data).takeUnretainedValue().handler(call)
        }
        table.get_property = { _, _, _, _, name, error, data in
            guard let data, let name,
                let value = Unmanaged<Object>.fromOpaque(data).takeUnretainedValue().read(String(cString: name))
            else {
                g_set_error_literal(
                    error, g_dbus_error_quark(), gint(G_DBUS_ERROR_FAILED.rawValue), "there is none now")
                return nil
            }
            return value.variant()
        }
        table.set_property = { _, _, _, _, name, value, error, data in
            guard let data, let name, let value,
                Unmanaged<Object>.fromOpaque(data).takeUnretainedValue().write(String(cString: name), BusValue(value))
            else {
                g_set_error_literal(
                    error, g_dbus_error_quark(), gint(G_DBUS_ERROR_INVALID_ARGS.rawValue), "not to this value")
                return 0
            }
            return 1
        }
        let id = g_dbus_connection_register_object(
            connection, path, node.pointee.interfaces[0], &table,
            Unmanaged.passRetained(Object(handler, read: read, write: write)).toOpaque(), releaseObject, nil)
        return id == 0 ? nil : id
    }

    /// Takes an object off the bus.
    func unexport(_ object: UInt32) { g_dbus_connection_unregister_object(connection, object) }
}
