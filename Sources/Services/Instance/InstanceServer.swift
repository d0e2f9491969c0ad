import EventLoop
public import Foundation

/// The running instance on the session bus: it takes actions and whole command lines from other processes.
///
/// Owns the name of its display, of which there is one. At `/app/porthole/Porthole` it has the interface
/// `app.porthole.Instance1` for `porthole` itself, and its actions under `org.gtk.Actions` for everybody else (GIO's
/// action group; each takes one text: nothing, an argument, or JSON with `argument` and `session`). The name is given up
/// with the last reference, at the latest. Any thread.
public final class InstanceServer: Sendable {
    /// Carries out an action.
    public typealias Control = @Sendable (ControlRequest) async -> ControlReply
    /// Begins a command that was handed over; called on the GLib thread, so it hops before it does anything.
    public typealias Open = @Sendable (OpenRequest, InstanceCaller) -> Void

    private let core: InstanceCore

    private init(_ core: InstanceCore) { self.core = core }

    deinit { stopExporting() }

    /// Becomes the instance of a display.
    ///
    /// - Parameters:
    ///   - display: as `DISPLAY` has it.
    ///   - actions: names of the actions that others may see and activate.
    ///   - environment: names the session bus.
    ///   - seconds: how long the bus may take for each answer.
    ///   - control: carries out an action.
    ///   - open: begins a command.
    /// - Returns: nil when somebody else is the instance of the display already; also when both begin at once.
    public static func start(
        display: String, actions: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
        within seconds: Double = 3, control: @escaping Control, open: @escaping Open
    ) async throws(InstanceError) -> InstanceServer? {
        let name = InstanceName(display: display)
        let bus: Bus
        do throws(SessionBusError) {
            bus = try await Bus.connect(environment: environment, within: seconds)
        } catch {
            throw InstanceError(error)
        }
        // Held from here on by a server, which takes the objects off the bus however this ends.
        let server = InstanceServer(InstanceCore(bus, control: control, open: open))
        let isExported = await withCheckedContinuation { continuation in
            GLibThread.shared.perform {
                continuation.resume(
                    returning: server.core.export(actions: actions, applicationPath: name.applicationPath))
            }
        }
        guard isExported else { throw .refused("an object path is taken") }
        do throws(BusFailure) {
            // D-Bus Specification 0.41, RequestName: DBUS_NAME_FLAG_DO_NOT_QUEUE; PRIMARY_OWNER is 1.
            let reply = try await bus.call(
                .daemon, "RequestName", [.text(name.busName), .count(4)], within: seconds)
            return reply == [.count(1)] ? server : nil
        } catch {
            throw InstanceError(error, of: .bus)
        }
    }

    /// Gives up the name, after what was told to callers is sent and actions that are being carried out are answered, each
    /// within a second. Those whose command is not done yet find the instance gone. The last thing before the process
    /// ends.
    public func stop() async {
        await withCheckedContinuation { continuation in
            GLibThread.shared.perform { [core] in
                core.whenAnswered(within: 1) { continuation.resume() }
            }
        }
        stopExporting()
        await core.bus.close(within: 1)
    }

    private func stopExporting() {
        let core = core
        GLibThread.shared.perform { core.stop() }
    }
}
