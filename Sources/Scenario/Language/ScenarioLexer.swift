/// Splits a line into words as a shell does: blanks part them, quotes and backslashes keep blanks, `#` at the start
/// of a word begins a comment. Nothing is expanded. Pure.
enum ScenarioLexer {
    /// The words of one line.
    ///
    /// - Throws: a quote that is not closed, or a backslash with nothing behind it.
    static func words(of line: some StringProtocol) throws(WordMistake) -> [ScenarioWord] {
        var found: [ScenarioWord] = []
        var characters = Array(line)[...]
        while let first = characters.first {
            if first.isWhitespace {
                characters.removeFirst()
            } else if first == "#" {
                return found
            } else {
                found.append(try word(&characters))
            }
        }
        return found
    }

    /// The lines of a file, without their ends; `\r\n` and a byte-order mark are let through.
    static func lines(of text: String) -> [String] {
        // By scalars: Swift takes "\r\n" for one character.
        var scalars = text.unicodeScalars[...]
        if scalars.first == "\u{feff}" { scalars.removeFirst() }
        return scalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line.last == "\r" ? line.dropLast() : line)
        }
    }

    private static func word(_ characters: inout ArraySlice<Character>) throws(WordMistake) -> ScenarioWord {
        // A slice keeps the places of the whole line.
        let column = characters.startIndex + 1
        var text = ""
        var isQuoted = false
        while let character = characters.first, !character.isWhitespace {
            let place = characters.startIndex + 1
            characters.removeFirst()
            switch character {
            case "'":
                isQuoted = true
                guard let end = characters.firstIndex(of: "'") else {
                    throw WordMistake(column: place, what: "the quote ' is not closed on this line")
                }
                text += String(characters[..<end])
                characters = characters[(end + 1)...]
            case "\"":
                isQuoted = true
                text += try quoted(&characters, from: place)
            case "\\":
                guard let next = characters.popFirst() else {
                    throw WordMistake(column: place, what: "nothing follows the backslash")
                }
                isQuoted = true
                text.append(next)
            default: text.append(character)
            }
        }
        return ScenarioWord(text: text, column: column, isQuoted: isQuoted)
    }

    /// What stands up to the closing double quote; a backslash takes the meaning of a quote and of itself.
    private static func quoted(
        _ characters: inout ArraySlice<Character>, from place: Int
    ) throws(WordMistake) -> String {
        var text = ""
        while let character = characters.popFirst() {
            if character == "\"" { return text }
            if character == "\\", let next = characters.first, next == "\"" || next == "\\" {
                text.append(next)
                characters.removeFirst()
            } else {
                text.append(character)
            }
        }
        throw WordMistake(column: place, what: "the quote \" is not closed on this line")
    }
}
