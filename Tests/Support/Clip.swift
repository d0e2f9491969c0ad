import Foundation

/// A folder that goes with the closure.
public func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("porthole-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}

/// Makes a clip with ffmpeg.
public func makeClip(_ path: String, _ words: [String]) async throws {
    let result = try await Child.run(["ffmpeg", "-v", "error", "-nostdin", "-y"] + words + [path], timeout: 60)
    guard result.status == 0 else { throw Child.Failure("ffmpeg: \(result.output)") }
}
