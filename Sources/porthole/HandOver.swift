import Foundation
import PortholeKit

/// The side of a command that another process runs: hands it over, relays what is told, and stays to its end.
enum HandOver {
    /// Hands this process's own command line over.
    ///
    /// - Returns: how the process ends; nil when nobody was there to take it.
    static func run(_ display: String, _ output: OutputOptions) async throws(InstanceError) -> Int32? {
        guard let instance = try await InstanceClient.find(display: display) else { return nil }
        let request = OpenRequest(words: Array(CommandLine.arguments.dropFirst()))
        let task = Task { () -> Result<Int32, InstanceError> in
            do throws(InstanceError) {
                return .success(
                    try await instance.open(
                        request, onEvent: { writeWhole($0 + "\n", to: STDOUT_FILENO) },
                        onMessage: { writeWhole($0 + "\n", to: STDERR_FILENO) }))
            } catch {
                return .failure(error)
            }
        }
        let interruption = Interruption { task.cancel() }
        let result = await task.value
        interruption.stop()
        switch result {
        case .success(let code): return code
        case .failure(let error):
            // It was there and is gone: its sessions are, too.
            Console(output).error(error)
            return ExitCode.failed.rawValue
        }
    }
}
