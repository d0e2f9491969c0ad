import Foundation

/// Finds scenarios on disk.
enum ScenarioFiles {
    /// What was found wrong before anything could run.
    struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// In one line or more.
        let description: String
        /// Something has to be installed or named, rather than mended.
        var isMissing = false
    }

    /// The files of some paths, folders searched, each once, in the order of the paths and then of the names.
    ///
    /// - Throws: a path that does not exist, or a folder without scenarios.
    static func find(_ paths: [String]) throws(Problem) -> [String] {
        var found: [String] = []
        for path in paths {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw Problem(description: "\(path): there is no such file or folder")
            }
            guard isFolder.boolValue else {
                if !found.contains(path) { found.append(path) }
                continue
            }
            let names = ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).filter {
                $0.hasSuffix(".scenario")
            }
            guard !names.isEmpty else { throw Problem(description: "\(path): no .scenario file is in this folder") }
            let base = path.hasSuffix("/") ? String(path.dropLast()) : path
            for name in names.sorted() where !found.contains("\(base)/\(name)") { found.append("\(base)/\(name)") }
        }
        return found
    }

    /// Reads scenarios.
    ///
    /// - Throws: all mistakes of all files.
    static func read(_ files: [String]) throws(Problem) -> [ScenarioScript] {
        var scripts: [ScenarioScript] = []
        var mistakes: [String] = []
        for file in files {
            guard let data = FileManager.default.contents(atPath: file) else {
                mistakes.append("\(file): it can't be read")
                continue
            }
            do throws(ScenarioMistakes) {
                scripts.append(try ScenarioParser.parse(String(decoding: data, as: UTF8.self), file: file))
            } catch {
                mistakes.append(error.description)
            }
        }
        guard mistakes.isEmpty else { throw Problem(description: mistakes.joined(separator: "\n")) }
        return scripts
    }

    /// The project's own scenarios: `Resources/Scenarios` above the current folder or the program; nil when it is not
    /// there.
    static func library(program: String) -> String? {
        let real = URL(fileURLWithPath: program).resolvingSymlinksInPath()
        for start in [URL(fileURLWithPath: FileManager.default.currentDirectoryPath), real] {
            var folder = start
            while true {
                let candidate = folder.appendingPathComponent("Resources/Scenarios").path
                if FileManager.default.fileExists(atPath: candidate) { return candidate }
                if folder.path == "/" { break }
                folder.deleteLastPathComponent()
            }
        }
        return nil
    }
}
