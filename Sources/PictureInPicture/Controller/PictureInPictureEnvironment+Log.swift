internal import Glibc

extension PictureInPictureEnvironment {
    /// One line on the standard error stream.
    public static func logToStandardError(_ message: String) {
        let line = Array("porthole: warning: \(message)\n".utf8)
        // A log that can't be written must not stop anything.
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
