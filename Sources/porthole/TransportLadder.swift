import Foundation
import PortholeKit

/// The transports to try: all of them, or those named in `PORTHOLE_TRANSPORTS` (such as
/// `mit-shm-sysv,x-put-image`), by which tests and people with a strange server leave the faster ones out.
nonisolated enum TransportLadder {
    /// The rungs, fastest first, by the environment.
    static var chosen: [ImageTransport] { rungs(ProcessInfo.processInfo.environment["PORTHOLE_TRANSPORTS"]) }

    /// The rungs, fastest first, that `text` names; all when it names none.
    static func rungs(_ text: String?) -> [ImageTransport] {
        guard let text, !text.isEmpty else { return ImageTransport.allCases }
        let names = Set(text.split(separator: ",").map(String.init))
        return ImageTransport.allCases.filter { names.contains($0.rawValue) }
    }
}
