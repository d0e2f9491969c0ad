import Testing

@Suite("The rooms", .timeLimit(.minutes(10)))
struct ImportTests {
    @Test("no room imports what the table forbids, or uses another room's words")
    func imports() throws {
        let files = Repository.files(under: "Sources", ending: [".swift"])
        #expect(files.count > 20)
        for file in files {
            let room = String(file.split(separator: "/")[1])
            let source = try Repository.text(file)
            for problem in HouseRules.violations(room: room, file: file, source: source)
                + HouseRules.strayWords(room: room, file: file, source: source)
            {
                Issue.record("\(problem)")
            }
        }
    }

    @Test("every target has a row, and every folder of Sources is a target")
    func targets() throws {
        let targets = try Repository.targets()
        #expect(targets.contains("porthole") && targets.contains("CX11"))
        for target in targets { #expect(HouseRules.rooms[target] != nil, "\(target) has no row in HouseRules.rooms") }
        for folder in try Repository.names(in: "Sources") {
            #expect(targets.contains(folder), "Sources/\(folder) is no target of Package.swift")
        }
    }

    @Test("the table knows every room it names, and Media and XServer never meet")
    func table() {
        for (room, allowed) in HouseRules.rooms {
            for other in allowed {
                #expect(HouseRules.rooms[other] != nil, "\(room) may import \(other), which has no row")
            }
        }
        #expect(!HouseRules.rooms["Media", default: []].contains("XServer"))
        #expect(!HouseRules.rooms["XServer", default: []].contains("Media"))
    }

    @Test(
        "an import that is forbidden is found in every form, with its line",
        arguments: [
            "import CX11", "  import CX11", "public import CX11", "internal import CX11",
            "@_exported public import CX11",
            "@testable import CX11", "@preconcurrency import CX11", "@_spi(Inside) private import CX11",
            "import struct CX11.XEvent",
            "import CX11.Xlib", "import Foundation; import CX11", "import CX11 // why", "/* why */ import CX11",
            "import\tCX11",
            "let a = \"// no comment\"; import CX11", "fileprivate import func CX11.XFlush", "import `CX11`",
        ])
    func forbidden(line: String) {
        let source = "// A file\nimport Foundation\n\(line)\n"
        #expect(
            HouseRules.violations(room: "Media", file: "Sources/Media/A.swift", source: source)
                == ["Sources/Media/A.swift:3: Media may not import CX11"])
    }

    @Test(
        "what only looks like an import is none",
        arguments: [
            "// import CX11", "/* a\n import CX11 */", "let text = \"\"\"\n    import CX11\n    \"\"\"",
            "let important = CX11",
            "importer(CX11)", "#if canImport(CX11)", "let a = \"import CX11\"", "/* /* */\nimport CX11\n*/",
        ])
    func harmless(source: String) {
        #expect(HouseRules.violations(room: "Media", file: "A.swift", source: source).isEmpty)
    }

    @Test("a room without a row is a violation")
    func unknownRoom() {
        #expect(HouseRules.violations(room: "Attic", file: "A.swift", source: "").count == 1)
    }

    @Test("XOpenDisplay outside XServer is found, a mention in a comment is not")
    func words() {
        let source = "// XOpenDisplay\nlet display = XOpenDisplay(nil)\n"
        #expect(
            HouseRules.strayWords(room: "Desktop", file: "A.swift", source: source)
                == ["A.swift:2: XOpenDisplay belongs to XServer"])
        #expect(HouseRules.strayWords(room: "XServer", file: "A.swift", source: source).isEmpty)
    }
}
