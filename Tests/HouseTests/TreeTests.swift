import Foundation
import FoundationXML
import Testing

@Suite("The tree", .timeLimit(.minutes(10)))
struct TreeTests {
    @Test("nothing lies at the top that does not belong there")
    func topLevel() throws {
        for name in try Repository.names(in: "") where !HouseRules.leftovers.contains(name) {
            #expect(HouseRules.topLevel.contains(name), "\(name) does not belong at the top level")
        }
    }

    @Test("every script can be run, and bash understands it", arguments: scriptFiles)
    func scripts(path: String) async throws {
        let isSourced = path.hasPrefix("scripts/lib/")
        let isShell = try Repository.text(path).hasPrefix("#!/usr/bin/env bash\n")
        #expect(isShell || isSourced, "\(path) does not begin with #!/usr/bin/env bash")
        let isExecutable = FileManager.default.isExecutableFile(atPath: Repository.root.appending(path: path).path)
        #expect(isExecutable == !isSourced, "\(path): only what is called, not what is sourced, is executable")
        let result = try await Repository.run("bash", ["-n", Repository.root.appending(path: path).path])
        #expect(result.code == 0, "\(result.errors)")
    }

    @Test("the bash check can fail")
    func badScript() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "porthole-\(UUID().uuidString)").path
        #expect(FileManager.default.createFile(atPath: path, contents: Data("if true; then\n".utf8)))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try await Repository.run("bash", ["-n", path]).code != 0)
    }

    @Test("the package list names each package once in a known group, with its reason")
    func packages() throws {
        var seen: Set<String> = []
        for line in try Repository.text("scripts/packages.txt").split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
            guard parts.count == 3, parts[2].drop(while: { $0 == " " }).hasPrefix("# ") else {
                Issue.record("\(line): not 'GROUP PACKAGE # reason'")
                continue
            }
            #expect(
                ["build", "run", "headless", "samples", "test", "managers", "peers", "bench"].contains(
                    String(parts[0])),
                "\(line)")
            #expect(seen.insert("\(parts[0]) \(parts[1])").inserted, "\(line): twice")
        }
        #expect(seen.contains("build libx11-dev"))
    }

    @Test("every icon is an SVG with a viewBox", arguments: iconFiles)
    func icons(path: String) throws {
        let document = try XMLDocument(data: Data(Repository.text(path).utf8))
        let root = try #require(document.rootElement())
        #expect(root.localName == "svg")
        let text = try Repository.text(path)
        #expect(text.contains("viewBox=\"0 0 24 24\""))
    }
}

private let scriptFiles =
    Repository.files(under: "scripts").filter {
        !$0.hasSuffix(".py") && !$0.hasSuffix(".txt") && !$0.contains("__pycache__")
    }
    + Repository.files(under: ".ci")

private let iconFiles =
    Repository.files(under: "Resources", ending: [".svg"]) + Repository.files(under: "Sources", ending: [".svg"])
