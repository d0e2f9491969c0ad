extension ScenarioParser {
    /// A command that Porthole carries out.
    static func porthole(_ word: ScenarioWord, _ reader: inout LineReader) throws(WordMistake) -> PortholeStep? {
        if let verb = SessionVerb(rawValue: word.text) {
            let source = try reader.text("a source such as test:clock")
            return .start(verb, source: source, session: try sessionName(&reader, verb.defaultName, at: word))
        }
        if let action = SessionAction(rawValue: word.text) {
            return .act(action, session: try reader.name(.session))
        }
        switch word.text {
        case "float":
            let window = try reader.name(.window)
            return .float(window: window, session: try sessionName(&reader, "view", at: word))
        case "participant": return try participant(&reader)
        case "incoming": return .incoming(try reader.text("who calls"))
        case "accept": return .accept
        case "decline": return .decline
        case "answer-restore":
            let session = try reader.name(.session)
            return .answerRestore(try reader.choice(RestoreAnswer.self, "answer"), session: session)
        case "main":
            let action = try reader.choice(MainAction.self, "action of the main window")
            return .main(action, session: try onlySession(&reader, at: word))
        default: return nil
        }
    }

    /// `as NAME`, or the usual name.
    private static func sessionName(
        _ reader: inout LineReader, _ usual: String, at word: ScenarioWord
    ) throws(WordMistake) -> String {
        let name: ScenarioWord
        if reader.accept("as") {
            name = try reader.take("a name for the session")
        } else {
            name = ScenarioWord(text: usual, column: word.column, isQuoted: false)
        }
        try reader.names.define(name, .session)
        return name.text
    }

    /// The session that a line names, or the only one there is.
    private static func onlySession(
        _ reader: inout LineReader, at word: ScenarioWord
    ) throws(WordMistake) -> String {
        if reader.next != nil { return try reader.name(.session) }
        let all = reader.names.names(.session)
        guard all.count < 2 else { return try reader.name(.session) }
        guard let only = all.first else {
            throw WordMistake(column: word.column, what: "there is no session whose main window it could be")
        }
        return only
    }

    private static func participant(_ reader: inout LineReader) throws(WordMistake) -> PortholeStep {
        let session = try reader.name(.session)
        let identifier = try reader.take("a name for the participant")
        try NameTable.check(identifier)
        var participant = ScenarioParticipant(identifier: identifier.text, name: identifier.text)
        while let word = reader.next {
            _ = try reader.take("")
            switch word.text {
            case "name": participant.name = try reader.text("a name for people to see")
            case "avatar": participant.avatar = try reader.text("a picture file")
            case "camera":
                try reader.expect("off")
                participant.isCameraOff = true
            case "speaking": participant.isSpeaking = true
            default:
                throw LineReader.unknown(word, "trait of a participant", in: ["name", "avatar", "camera", "speaking"])
            }
        }
        return .participant(participant, session: session)
    }
}
