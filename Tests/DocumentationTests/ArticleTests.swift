import Foundation
import Testing

/// What the pages of the catalogue show is what compiles and runs here.
@Suite("The articles", .timeLimit(.minutes(10)))
struct ArticleTests {
    @Test("every block of Swift is a snippet, word by word, and every page has one")
    func blocks() throws {
        let snippets = try Snippets.all()
        var used: Set<String> = []
        for article in try Article.all() {
            // A table that wm-check has printed shows no code.
            if article.name != "WindowManagerMatrix" {
                #expect(!article.blocks.isEmpty, "\(article.name).md has no snippet")
            }
            for block in article.blocks {
                let place = "\(article.name).md:\(block.line)"
                guard let name = block.snippet else {
                    Issue.record("\(place): Swift without <!-- snippet: NAME --> is compiled by nobody")
                    continue
                }
                used.insert(name)
                #expect(snippets[name] == block.code, "\(place): differs from the snippet \(name)")
            }
        }
        #expect(used == Set(snippets.keys), "a snippet that no page shows, or that is missing")
    }

    @Test("links lead somewhere, the landing page has every page, and none is long")
    func links() throws {
        let articles = try Article.all()
        let names = Set(articles.map(\.name))
        for article in articles {
            for link in article.links { #expect(names.contains(link), "\(article.name).md links to \(link)") }
            // The one on the inside grows with the house.
            if article.name != "Architecture" { #expect(article.lines.count < 120, "\(article.name).md is long") }
            // In plain text blocks too: what is wider is scrolled, not read.
            for (index, line) in article.lines.enumerated() where !line.hasPrefix("|") {
                #expect(line.count <= 130, "\(article.name).md:\(index + 1) is wide")
            }
        }
        let landing = try #require(articles.first { $0.name == "PortholeKit" })
        #expect(Set(landing.links) == names.subtracting(["PortholeKit"]))
    }

    @Test("the page on tile and mini window opens with the warning and the table")
    func warning() throws {
        let article = try #require(try Article.all().first { $0.name == "TileAndMiniWindow" })
        let lines = article.lines.filter { !$0.isEmpty }
        #expect(lines[1].hasPrefix("> Warning: ") && lines[1].contains("enablePictureInPictureLayout()"))
        let table = lines.prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("|") }
        for row in ["What the user sees", "Who provides the window", "Set-up", "Availability"] {
            #expect(table.contains { $0.hasPrefix("| **\(row)** |") }, "the table does not say: \(row)")
        }
    }

    @Test("the matrix of window managers has a row for each scenario that wm-check plays")
    func matrix() throws {
        let article = try #require(try Article.all().first { $0.name == "WindowManagerMatrix" })
        let folder = Repository.root.appending(path: "Resources/Scenarios")
        for part in ["stacking", "lifecycle"] {
            let path = folder.appending(path: part).path
            for file in try FileManager.default.contentsOfDirectory(atPath: path) where file.hasSuffix(".scenario") {
                let name = file.dropLast(".scenario".count)
                #expect(article.lines.contains { $0.hasPrefix("| `\(name)` | ") }, "\(name)")
            }
        }
        #expect(!article.text.contains("FAIL"), "what fails is mended before it is published")
    }

    @Test("a block that differs from its snippet, or has none, is seen")
    func reading() throws {
        let article = Article(
            name: "A",
            text: """
                Text
                <!-- snippet: one -->

                ```swift
                let a = 1

                ```
                ```swift
                let b = 2
                ```
                <!-- snippet: two -->
                Text
                ```swift
                ```
                ```
                let c = 3
                ```
                """)
        #expect(
            article.blocks == [
                Article.Block(snippet: "one", line: 4, code: "let a = 1\n\n"),
                Article.Block(snippet: nil, line: 8, code: "let b = 2\n"),
                Article.Block(snippet: nil, line: 13, code: ""),
            ])
    }

    @Test("regions are read without their indentation, and broken ones are refused")
    func regions() throws {
        let source = "func a() {\n    // snippet: one\n    if b {\n        c()\n\n    }\n    // end\n}\n"
        #expect(try Snippets.read(source, file: "A") == ["one": "if b {\n    c()\n\n}\n"])
        for broken in ["// snippet: a\n", "// end\n", "// snippet: a\n// snippet: b\n// end\n"] {
            #expect(throws: Snippets.Failure.self) { try Snippets.read(broken, file: "A") }
        }
    }
}
