import Foundation
import Glibc

/// Where this user's files belong (XDG Base Directory Specification 0.8), all with this program's own folder name.
///
/// Pure: it reads the environment it is given and touches nothing; `make(_:)` makes a folder when something is to be
/// written.
public struct XDGPaths: Sendable, Equatable {
    /// Settings: `$XDG_CONFIG_HOME`, else `~/.config`.
    public let config: String
    /// What is remembered from run to run, such as the places of windows: `$XDG_STATE_HOME`, else `~/.local/state`.
    public let state: String
    /// What can be made or fetched again: `$XDG_CACHE_HOME`, else `~/.cache`.
    public let cache: String
    /// Sockets, gone at log-out: `$XDG_RUNTIME_DIR`; nil when the login set none, because nothing may stand in for it.
    public let runtime: String?
    /// Variables that were set and had to be ignored, because the specification wants absolute paths.
    public let ignored: [String]

    /// The folders named by an environment.
    ///
    /// - Parameters:
    ///   - name: the program's folder in each of them.
    ///   - home: stands in when `HOME` is unset or not absolute; by default what the user database says.
    public init(
        environment: [String: String], name: String = "porthole", home: @autoclosure () -> String = Self.homeOfUser()
    ) {
        var ignored: [String] = []
        func absolute(_ variable: String) -> String? {
            guard let path = environment[variable], !path.isEmpty else { return nil }
            guard path.hasPrefix("/") else {
                ignored.append(variable)
                return nil
            }
            return path
        }
        let user = absolute("HOME") ?? home()
        config = Self.join(absolute("XDG_CONFIG_HOME") ?? Self.join(user, ".config"), name)
        state = Self.join(absolute("XDG_STATE_HOME") ?? Self.join(user, ".local/state"), name)
        cache = Self.join(absolute("XDG_CACHE_HOME") ?? Self.join(user, ".cache"), name)
        runtime = absolute("XDG_RUNTIME_DIR").map { Self.join($0, name) }
        self.ignored = ignored
    }

    /// The home folder that the user database names; `/` for a user it does not know.
    public static func homeOfUser() -> String {
        guard let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir else { return "/" }
        let path = String(cString: folder)
        return path.hasPrefix("/") ? path : "/"
    }

    /// Makes a folder and those above it that are missing, for this user alone (mode 0700), as the specification asks.
    ///
    /// - Throws: `XDGError` when it can't be made, or when something that is no folder has its name.
    public static func make(_ folder: String) throws(XDGError) {
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            if mkdir(path, 0o700) == 0 || errno == EEXIST || errno == EISDIR { continue }
            let code = errno
            // A read-only or foreign file system refuses even where the folder is there already.
            if isFolder(path) { continue }
            throw XDGError(path: path, code: code)
        }
        if !isFolder(folder) { throw XDGError(path: folder, code: ENOTDIR) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var info = Glibc.stat()
        return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
    }

    private static func join(_ folder: String, _ name: String) -> String {
        var folder = folder[...]
        while folder.hasSuffix("/") { folder.removeLast() }
        return "\(folder)/\(name)"
    }
}

/// A folder for this user's files that can't be made.
public struct XDGError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The folder at which it failed.
    public var path: String
    /// errno.
    public var code: Int32

    /// A folder that failed, and errno.
    public init(path: String, code: Int32) {
        self.path = path
        self.code = code
    }

    /// What, why and the remedy in one line.
    public var description: String {
        "\(path): can't be made: \(String(cString: strerror(code))). Check who owns the folder above it and that it can be written"
    }
}
