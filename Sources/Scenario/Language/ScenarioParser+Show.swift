import PortholeKit

extension ScenarioParser {
    /// A command for people who watch.
    static func show(_ word: ScenarioWord, _ reader: inout LineReader) throws(WordMistake) -> ShowStep? {
        switch word.text {
        case "pause": return .pause(try reader.duration())
        case "caption": return .caption(try reader.take("a text").text)
        case "pointer":
            try reader.expect("speed")
            return .pointerSpeed(try reader.decimal("pixels a second", in: 10...100_000))
        case "screenshot": return .screenshot(try fileName(&reader, [".png"]))
        case "record":
            let what = try reader.take("'start' or 'stop'")
            switch what.text {
            case "start": return .recordStart(try fileName(&reader, VideoFileForm.endings))
            case "stop": return .recordStop
            default: throw LineReader.unknown(what, "part of a recording", in: ["start", "stop"])
            }
        default: return nil
        }
    }

    /// A plain file name: where it goes is said by `--frames`, not by the scenario.
    private static func fileName(_ reader: inout LineReader, _ endings: [String]) throws(WordMistake) -> String {
        let form = endings.map { "NAME\($0)" }.joined(separator: " or ")
        let word = try reader.take("a file name \(form)")
        let ending = endings.first { word.text.hasSuffix($0) }
        guard let ending, word.text.count > ending.count, !word.text.hasPrefix("."), !word.text.contains("/"),
            !word.text.contains("\0")
        else {
            let isBare = !word.text.isEmpty && !word.text.contains("/") && !word.text.contains(".")
            throw WordMistake(
                column: word.column, what: "'\(word.text)' is no file name \(form) without folders",
                nearest: isBare ? word.text + endings[0] : nil)
        }
        return word.text
    }

    /// Recordings that begin while one runs, and ends of none.
    static func recordings(_ statements: [ScenarioStatement]) -> [(WordMistake, Int)] {
        var began: Int?
        var mistakes: [(WordMistake, Int)] = []
        for statement in statements {
            switch (statement.command, began) {
            case (.show(.recordStart), let line?):
                mistakes.append((WordMistake(column: 1, what: "it records since line \(line) already"), statement.line))
            case (.show(.recordStart), nil): began = statement.line
            case (.show(.recordStop), nil):
                mistakes.append((WordMistake(column: 1, what: "nothing records here"), statement.line))
            case (.show(.recordStop), _): began = nil
            default: break
            }
        }
        return mistakes
    }
}

extension VideoFileForm {
    /// All endings, with their dots.
    static let endings = allCases.map { ".\($0.rawValue)" }
}
