import CGLib
import EventLoop
import Geometry

/// A call that came in: who asks what. It is answered once; dropped without an answer it is refused.
///
/// Any thread.
final class BusCall: Sendable {
    private struct Invocation: @unchecked Sendable {
        let raw: OpaquePointer
    }
    private let waiting: Lock<Invocation?>
    /// Unique name of the caller.
    let sender: String
    /// What is called.
    let method: String
    /// Fit the description of the interface.
    let arguments: [BusValue]

    /// Takes over GIO's invocation.
    init(_ invocation: OpaquePointer, sender: String, method: String, arguments: [BusValue]) {
        waiting = Lock(Invocation(raw: invocation))
        self.sender = sender
        self.method = method
        self.arguments = arguments
    }

    deinit { refuse("it was not answered") }

    /// Returns values to the caller.
    func answer(_ values: [BusValue]) {
        take { g_dbus_method_invocation_return_value($0, BusValue.tuple(values)) }
    }

    /// Tells the caller why not.
    func refuse(_ why: String) {
        take { g_dbus_method_invocation_return_dbus_error($0, "app.porthole.Error.Refused", why) }
    }

    private func take(_ body: @escaping @Sendable (OpaquePointer) -> Void) {
        let invocation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        if let invocation { GLibThread.shared.perform { body(invocation.raw) } }
    }
}
