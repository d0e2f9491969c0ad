import Foundation
import PortholeKit

/// The desktop's sound server, which picks devices and profiles itself; players connect to it on their own.
final class DesktopSoundServer: SoundServer {
    func open(_ configuration: AudioConfiguration) throws(SoundServerError) -> AudioRoute {
        switch SoundServerProbe.probe(environment: ProcessInfo.processInfo.environment) {
        case .running, .remote: return .server
        case .missing: throw .noServer("there is no sound server")
        }
    }

    func close() {}
}
