import Foundation

/// The regions between `// snippet: NAME` and `// end` of Swift files, by name, without what they are indented by.
enum Snippets {
    /// Why a file of snippets can't be read.
    struct Failure: Error, CustomStringConvertible, Equatable {
        let description: String
    }

    /// Those of this target's files.
    static func all() throws -> [String: String] {
        let folder = Repository.root.appending(path: "Tests/DocumentationTests/Snippets")
        var all: [String: String] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let found = try read(String(contentsOf: folder.appending(path: file), encoding: .utf8), file: file)
            for (name, code) in found {
                guard all.updateValue(code, forKey: name) == nil else { throw Failure(description: "two are \(name)") }
            }
        }
        return all
    }

    /// Those of one file.
    static func read(_ source: String, file: String) throws(Failure) -> [String: String] {
        var all: [String: String] = [:]
        var open: (name: String, indent: Int, code: String)?
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let word = line.trimmingCharacters(in: .whitespaces)
            if word.hasPrefix("// snippet: ") {
                guard open == nil else { throw Failure(description: "\(file): a snippet inside another") }
                open = (String(word.dropFirst("// snippet: ".count)), line.prefix { $0 == " " }.count, "")
            } else if word == "// end" {
                guard let done = open else { throw Failure(description: "\(file): an end without a beginning") }
                all[done.name] = done.code
                open = nil
            } else if let now = open {
                open = (now.name, now.indent, now.code + line.dropFirst(min(now.indent, line.count)) + "\n")
            }
        }
        if let open { throw Failure(description: "\(file): \(open.name) has no end") }
        return all
    }
}
