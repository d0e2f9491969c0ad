import Foundation

/// The public names of a Swift file, and which of them nothing is said about. Line by line, as the house writes.
///
/// Public is what says so, the cases of a public enum, the requirements of a public protocol, and what stands in a public
/// extension. An override has its superclass's words.
enum PublicNames {
    /// What a pair of braces belongs to, as far as it makes names inside public.
    private enum Scope {
        case publicEnum, publicProtocol, publicExtension, other
    }

    /// Each public declaration without a docstring above it, with its line.
    static func undocumented(file: String, source: String) -> [String] {
        let raw = source.split(separator: "\n", omittingEmptySubsequences: false)
        var scopes: [Scope] = []
        // What the next brace opens.
        var next = Scope.other
        var problems: [String] = []
        for (index, line) in SourceText(source).code.enumerated() {
            let words = words(of: line)
            if isPublic(words, line, in: scopes.last), !isDocumented(index, raw) {
                let text = raw[index].trimmingCharacters(in: .whitespaces)
                problems.append("\(file):\(index + 1): nothing is said about: \(text)")
            }
            next = scope(openedBy: words) ?? next
            for character in line {
                if character == "{" {
                    scopes.append(next)
                    next = .other
                } else if character == "}" {
                    scopes = scopes.dropLast()
                }
            }
        }
        return problems
    }

    private static let types: Set<String> = ["class", "struct", "enum", "protocol", "actor"]
    private static let members: Set<String> = [
        "func", "var", "let", "init", "subscript", "typealias", "associatedtype",
    ]

    /// The words before a declaration's name: modifiers and what it is, attributes left out.
    private static func words(of line: String) -> [String] {
        let plain = line.replacing(#/@\w+(\([^)]*\))?/#, with: "")
        return plain.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "(" || $0 == ")") }
            .map { String($0.prefix { $0 != "(" }) }
    }

    private static func isPublic(_ words: [String], _ line: String, in scope: Scope?) -> Bool {
        guard !words.contains("import"), !words.contains("override") else { return false }
        let head = words.prefix { !types.union(members).contains($0) }
        let isDeclaration = head.count < words.count && head.allSatisfy { modifiers.contains($0) }
        if isDeclaration, head.contains("public") || head.contains("open") { return true }
        switch scope {
        case .publicEnum: return words.first == "case" || words.starts(with: ["indirect", "case"])
        case .publicProtocol: return isDeclaration
        case .publicExtension: return isDeclaration && !head.contains("private") && !head.contains("fileprivate")
        case .other, nil: return false
        }
    }

    private static let modifiers: Set<String> = [
        "public", "open", "final", "static", "class", "nonisolated", "mutating", "nonmutating", "borrowing",
        "consuming",
        "convenience", "required", "lazy", "weak", "unowned", "indirect", "isolated", "private", "internal",
        "fileprivate", "package", "unsafe", "set", "async", "infix", "prefix", "postfix", "distributed", "dynamic",
    ]

    private static func scope(openedBy words: [String]) -> Scope? {
        let isPublic = words.first == "public" || words.first == "open"
        for word in words {
            switch word {
            case "protocol": return isPublic ? .publicProtocol : .other
            case "enum": return isPublic ? .publicEnum : .other
            case "extension": return isPublic ? .publicExtension : .other
            case "class", "struct", "actor": return .other
            default: if !modifiers.contains(word) { return nil }
            }
        }
        return nil
    }

    /// Whether a comment that is meant for the documentation ends right above a line, or above the attributes there.
    private static func isDocumented(_ index: Int, _ raw: [Substring]) -> Bool {
        for line in raw[..<index].reversed().map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if line.hasPrefix("///") || line.hasSuffix("*/") { return true }
            guard line.hasPrefix("@") || line.hasPrefix("#if") || line.hasPrefix("// swift-format-ignore") else {
                return false
            }
        }
        return false
    }
}
