import Foundation

/// Where real sample videos are, if anywhere.
enum Samples {
    static let folder = ProcessInfo.processInfo.environment["PORTHOLE_SAMPLES"]
}

/// All bytes of a file.
func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }
