import Glibc

/// Cameras of this machine (Video4Linux).
enum Camera {
    /// The device file of a camera.
    ///
    /// - Parameter device: a path; empty for the first there is.
    static func find(_ device: String) throws(MediaError) -> String {
        let path = device.isEmpty ? first() : device
        let remedy = "plug one in and look for /dev/video*, or use test: instead"
        guard let path else {
            throw MediaError(.noSuchFile, "can't open a camera", why: "there is none on this machine", remedy: remedy)
        }
        guard access(path, F_OK) == 0 else {
            throw MediaError(
                .noSuchFile, "can't open the camera \(path)", why: "there is no such device", remedy: remedy)
        }
        guard access(path, R_OK | W_OK) == 0 else {
            throw MediaError(
                .permission, "can't open the camera \(path)", why: "you may not use it",
                remedy: "join the group video")
        }
        return path
    }

    private static func first() -> String? {
        (0..<64).lazy.map { "/dev/video\($0)" }.first { access($0, F_OK) == 0 }
    }
}

extension MediaSource {
    /// Whether this machine has a camera, so that `camera:` makes sense.
    public static var hasCamera: Bool { (try? Camera.find("")) != nil }
}
