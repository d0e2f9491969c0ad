import Foundation
import PortholeKit

nonisolated extension SessionOptions {
    /// Where servers are named that no command line has to show: passwords there are seen by everybody on the machine.
    static let reachVariable = "PORTHOLE_ICE_SERVERS"

    /// The servers that help to reach others: those of the command line, else those of the surroundings.
    var reach: [IceServer] {
        guard iceServers.isEmpty else { return iceServers }
        return (try? IceServer.list(Self.namedServers)) ?? []
    }

    /// - Throws: what is wrong with the servers of the surroundings.
    static func checkReach() throws(OpenError) {
        do throws(IceServer.Problem) {
            _ = try IceServer.list(namedServers)
        } catch {
            throw OpenError("\(reachVariable): \(error)", code: .usage)
        }
    }

    private static var namedServers: String { ProcessInfo.processInfo.environment[reachVariable] ?? "" }
}
