import Foundation

/// A folder of one run's own, and the environment in which its programs live: nothing of the user's desktop is read or
/// changed.
struct StageHome: Sendable {
    /// The folder.
    let path: String

    /// Makes it, only for us.
    init() throws(StageFailure) {
        var template = Array("/tmp/porthole-scenario-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .failed("no folder in /tmp: \(String(cString: strerror(errno)))") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // mkdtemp makes it 0700, as XDG_RUNTIME_DIR has to be.
        mkdir(path + "/run", 0o700)
    }

    /// This process's own environment.
    static var own: [String: String] { ProcessInfo.processInfo.environment }

    /// Takes it away with all that is in it.
    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Takes away what sessions have kept in it, and leaves what is a manager's.
    func removeProfiles() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names where name.hasPrefix("profile-") {
            try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    /// Writes a file, with its folders.
    func write(_ text: String, to name: String, isProgram: Bool = false) throws(StageFailure) {
        let file = URL(fileURLWithPath: path).appendingPathComponent(name)
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        } catch {
            throw .failed("\(file.path) can't be written: \(error.localizedDescription)")
        }
        if isProgram { chmod(file.path, 0o755) }
    }

    /// The environment for programs on a display; none of the user's desktop is in it.
    func environment(display: String?) -> [String: String] {
        var result = Self.own.filter { name, _ in
            ["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TERM", "USER", "LOGNAME"].contains(name)
                || name.hasPrefix("PORTHOLE_") || name.hasPrefix("GST_") || name.hasPrefix("ASAN_")
                || name.hasPrefix("TSAN_") || name.hasPrefix("LD_")
        }
        result["HOME"] = path
        result["XDG_CONFIG_HOME"] = path + "/.config"
        result["XDG_CACHE_HOME"] = path + "/.cache"
        result["XDG_DATA_HOME"] = path + "/.local/share"
        result["XDG_STATE_HOME"] = path + "/.local/state"
        result["XDG_RUNTIME_DIR"] = path + "/run"
        result["XDG_SESSION_TYPE"] = "x11"
        result["LIBGL_ALWAYS_SOFTWARE"] = "1"
        result["GSETTINGS_BACKEND"] = "memory"
        result["NO_AT_BRIDGE"] = "1"
        result["DISPLAY"] = display
        return result
    }
}
