extension ScenarioParser {
    /// A command that changes what the windows live in; the set-up reads `monitor`, `manager` and `compositor`.
    static func desktop(_ word: ScenarioWord, _ reader: inout LineReader) throws(WordMistake) -> DesktopStep? {
        switch word.text {
        case "workspace": .workspace(try reader.number("a workspace", in: 1...32))
        case "lock": .lock(try reader.choice(LockerName.self, "screen locker"))
        case "unlock": .unlock
        default: nil
        }
    }

    /// A command about a test window, the last that a line can be.
    static func client(_ word: ScenarioWord, _ reader: inout LineReader) throws(WordMistake) -> ClientStep {
        if word.text == "window" { return .make(try window(&reader)) }
        guard reader.names.knows(word.text, .window), !word.isQuoted else {
            // `w1 raise` with a w1 that is not there is about the window, anything else about the command.
            let isAction = reader.next.map { ClientAction(rawValue: $0.text) != nil || $0.text == "insist" } ?? false
            if isAction { try reader.names.find(word, .window) }
            let near = nearestWord(to: word.text, in: commands + reader.names.names(.window))
            throw WordMistake(column: word.column, what: "'\(word.text)' is no command and no window", nearest: near)
        }
        if reader.accept("insist") { return .insist(window: word.text, try reader.duration()) }
        return .act(try reader.choice(ClientAction.self, "action of a window"), window: word.text)
    }

    private static func window(_ reader: inout LineReader) throws(WordMistake) -> ScenarioWindow {
        let name = try reader.take("a name for the window")
        // Defined first, so that a mistake further right does not make all its lines mistakes.
        try reader.names.define(name, .window)
        var window = ScenarioWindow(name: name.text, rect: try reader.rect())
        while let word = reader.next {
            _ = try reader.take("")
            switch word.text {
            case "color": window.color = try reader.color()
            case "override": window.isOverrideRedirect = true
            case "type": window.type = try reader.choice(ClientType.self, "type of a window")
            case "above": window.isAbove = true
            case "title": window.title = try reader.text("a title")
            case "look": window.look = try reader.choice(ClientLook.self, "look of a window")
            default:
                throw LineReader.unknown(
                    word, "trait of a window", in: ["color", "override", "type", "above", "title", "look"])
            }
        }
        return window
    }
}
