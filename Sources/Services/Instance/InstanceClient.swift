import EventLoop
public import Foundation

/// The instance that runs on a display, as another process sees it. Any thread.
public struct InstanceClient: Sendable {
    private let bus: Bus
    private let peer: BusPeer

    /// Looks for the instance of a display.
    ///
    /// - Parameters:
    ///   - display: as `DISPLAY` has it.
    ///   - environment: names the session bus.
    ///   - seconds: how long the bus may take for each answer.
    /// - Returns: nil when nobody runs there.
    public static func find(
        display: String, environment: [String: String] = ProcessInfo.processInfo.environment,
        within seconds: Double = 3
    ) async throws(InstanceError) -> InstanceClient? {
        let bus: Bus
        do throws(SessionBusError) {
            bus = try await Bus.connect(environment: environment, within: seconds)
        } catch {
            throw InstanceError(error)
        }
        do throws(BusFailure) {
            let name = InstanceName(display: display).busName
            guard
                case .text(let owner)? = try await bus.call(
                    .daemon, "GetNameOwner", [.text(name)], within: seconds
                ).first
            else { return nil }
            // By its unique name: a successor that takes the well-known one would know nothing of our commands.
            return InstanceClient(
                bus: bus,
                peer: BusPeer(name: owner, path: InstanceWire.path, interface: InstanceWire.interface))
        } catch .gone {
            return nil
        } catch {
            throw InstanceError(error, of: .bus)
        }
    }

    /// Asks for an action.
    ///
    /// - Parameter seconds: how long it may take.
    public func control(
        _ request: ControlRequest, within seconds: Double = 10
    ) async throws(InstanceError) -> ControlReply {
        let values: [BusValue]
        do throws(BusFailure) {
            values = try await bus.call(
                peer, "Control",
                [.text(request.action), .texts(request.arguments), .text(request.session ?? "")], within: seconds)
        } catch {
            throw InstanceError(error, of: .instance)
        }
        guard values.count == 2, case .number(let code) = values[0], case .text(let text) = values[1] else {
            throw .refused("its answer is not understood")
        }
        return ControlReply(code: code, text: text)
    }

    /// Hands a command over and stays until it is over.
    ///
    /// Cancelling the task asks the instance to end the command as an interrupt would, and still waits for its end.
    /// - Parameters:
    ///   - seconds: how long the instance may take to say that it begins.
    ///   - onEvent: a line for stdout, in order; on the GLib thread, so it must not wait.
    ///   - onMessage: a line for stderr, likewise.
    /// - Returns: the exit code of the command.
    public func open(
        _ request: OpenRequest, within seconds: Double = 10, onEvent: @escaping @Sendable (String) -> Void,
        onMessage: @escaping @Sendable (String) -> Void
    ) async throws(InstanceError) -> Int32 {
        let relay = InstanceRelay(bus, peer, onEvent: onEvent, onMessage: onMessage)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                GLibThread.shared.perform {
                    relay.start(request, within: seconds) { continuation.resume(returning: $0) }
                }
            }
        } onCancel: {
            GLibThread.shared.perform { relay.cancel() }
        }
        return try result.get()
    }
}
