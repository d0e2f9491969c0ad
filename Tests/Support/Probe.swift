/// What ffprobe finds in a video file, all of which it decodes.
public struct Probe: Sendable, Equatable {
    /// The codec, such as `vp8`.
    public var codec: String
    /// Its sides in pixels.
    public var width: Int
    /// Its sides in pixels.
    public var height: Int
    /// How many pictures could be decoded.
    public var frames: Int
    /// In seconds, as the container tells it.
    public var duration: Double

    /// Looks into a file.
    ///
    /// - Throws: `Child.Failure` with ffprobe's words when it does not play.
    public init(_ path: String) async throws {
        let found = try await Child.run([
            "ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
            "stream=codec_name,width,height,nb_read_frames:format=duration", "-of", "default=noprint_wrappers=1", path,
        ])
        var values: [String: String] = [:]
        for line in found.output.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        guard found.status == 0, let codec = values["codec_name"], let width = values["width"].flatMap({ Int($0) }),
            let height = values["height"].flatMap({ Int($0) }),
            let frames = values["nb_read_frames"].flatMap({ Int($0) }),
            let duration = values["duration"].flatMap({ Double($0) })
        else { throw Child.Failure("ffprobe \(path): \(found.output)") }
        (self.codec, self.width, self.height) = (codec, width, height)
        (self.frames, self.duration) = (frames, duration)
    }
}
