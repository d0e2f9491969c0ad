import Foundation
import TestSupport

/// A folder of one test's own, with what ffmpeg makes in it.
struct Clips {
    let folder: String

    /// Makes the folder, and takes it away when `body` is done.
    static func with<Result>(_ body: (Clips) async throws -> Result) async throws -> Result {
        try await withFolder { try await body(Clips(folder: $0)) }
    }

    func path(_ name: String) -> String { folder + "/" + name }

    /// Runs ffmpeg on words, the last of which is a name in the folder.
    func make(_ words: String) async throws -> String {
        var parts = words.split(separator: " ").map(String.init)
        let output = path(parts.removeLast())
        try await makeClip(output, parts)
        return output
    }

    func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    static let picture = "-f lavfi -i testsrc2=s=320x180:r=30"
    static let sound = "-f lavfi -i sine=frequency=440"
    static let h264 = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p"
}
