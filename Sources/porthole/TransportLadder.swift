import Foundation
import PortholeKit

/// The transports to try: all of them, or those named in `PORTHOLE_TRANSPORTS` (such as
/// `mit-shm-sysv,x-put-image`), by which tests and people with a strange server leave the faster ones out.
enum TransportLadder {
    /// The rungs, fastest first.
    static var chosen: [ImageTransport] {
        guard let text = ProcessInfo.processInfo.environment["PORTHOLE_TRANSPORTS"], !text.isEmpty else {
            return ImageTransport.allCases
        }
        let names = Set(text.split(separator: ",").map(String.init))
        return ImageTransport.allCases.filter { names.contains($0.rawValue) }
    }
}
