extension ScenarioParser {
    /// A command for people who watch.
    static func show(_ word: ScenarioWord, _ reader: inout LineReader) throws(WordMistake) -> ShowStep? {
        switch word.text {
        case "pause": return .pause(try reader.duration())
        case "caption": return .caption(try reader.take("a text").text)
        case "pointer":
            try reader.expect("speed")
            return .pointerSpeed(try reader.decimal("pixels a second", in: 10...100_000))
        case "screenshot": return .screenshot(try fileName(&reader, ".png"))
        case "record":
            let what = try reader.take("'start' or 'stop'")
            switch what.text {
            case "start": return .recordStart(try fileName(&reader, ".webm"))
            case "stop": return .recordStop
            default: throw LineReader.unknown(what, "part of a recording", in: ["start", "stop"])
            }
        default: return nil
        }
    }

    /// A plain file name: where it goes is said by `--frames`, not by the scenario.
    private static func fileName(_ reader: inout LineReader, _ ending: String) throws(WordMistake) -> String {
        let word = try reader.take("a file name NAME\(ending)")
        guard word.text.hasSuffix(ending), word.text.count > ending.count, !word.text.hasPrefix("."),
            !word.text.contains("/"), !word.text.contains("\0")
        else {
            let isBare = !word.text.isEmpty && !word.text.contains("/") && !word.text.contains(".")
            throw WordMistake(
                column: word.column, what: "'\(word.text)' is no file name NAME\(ending) without folders",
                nearest: isBare ? word.text + ending : nil)
        }
        return word.text
    }
}
