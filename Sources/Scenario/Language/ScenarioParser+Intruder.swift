extension ScenarioParser {
    /// A command of a client without manners.
    static func intruder(_ word: ScenarioWord, _ reader: inout LineReader) throws(WordMistake) -> IntruderStep? {
        switch word.text {
        case "focus": .focus(try reader.subject())
        case "kill": .kill(try reader.subject())
        case "pester": .pester(try reader.subject())
        default: nil
        }
    }
}
