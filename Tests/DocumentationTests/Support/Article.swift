import Foundation

/// A page of the documentation catalogue.
struct Article {
    /// A fenced block of Swift with the name that the comment before it gives; nil without one.
    struct Block: Equatable {
        var snippet: String?
        var line: Int
        var code: String
    }

    /// Where the pages are.
    static let catalogue = Repository.root.appending(path: "Sources/PortholeKit/PortholeKit.docc")

    /// Its file's name without the ending: what `<doc:…>` calls it.
    let name: String
    let text: String

    /// All pages.
    static func all() throws -> [Article] {
        try FileManager.default.contentsOfDirectory(atPath: catalogue.path).filter { $0.hasSuffix(".md") }.sorted()
            .map { file in
                let text = try String(contentsOf: catalogue.appending(path: file), encoding: .utf8)
                return Article(name: String(file.dropLast(3)), text: text)
            }
    }

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// Its blocks of Swift.
    var blocks: [Block] {
        var blocks: [Block] = []
        var open: Block?
        var name: String?
        for (index, line) in lines.enumerated() {
            if let comment = line.wholeMatch(of: #/<!-- snippet: (\S+) -->/#) {
                name = String(comment.1)
            } else if open != nil, line == "```" {
                open.map { blocks.append($0) }
                (open, name) = (nil, nil)
            } else if var block = open {
                block.code += line + "\n"
                open = block
            } else if line == "```swift" {
                open = Block(snippet: name, line: index + 1, code: "")
            } else if !line.isEmpty {
                name = nil
            }
        }
        return blocks
    }

    /// The pages it links to.
    var links: [String] { text.matches(of: #/<doc:([^>#]+)[^>]*>/#).map { String($0.1) } }
}

/// The folder of this package.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
}
