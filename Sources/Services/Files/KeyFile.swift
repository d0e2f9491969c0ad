import CGLib
import Foundation
import Glibc

/// A file of groups of keys and values (Desktop Entry Specification, as GLib's GKeyFile reads and writes it).
///
/// All functions touch the disk and block: call them where that may be. Values are text.
public enum KeyFile {
    /// Groups by name; keys and values in each.
    public typealias Groups = [String: [String: String]]
    /// A larger file is no file of ours, in bytes.
    public static let largest = 1 << 20

    /// Reads a file.
    ///
    /// - Returns: nil when there is none.
    /// - Throws: `.unreadable` when it can't be opened, `.damaged` when it is no such file.
    public static func read(_ path: String) throws(KeyFileError) -> Groups? {
        let data: Data
        do {
            guard let found = try contents(path) else { return nil }
            data = found
        } catch {
            throw error
        }
        return try groups(data, path)
    }

    /// Replaces a file as a whole: whoever reads it sees the old or the new one, also after a crash. Mode 0600.
    ///
    /// The folder is made when it is missing.
    public static func write(_ groups: Groups, to path: String) throws(KeyFileError) {
        do throws(XDGError) {
            try XDGPaths.make((path as NSString).deletingLastPathComponent)
        } catch {
            throw .unwritable(path: path, reason: error.description)
        }
        guard let file = g_key_file_new() else { return }
        defer { g_key_file_unref(file) }
        for (group, keys) in groups.sorted(by: { $0.key < $1.key }) {
            for (key, value) in keys.sorted(by: { $0.key < $1.key }) { g_key_file_set_string(file, group, key, value) }
        }
        var length = 0
        guard let text = g_key_file_to_data(file, &length, nil) else { return }
        defer { g_free(text) }
        var error: UnsafeMutablePointer<GError>?
        let flags = GFileSetContentsFlags(G_FILE_SET_CONTENTS_CONSISTENT.rawValue)
        if g_file_set_contents_full(path, text, gssize(length), flags, 0o600, &error) == 0 {
            throw .unwritable(path: path, reason: words(of: error))
        }
    }

    /// Moves a file out of the way that makes no sense, so that a new one can be written and nothing is lost.
    ///
    /// - Returns: what it is called now.
    public static func setAside(_ path: String) throws(KeyFileError) -> String {
        // The oldest one is the one to look at; later ones replace each other.
        let first = path + ".damaged"
        let name = access(first, F_OK) == 0 ? path + ".damaged-again" : first
        guard rename(path, name) == 0 else {
            throw .unwritable(path: path, reason: String(cString: strerror(errno)))
        }
        return name
    }

    private static func contents(_ path: String) throws(KeyFileError) -> Data? {
        // Non-blocking: a pipe that somebody put there must not hang us.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        defer { close(file) }
        var info = Glibc.stat()
        guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
            throw .damaged(path: path, reason: "it is no ordinary file")
        }
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
            if count == 0 { return data }
            data.append(contentsOf: buffer[..<count])
            if data.count > largest { throw .damaged(path: path, reason: "it is larger than a megabyte") }
        }
    }

    private static func groups(_ data: Data, _ path: String) throws(KeyFileError) -> Groups {
        guard let text = String(validating: data, as: UTF8.self), !text.contains("\0") else {
            throw .damaged(path: path, reason: "it is no text")
        }
        guard let file = g_key_file_new() else { return [:] }
        defer { g_key_file_unref(file) }
        var error: UnsafeMutablePointer<GError>?
        guard
            text.isEmpty || g_key_file_load_from_data(file, text, gsize(text.utf8.count), G_KEY_FILE_NONE, &error) != 0
        else { throw .damaged(path: path, reason: words(of: error)) }
        var groups: Groups = [:]
        for group in list(g_key_file_get_groups(file, nil)) {
            var keys: [String: String] = [:]
            for key in list(g_key_file_get_keys(file, group, nil, nil)) {
                guard let value = g_key_file_get_string(file, group, key, nil) else { continue }
                keys[key] = String(cString: value)
                g_free(value)
            }
            groups[group] = keys
        }
        return groups
    }

    private static func list(_ strings: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?) -> [String] {
        guard let strings else { return [] }
        defer { g_strfreev(strings) }
        var found: [String] = []
        var index = 0
        while let string = strings[index] {
            found.append(String(cString: string))
            index += 1
        }
        return found
    }

    private static func words(of error: UnsafeMutablePointer<GError>?) -> String {
        guard let error else { return "for no reason it tells" }
        defer { g_error_free(error) }
        return String(cString: error.pointee.message)
    }
}

/// A key file that can't be used.
public enum KeyFileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// It is there and can't be read.
    case unreadable(path: String, reason: String)
    /// It is there and is no key file.
    case damaged(path: String, reason: String)
    /// It can't be written or moved.
    case unwritable(path: String, reason: String)

    /// What, why and the remedy in one line.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path) can't be read: \(reason). Check who owns it"
        case .damaged(let path, let reason): "\(path) makes no sense: \(reason). Remove it to begin anew"
        case .unwritable(let path, let reason):
            "\(path) can't be written: \(reason). Check who owns the folder, and that there is room"
        }
    }
}
