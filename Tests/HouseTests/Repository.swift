import Foundation

/// The files of this repository.
enum Repository {
    /// Its folder.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The files below a folder, by paths from the root, sorted; none when there is no such folder.
    static func files(under folder: String, ending suffixes: [String] = [""]) -> [String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
        return names.filter { name in suffixes.contains { name.hasSuffix($0) } && !isFolder("\(folder)/\(name)") }
            .sorted().map { "\(folder)/\($0)" }
    }

    /// The names in a folder, sorted.
    static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
    }

    /// The contents of a file.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Whether a path leads to a folder.
    static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: root.appending(path: path).path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    /// The targets of Package.swift that are no tests.
    static func targets() throws -> [String] {
        let pattern = #/\.(?:systemLibrary|target|executableTarget|plugin|macro)\(\s*name:\s*"([^"]+)"/#
        return try text("Package.swift").matches(of: pattern).map { String($0.1) }
    }

    /// Runs a program and gives its exit code and what it printed on stderr.
    static func run(_ program: String, _ arguments: [String]) async throws -> (code: Int32, errors: String) {
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        let code = try await withCheckedThrowingContinuation { (done: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { done.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { done.resume(throwing: error) }
        }
        let data = try errors.fileHandleForReading.readToEnd() ?? Data()
        return (code, String(decoding: data, as: UTF8.self))
    }
}
