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
        case "shown":
            let name = try reader.name(.session)
            return .shown(try reader.text("a participant"), session: name)
        case "restacks":
            try reader.expect("<=")
            return .restacks(try reader.number("restacks", in: 0...1_000_000))
        case "caller":
            let name = try reader.caller()
            return .caller(name, try sessionCondition(&reader))
        case "ringing":
            let word = reader.next
            let caller = try reader.text("who calls")
            let all = reader.names.callers.values.sorted()
            guard all.contains(caller) else {
                throw WordMistake(
                    column: word?.column ?? 1, what: "nobody called '\(caller)' has called before",
                    nearest: nearestWord(to: caller, in: all))
            }
            return .ringing(caller)
        case "no":
            let word = try reader.take("'leaks' or 'ringing'")
            switch word.text {
            case "leaks": return .noLeaks
            case "ringing": return .ringing(nil)
            default: throw LineReader.unknown(word, "thing that can be absent", in: ["leaks", "ringing"])
            }
        default:
            let isSubject = ["pip", "main"].contains { word.text == $0 || word.text.hasPrefix($0 + ":") }
            guard isSubject || reader.names.knows(word.text, .window) else {
                // `w1 visible` with a w1 that is not there is about the window.
                let verbs = [
                    "on-top", "managed", "visible", "hidden", "gone", "at", "size", "opacity", "ringed", "menu",
                    "inside",
                    "mapped",
                    "unmapped", "listed", "unlisted", "class",
                ]
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
        case "managed": return .managed(subject)
        case "at":
            let corner = try reader.choice(Corner.self, "corner")
            return .at(subject, corner, monitor: reader.accept("of") ? try reader.name(.monitor) : nil)
        case "size": return .size(subject, try reader.size())
        case "opacity": return .opacity(subject, try reader.percent(in: 0...100))
        case "ringed": return .ringed(subject)
        case "menu":
            guard case .pip = subject else {
                throw WordMistake(column: word.column, what: "only a mini window has a menu")
            }
            return .menu(subject, isOpen: try reader.choice(MenuState.self, "state of a menu") == .open)
        case "inside":
            return .inside(subject, monitor: reader.accept("work-area") ? nil : try reader.name(.monitor))
        case "mapped": return .mapped(subject, true)
        case "unmapped": return .mapped(subject, false)
        case "listed": return .listed(subject, true)
        case "unlisted": return .listed(subject, false)
        case "class": return .className(subject, try reader.text("a name of WM_CLASS"))
        default:
            let all =
                [
                    "on-top", "managed", "at", "size", "opacity", "ringed", "menu", "inside", "mapped", "unmapped",
                    "listed",
                    "unlisted",
                    "class",
                ]
                + Sight.allCases.map(\.rawValue)
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
        return .session(session, try sessionCondition(&reader))
    }

    private static func sessionCondition(_ reader: inout LineReader) throws(WordMistake) -> SessionCondition {
        let words = ["connected", "running", "on-hold", "put-on-hold", "ended"]
        let word = try reader.take("connected, running, on-hold, put-on-hold or ended by REASON")
        switch word.text {
        case "connected": return .connected
        case "running": return .running
        case "on-hold": return .onHold
        case "put-on-hold": return .putOnHold
        case "ended":
            try reader.expect("by")
            return .ended(try reader.choice(EndWord.self, "reason"))
        default: throw LineReader.unknown(word, "state of a session", in: words)
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
