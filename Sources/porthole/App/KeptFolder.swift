import Foundation
import PortholeKit

/// Where what outlives a run is kept: in the profile's folder, else where the user's files belong (XDG).
nonisolated enum KeptFolder: String {
    /// What the user chose.
    case config
    /// What is remembered.
    case state

    /// The folder, which need not be there.
    func path(profile: String?) -> String {
        if let profile { return URL(fileURLWithPath: profile).appendingPathComponent(rawValue).path }
        let user = XDGPaths(environment: ProcessInfo.processInfo.environment)
        return switch self {
        case .config: user.config
        case .state: user.state
        }
    }
}
