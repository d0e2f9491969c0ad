/// A Swift file, line by line, without its comments and texts: just enough to find imports and names.
struct SourceText {
    /// The lines with comments and multi-line string literals blanked out; the first is line 1.
    let code: [String]

    /// Reads a whole file.
    init(_ source: String) {
        var depth = 0
        var isText = false
        code = source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var kept = ""
            var rest = line
            while !rest.isEmpty {
                if isText {
                    if rest.hasPrefix("\"\"\"") {
                        isText = false
                        rest.removeFirst(3)
                    } else {
                        rest.removeFirst()
                    }
                } else if rest.hasPrefix("/*") {
                    depth += 1
                    rest.removeFirst(2)
                } else if depth > 0 {
                    let ends = rest.hasPrefix("*/")
                    depth -= ends ? 1 : 0
                    rest.removeFirst(ends ? 2 : 1)
                } else if rest.hasPrefix("\"\"\"") {
                    isText = true
                    rest.removeFirst(3)
                } else if rest.hasPrefix("//") {
                    break
                } else if rest.hasPrefix("\"") {
                    rest = Self.afterString(rest)
                    kept += "\"\""
                } else {
                    kept.append(rest.removeFirst())
                }
            }
            return kept
        }
    }

    /// Every import with its line: the module's name, without submodule and kind.
    var imports: [(line: Int, module: String)] {
        let pattern =
            #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:typealias|struct|class|enum|actor|protocol|let|var|func)\s+)?`?(\w+)/#
        return code.enumerated().flatMap { index, line in
            line.split(separator: ";").compactMap { statement in
                (try? pattern.firstMatch(in: statement)).flatMap { match in match.map { (index + 1, String($0.1)) } }
            }
        }
    }

    /// What follows a string literal of one line.
    private static func afterString(_ text: Substring) -> Substring {
        var rest = text.dropFirst()
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\" { rest = rest.dropFirst() }
        }
        return rest
    }
}
