import CGLib

/// Actions on the bus under `org.gtk.Actions`, each with a text as its parameter: GLib's own way to drive a program.
///
/// GLib thread only.
final class ActionGroup {
    private final class Receiver {
        let name: String
        let body: (String, String) -> Void

        init(_ name: String, _ body: @escaping (String, String) -> Void) {
            self.name = name
            self.body = body
        }
    }
    private let bus: Bus
    private let group = g_simple_action_group_new()
    private let id: UInt32

    /// Puts the actions on the bus at `path`.
    ///
    /// - Parameters:
    ///   - names: letters, digits, dots and dashes.
    ///   - activate: is given the name of the action and the text.
    /// - Returns: nil when the path is taken.
    init?(_ names: [String], on bus: Bus, path: String, activate: @escaping (String, String) -> Void) {
        self.bus = bus
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        for name in names {
            let action = g_simple_action_new(name, type)
            let activated: @convention(c) (OpaquePointer?, OpaquePointer?, gpointer?) -> Void = { _, parameter, data in
                guard let parameter, let data, case .text(let text) = BusValue(parameter) else { return }
                let receiver = Unmanaged<Receiver>.fromOpaque(data).takeUnretainedValue()
                receiver.body(receiver.name, text)
            }
            g_signal_connect_data(
                UnsafeMutableRawPointer(action), "activate", unsafeBitCast(activated, to: GCallback.self),
                Unmanaged.passRetained(Receiver(name, activate)).toOpaque(), { data, _ in releaseObject(data) },
                GConnectFlags(rawValue: 0))
            g_action_map_add_action(OpaquePointer(group), action)
            g_object_unref(UnsafeMutableRawPointer(action))
        }
        id = g_dbus_connection_export_action_group(bus.connection, path, OpaquePointer(group), nil)
        if id == 0 { return nil }
    }

    deinit {
        if id != 0 { g_dbus_connection_unexport_action_group(bus.connection, id) }
        g_object_unref(UnsafeMutableRawPointer(group))
    }
}
