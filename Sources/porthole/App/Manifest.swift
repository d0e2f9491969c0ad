import Foundation
import PortholeKit

/// The app's manifest, `Resources/porthole.manifest`, built into the program (spec S9).
enum Manifest {
    /// What it declares; `PORTHOLE_MANIFEST` names another file, for tests.
    static func capabilities() throws(CapabilitiesError) -> Capabilities {
        if let path = ProcessInfo.processInfo.environment["PORTHOLE_MANIFEST"], !path.isEmpty {
            return try Capabilities(contentsOf: path)
        }
        return try Capabilities(manifest: String(decoding: PackageResources.porthole_manifest, as: UTF8.self))
    }
}
