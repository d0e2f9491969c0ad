import PortholeKit

extension ScenarioParser {
    /// An assertion, a sample or a mark.
    static func check(_ word: ScenarioWord, _ reader: inout LineReader) throws(WordMistake) -> ScenarioCheck? {
        switch word.text {
        case "mark": return .mark
        case "sample": return try sample(&reader)
        case "assert":
            if reader.accept("always") { return .assert(try condition(&reader), .always(try span(&reader))) }
            if reader.accept("never") { return .assert(try condition(&reader), .never(try span(&reader))) }
            let condition = try condition(&reader)
            return .assert(condition, .within(reader.accept("within") ? try reader.duration() : nil))
        default: return nil
        }
    }

    private static func span(_ reader: inout LineReader) throws(WordMistake) -> Double {
        try reader.expect("for")
        return try reader.duration()
    }

    private static func sample(_ reader: inout LineReader) throws(WordMistake) -> ScenarioCheck {
        let subject = try reader.subject()
        try reader.expect("never")
        let sight = try reader.choice(Sight.self, "state of a window")
        try reader.expect("from")
        let start = try commandWord(&reader)
        try reader.expect("to")
        return .sample(.sight(subject, sight), from: start, to: try commandWord(&reader))
    }

    private static func commandWord(_ reader: inout LineReader) throws(WordMistake) -> String {
        let word = try reader.take("a command that comes later")
        let known = commands + reader.names.names(.window)
        guard known.contains(word.text) else { throw LineReader.unknown(word, "command", in: known) }
        return word.text
    }

    private static func condition(_ reader: inout LineReader) throws(WordMistake) -> ScenarioCondition {
        let word = try reader.take("what is asserted")
        switch word.text {
        case "stacking": return try stacking(&reader)
        case "focus": return .focus(try reader.subject())
        case "frames": return try frames(&reader)
        case "session": return try session(&reader)
        case "events": return try events(&reader)
        case "restacks":
            try reader.expect("<=")
            return .restacks(try reader.number("restacks", in: 0...1_000_000))
        case "no":
            try reader.expect("leaks")
            return .noLeaks
        default:
            let isSubject = ["pip", "main"].contains { word.text == $0 || word.text.hasPrefix($0 + ":") }
            guard isSubject || reader.names.knows(word.text, .window) else {
                // `w1 visible` with a w1 that is not there is about the window.
                let verbs = ["on-top", "visible", "hidden", "gone", "at", "size", "inside"]
                if let next = reader.next, verbs.contains(next.text) { try reader.names.find(word, .window) }
                throw LineReader.unknown(word, "assertion", in: assertions + reader.names.names(.window))
            }
            return try predicate(of: try reader.subject(from: word), &reader)
        }
    }

    private static func predicate(
        of subject: ScenarioSubject, _ reader: inout LineReader
    ) throws(WordMistake) -> ScenarioCondition {
        let word = try reader.take("what is asserted of the window")
        if let sight = Sight(rawValue: word.text) { return .sight(subject, sight) }
        switch word.text {
        case "on-top": return .onTop(subject)
        case "at":
            let corner = try reader.choice(Corner.self, "corner")
            return .at(subject, corner, monitor: reader.accept("of") ? try reader.name(.monitor) : nil)
        case "size": return .size(subject, try reader.size())
        case "inside":
            return .inside(subject, monitor: reader.accept("work-area") ? nil : try reader.name(.monitor))
        default:
            let all = ["on-top", "at", "size", "inside"] + Sight.allCases.map(\.rawValue)
            throw LineReader.unknown(word, "assertion of a window", in: all)
        }
    }

    private static func stacking(_ reader: inout LineReader) throws(WordMistake) -> ScenarioCondition {
        var order = [try reader.subject(), try reader.subject()]
        while let next = reader.next, next.text != "within", next.text != "for" { order.append(try reader.subject()) }
        return .stacking(order)
    }

    private static func frames(_ reader: inout LineReader) throws(WordMistake) -> ScenarioCondition {
        let session = try reader.name(.session)
        let word = try reader.take("'advancing' or 'dropped'")
        switch word.text {
        case "advancing": return .advancing(session: session)
        case "dropped":
            try reader.expect("<=")
            let percent = try reader.take("a share such as 1%")
            guard percent.text.hasSuffix("%"), let value = Double(percent.text.dropLast()), 0...100 ~= value else {
                throw WordMistake(
                    column: percent.column, what: "'\(percent.text)' is no share such as 1%",
                    nearest: Double(percent.text).map { 0...100 ~= $0 } ?? false ? "\(percent.text)%" : nil)
            }
            return .dropped(session: session, percent: value)
        default: throw LineReader.unknown(word, "assertion of frames", in: ["advancing", "dropped"])
        }
    }

    private static func session(_ reader: inout LineReader) throws(WordMistake) -> ScenarioCondition {
        let session = try reader.name(.session)
        let word = try reader.take("connected, running or ended by REASON")
        switch word.text {
        case "connected": return .session(session, .connected)
        case "running": return .session(session, .running)
        case "ended":
            try reader.expect("by")
            return .session(session, .ended(try reader.choice(EndWord.self, "reason")))
        default: throw LineReader.unknown(word, "state of a session", in: ["connected", "running", "ended"])
        }
    }

    private static func events(_ reader: inout LineReader) throws(WordMistake) -> ScenarioCondition {
        let session = try reader.name(.session)
        var words = [try reader.choice(EventWord.self, "event")]
        while let next = reader.next, next.text != "within", next.text != "for" {
            words.append(try reader.choice(EventWord.self, "event"))
        }
        return .events(session: session, words)
    }
}
