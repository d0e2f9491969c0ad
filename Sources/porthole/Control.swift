import Foundation
import PortholeKit

/// `porthole ctl`: has the running instance do something, and says what it says.
///
/// - Returns: the exit code, which is the instance's when there is one.
func control(_ command: ControlCommand, _ output: OutputOptions) async -> Int32 {
    let console = Console(output)
    let display = ProcessInfo.processInfo.environment["DISPLAY"] ?? ""
    let reply: ControlReply
    do throws(InstanceError) {
        guard let instance = try await InstanceClient.find(display: display) else {
            throw InstanceError.noInstance(display: display)
        }
        reply = try await instance.control(ControlRequest(command))
    } catch {
        console.error(error)
        return error.exitCode.rawValue
    }
    if reply.code != 0 {
        console.complain(reply.text.isEmpty ? "\(command.action.rawValue): it was not done" : reply.text)
        return reply.code
    }
    // A reader that has seen enough is no error to report.
    guard reply.text.isEmpty || writeWhole(reply.text + "\n", to: STDOUT_FILENO) || errno == EPIPE else {
        return ExitCode.failed.rawValue
    }
    return ExitCode.done.rawValue
}

nonisolated extension ControlRequest {
    /// A command line's words for the instance.
    init(_ command: ControlCommand) {
        self.init(
            action: command.action.rawValue, arguments: command.argument.map { [$0] } ?? [], session: command.session)
    }
}

nonisolated extension InstanceError {
    /// How a process ends that needed the instance.
    var exitCode: ExitCode {
        switch self {
        case .noBus, .noInstance, .timedOut(.bus): .missing
        case .timedOut(.instance), .lost, .refused: .failed
        }
    }
}
