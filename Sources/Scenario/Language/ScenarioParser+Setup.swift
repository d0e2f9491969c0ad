extension ScenarioParser {
    /// A command of the set-up; `monitor`, `manager` and `compositor` also stand later, with other arguments.
    static func setup(
        _ word: ScenarioWord, _ reader: inout LineReader, isSettingUp: Bool
    ) throws(WordMistake) -> ScenarioCommand? {
        switch word.text {
        case "title":
            try needFirst(word, isSettingUp)
            return .setup(.title(try reader.text("a title")))
        case "screen":
            try needFirst(word, isSettingUp)
            let size = try reader.size()
            let scale = reader.accept("scale") ? try reader.decimal("a scale", in: 1...4) : 1
            return .setup(.screen(size, scale: scale))
        case "server":
            try needFirst(word, isSettingUp)
            return .setup(.server(try reader.choice(ServerKind.self, "server")))
        case "needs":
            try needFirst(word, isSettingUp)
            let name = try reader.take("a name of EWMH such as _NET_WM_STATE_ABOVE")
            guard name.text.hasPrefix("_"),
                name.text.allSatisfy({ $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") })
            else {
                throw WordMistake(
                    column: name.column, what: "'\(name.text)' is no name of EWMH such as _NET_WM_STATE_ABOVE")
            }
            return .setup(.needs(name.text))
        case "clause":
            try needFirst(word, isSettingUp)
            return .setup(.clause(try reader.text("what of a standard is tested")))
        case "workspaces":
            try needFirst(word, isSettingUp)
            return .setup(.workspaces(try reader.number("a number of workspaces", in: 1...32)))
        case "clock":
            try needFirst(word, isSettingUp)
            return .setup(try clock(&reader))
        case "monitor": return try monitor(&reader, isSettingUp)
        case "manager": return try manager(word, &reader, isSettingUp)
        case "compositor": return try compositor(word, &reader, isSettingUp)
        default: return nil
        }
    }

    private static func needFirst(_ word: ScenarioWord, _ isSettingUp: Bool) throws(WordMistake) {
        guard !isSettingUp else { return }
        throw WordMistake(column: word.column, what: "'\(word.text)' belongs before everything that happens")
    }

    private static func clock(_ reader: inout LineReader) throws(WordMistake) -> SetupStep {
        let kind = try reader.take("'real'")
        switch kind.text {
        case "real": return .clock
        case "virtual":
            throw WordMistake(column: kind.column, what: "the virtual clock is not there yet", nearest: "clock real")
        default: throw LineReader.unknown(kind, "clock", in: ["real", "virtual"])
        }
    }

    private static func monitor(
        _ reader: inout LineReader, _ isSettingUp: Bool
    ) throws(WordMistake) -> ScenarioCommand {
        let name = try reader.take("the name of a monitor")
        if reader.accept("off") {
            try reader.names.find(name, .monitor)
            return .desktop(.unplug(name.text))
        }
        let rect = try reader.rect()
        try reader.names.define(name, .monitor)
        return isSettingUp ? .setup(.monitor(name.text, rect)) : .desktop(.plug(name.text, rect))
    }

    private static func manager(
        _ word: ScenarioWord, _ reader: inout LineReader, _ isSettingUp: Bool
    ) throws(WordMistake) -> ScenarioCommand {
        if reader.accept("restart") { return .desktop(.managerRestart) }
        if reader.accept("kill") { return .desktop(.managerKill) }
        if reader.accept("freeze") { return .desktop(.managerFreeze) }
        if reader.accept("thaw") { return .desktop(.managerThaw) }
        if reader.accept("replace") { return .desktop(.managerReplace(try managerChoice(&reader, ["none"]))) }
        guard isSettingUp else {
            let next = try reader.take("restart, kill, freeze, thaw or replace NAME")
            throw WordMistake(
                column: next.column,
                what: "once things happen the manager takes restart, kill, freeze, thaw or replace NAME",
                nearest: ManagerName(rawValue: next.text).map { "manager replace \($0.rawValue)" }
                    ?? nearestWord(to: next.text, in: ["restart", "kill", "freeze", "thaw", "replace"]))
        }
        return .setup(.manager(try managerChoice(&reader, ["none", "restart", "replace", "kill", "freeze", "thaw"])))
    }

    private static func managerChoice(
        _ reader: inout LineReader, _ others: [String]
    ) throws(WordMistake) -> ManagerChoice {
        if reader.accept("none") { return .none }
        if reader.accept("command") {
            let command = try reader.text("a command")
            let name = command.split(separator: " ").first.map(String.init) ?? command
            return .command(command, name: name.split(separator: "/").last.map(String.init) ?? name)
        }
        let word = try reader.take("a manager, none or command \"…\"")
        guard let name = ManagerName(rawValue: word.text) else {
            throw LineReader.unknown(
                word, "manager", in: ManagerName.allCases.map(\.rawValue) + ["command"] + others)
        }
        return .named(name)
    }

    private static func compositor(
        _ word: ScenarioWord, _ reader: inout LineReader, _ isSettingUp: Bool
    ) throws(WordMistake) -> ScenarioCommand {
        if reader.accept("kill") { return .desktop(.compositorKill) }
        if reader.accept("start") {
            return .desktop(.compositorStart(try reader.choice(CompositorKind.self, "compositor")))
        }
        guard isSettingUp else {
            let next = try reader.take("kill or start NAME")
            throw WordMistake(
                column: next.column, what: "once things happen the compositor takes kill or start NAME",
                nearest: CompositorKind(rawValue: next.text).map { "compositor start \($0.rawValue)" }
                    ?? nearestWord(to: next.text, in: ["start", "kill"]))
        }
        return .setup(.compositor(try reader.choice(CompositorKind.self, "compositor")))
    }
}
