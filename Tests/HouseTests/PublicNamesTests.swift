import Testing

@Suite("Public names", .timeLimit(.minutes(10)))
struct PublicNamesTests {
    @Test("something is said about every public name")
    func sources() throws {
        let files = Repository.files(under: "Sources", ending: [".swift"])
        #expect(files.count > 20)
        for file in files {
            for problem in try PublicNames.undocumented(file: file, source: Repository.text(file)) {
                Issue.record("\(problem)")
            }
        }
    }

    @Test(
        "a public name without words is found, in every form",
        arguments: [
            "public func a() {}", "    open var a: Int { 1 }", "@MainActor public final class A {}",
            "@discardableResult public static func a() -> Int { 1 }", "public private(set) var a = 1",
            "public internal(set) var a = 1", "public init() {}", "public nonisolated struct A {}",
            "public enum A {}", "public typealias A = Int", "public subscript(a: Int) -> Int { a }",
            "public convenience init(a: Int) {}", "public weak var a: A?", "public indirect enum A {}",
            "@available(*, deprecated, message: \"why\") public var a: Int { 1 }", "public protocol A {}",
        ])
    func silent(line: String) {
        let found = PublicNames.undocumented(file: "A.swift", source: "// A file\n\(line)\n")
        #expect(found.count == 1 && found[0].hasPrefix("A.swift:2: "), "\(found)")
        #expect(PublicNames.undocumented(file: "A.swift", source: "/// Why.\n\(line)\n").isEmpty)
        #expect(PublicNames.undocumented(file: "A.swift", source: "/// Why.\n@MainActor\n\(line)\n").isEmpty)
        #expect(PublicNames.undocumented(file: "A.swift", source: "/// Why.\n\n\(line)\n").count == 1)
    }

    @Test(
        "what is public by its place counts too",
        arguments: [
            "/// A\npublic enum A {\n    case a\n}", "/// A\npublic protocol A {\n    func a()\n}",
            "/// A\npublic protocol A: B\n{\n    var a: Int { get }\n}",
            "public extension A {\n    var a: Int { 1 }\n}",
            "/// A\npublic enum A: Int {\n    /// B\n    case b\n    /// C\n    var c: Int { 1 }\n    case d\n}",
        ])
    func places(source: String) {
        #expect(PublicNames.undocumented(file: "A.swift", source: source).count == 1)
    }

    @Test(
        "what is not public, inherited or only looks like a name is let be",
        arguments: [
            "func a() {}", "public import Frames", "@_exported public import Frames", "enum A {\n    case a\n}",
            "open override func a() {}", "override public var a: Int { 1 }", "// public func a() {}",
            "let a = \"\"\"\n    public func a() {}\n    \"\"\"", "protocol A {\n    func a()\n}",
            "/// A\npublic enum A {\n    /// B\n    public var b: Int {\n        switch self {\n        case .b: 1\n        }\n    }\n}",
            "/// A\npublic struct A {\n    func a() {}\n    private let b = 1\n}",
            "extension A: B {\n    func a() {}\n}",
        ])
    func harmless(source: String) {
        let found = PublicNames.undocumented(file: "A.swift", source: source)
        #expect(found.isEmpty, "\(found)")
    }
}
