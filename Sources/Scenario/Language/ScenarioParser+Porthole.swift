import PortholeKit

extension ScenarioParser {
    /// A command that Porthole carries out.
    static func porthole(_ word: ScenarioWord, _ reader: inout LineReader) throws(WordMistake) -> PortholeStep? {
        if let verb = SessionVerb(rawValue: word.text) {
            let source = try reader.text("a source such as test:clock")
            let name = try sessionName(&reader, verb.defaultName, at: word)
            let isManaged = reader.accept("managed")
            if reader.accept("after") {
                let earlier = try reader.name(.session)
                return .start(verb, source: source, session: name, after: earlier, isManaged: isManaged)
            }
            guard reader.accept("with") else {
                return .start(verb, source: source, session: name, isManaged: isManaged)
            }
            let column = reader.next?.column ?? word.column
            let host = try reader.name(.session)
            guard host != name else {
                throw WordMistake(column: column, what: "'\(name)' begins here: it can't be in its own process already")
            }
            return .start(verb, source: source, session: name, with: host, isManaged: isManaged)
        }
        if let action = SessionAction(rawValue: word.text) {
            return .act(action, session: try reader.name(.session))
        }
        switch word.text {
        case "float":
            let window = try reader.name(.window)
            return .float(window: window, session: try sessionName(&reader, "view", at: word))
        case "opacity":
            let session = try reader.name(.session)
            return .set(.opacity(try reader.percent(in: 20...100)), session: session)
        case "click-through":
            let session = try reader.name(.session)
            if reader.accept("off") { return .set(.clickThrough(false), session: session) }
            try reader.expect("on")
            return .set(.clickThrough(true), session: session)
        case "share":
            let session = try reader.name(.session)
            return .set(.share(try share(&reader)), session: session)
        case "hide-while-sharing":
            let session = try reader.name(.session)
            if reader.accept("off") { return .set(.hidesWhileSharing(false), session: session) }
            try reader.expect("on")
            return .set(.hidesWhileSharing(true), session: session)
        case "corner":
            let session = try reader.name(.session)
            return .set(.corner(try reader.choice(Corner.self, "corner")), session: session)
        case "participant": return try participant(&reader)
        case "incoming": return try incoming(&reader)
        case "accept": return .accept(session: try reader.names.answer(word))
        case "decline": return .decline(session: try reader.names.answer(word))
        case "caller":
            let action = try reader.choice(CallerAction.self, "action of a caller")
            let session = try reader.caller()
            if action == .hangUp || action == .vanish { reader.names.callerLeaves(session) }
            return .caller(action, session: session)
        case "answer-restore":
            let session = try reader.name(.session)
            return .answerRestore(try reader.choice(RestoreAnswer.self, "answer"), session: session)
        case "main":
            let action = try reader.choice(MainAction.self, "action of the main window")
            return .main(action, session: try onlySession(&reader, at: word))
        default: return nil
        }
    }

    private static func incoming(_ reader: inout LineReader) throws(WordMistake) -> PortholeStep {
        let word = reader.next ?? ScenarioWord(text: "", column: 1, isQuoted: false)
        var caller = ScenarioCaller(name: try reader.text("who calls"))
        var name = ScenarioWord(text: NameTable.tidy(caller.name), column: word.column, isQuoted: false)
        if reader.accept("as") {
            name = try reader.take("a name for the session")
        } else if (try? NameTable.check(name)) == nil {
            throw WordMistake(
                column: word.column, what: "'\(caller.name)' makes no name for the session: add 'as NAME'")
        }
        var host: String?
        while let trait = reader.next {
            switch trait.text {
            case "with" where host == nil:
                _ = try reader.take("")
                host = try reader.name(.session)
            case "camera" where caller.camera == nil:
                _ = try reader.take("")
                caller.camera = try reader.text("a source such as test:clock")
            default: throw LineReader.unknown(trait, "trait of a caller", in: ["as", "with", "camera"])
            }
        }
        // The first one's process, unless another one is named.
        let first = host ?? reader.names.firstSession
        try reader.names.ring(name, by: caller.name)
        return .incoming(caller, session: name.text, host: first)
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

    /// `monitor [NAME]`, `window W`, `region WxH+X+Y` or `stop`.
    private static func share(_ reader: inout LineReader) throws(WordMistake) -> String {
        if reader.accept("stop") { return "stop" }
        if reader.accept("region") {
            let word = try reader.take("a part of the screen, WxH+X+Y")
            guard ScreenArea.rectangle(word.text) != nil else {
                throw WordMistake(column: word.column, what: "'\(word.text)' is not a part of the screen, WxH+X+Y")
            }
            return "region \(word.text)"
        }
        try reader.expect("monitor")
        return reader.next == nil ? "monitor" : "monitor \(try reader.text("the name of a monitor"))"
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
