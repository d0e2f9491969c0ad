import CGLib

extension Bus {
    private final class Object {
        let handler: (BusCall) -> Void

        init(_ handler: @escaping (BusCall) -> Void) { self.handler = handler }
    }

    /// Puts an object on the bus that has the one interface of `xml` (D-Bus Specification 0.41, introspection format).
    ///
    /// GIO answers calls that do not fit the description itself.
    /// - Returns: what ends it, for `unexport(_:)`; nil when the path is taken.
    func export(_ path: String, xml: String, handler: @escaping (BusCall) -> Void) -> UInt32? {
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
        let id = g_dbus_connection_register_object(
            connection, path, node.pointee.interfaces[0], &table,
            Unmanaged.passRetained(Object(handler)).toOpaque(), releaseObject, nil)
        return id == 0 ? nil : id
    }

    /// Takes an object off the bus.
    func unexport(_ object: UInt32) { g_dbus_connection_unregister_object(connection, object) }
}
