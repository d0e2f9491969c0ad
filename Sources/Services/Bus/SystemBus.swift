/// The D-Bus system bus: where it is.
enum SystemBus {
    /// The address of the bus by the environment (D-Bus Specification 0.41, well-known message bus instances).
    static func address(environment: [String: String]) -> String {
        environment["DBUS_SYSTEM_BUS_ADDRESS"].flatMap { $0.isEmpty ? nil : $0 }
            ?? "unix:path=/var/run/dbus/system_bus_socket"
    }
}
