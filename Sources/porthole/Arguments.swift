import Scenario

/// The command line, read: words in, a `Command` out. Pure.
///
/// `--flag VALUE` and `--flag=VALUE` are the same; `--` ends the flags; flags may stand before the command too; of a
/// flag given twice the last counts. A value that begins with `--` has to be written `--flag=VALUE`.
nonisolated enum Arguments {
    /// Understands the words after the program's name.
    ///
    /// No command opens the lobby.
    /// - Throws: the first word that makes no sense, why, and what was perhaps meant.
    static func parse(_ words: [String]) throws(ArgumentError) -> Command {
        var scan = Scan()
        try scan.read(words)
        if scan.wantsVersion { return .version }
        guard let first = scan.plain.first else {
            if scan.wantsHelp { return .help(nil) }
            return try command(.lobby, words: [], scan: scan)
        }
        guard let name = CommandName.words.first(where: { $0.rawValue == first }) else { throw unknown(command: first) }
        if scan.wantsHelp { return .help(name) }
        return try command(name, words: scan.plain.dropFirst(), scan: scan)
    }

    private static func command(
        _ name: CommandName, words: ArraySlice<String>, scan: Scan
    ) throws(ArgumentError) -> Command {
        for flag in scan.flags where !flag.commands.contains(name) {
            let others = Flag.all.filter { $0.commands.contains(name) }.map(\.name)
            throw ArgumentError(
                word: flag.name, reason: .flagOfAnotherCommand(name), nearest: nearestWord(to: flag.name, in: others))
        }
        let output = scan.values.output
        if output.isQuiet, output.isVerbose {
            throw ArgumentError(word: "--quiet", reason: .contradiction(with: "--verbose"))
        }
        var options = scan.values.session
        options.output = output
        switch name {
        case .lobby: return .lobby(options)
        case .call:
            let source = words.isEmpty ? nil : try source(words, of: name)
            return .call(source: source, alsoWatch: scan.values.alsoWatch, options)
        case .answer:
            if let extra = words.first { throw ArgumentError(word: extra, reason: .extraWord(name), nearest: nil) }
            let answer = scan.values.answer
            if answer.key != nil, answer.certificate == nil {
                throw ArgumentError(word: "--tls-key", reason: .missingPartner("--tls-cert"), nearest: nil)
            }
            return .answer(answer, options)
        case .watch: return .watch(source: try source(words, of: name), options)
        case .ctl: return .control(try ControlCommand.parse(words, session: scan.values.controlled), output)
        case .play:
            guard !words.isEmpty else { throw ArgumentError(word: "play", reason: .missingScenario, nearest: nil) }
            var play = scan.values.play
            play.paths = Array(words)
            return .play(play)
        case .wmCheck:
            var check = scan.values.wmCheck
            check.managers = Array(words)
            return .wmCheck(check)
        case .doctor:
            if let extra = words.first { throw ArgumentError(word: extra, reason: .extraWord(name), nearest: nil) }
            return .doctor(DoctorOptions(asJSON: scan.values.asJSON, output: output))
        }
    }

    private static func source(_ words: ArraySlice<String>, of name: CommandName) throws(ArgumentError) -> String {
        if let extra = words.dropFirst().first {
            throw ArgumentError(word: extra, reason: .extraWord(name), nearest: nil)
        }
        guard let source = words.first, !source.isEmpty else {
            throw ArgumentError(
                word: words.isEmpty ? name.rawValue : "", reason: .missingSource,
                nearest: "porthole \(name.rawValue) test:")
        }
        return source
    }

    private static func unknown(command word: String) -> ArgumentError {
        if word.contains(where: { "/.:".contains($0) }) {
            return ArgumentError(word: word, reason: .unknownCommand, nearest: "porthole watch \(word)")
        }
        if ControlAction(rawValue: word) != nil {
            return ArgumentError(word: word, reason: .unknownCommand, nearest: "porthole ctl \(word)")
        }
        let names = CommandName.words.map(\.rawValue)
        var nearest = nearestWord(to: word, in: names)
        if nearest == nil, !word.isEmpty, let meta = nearestWord(to: "--" + word, in: ["--help", "--version"]) {
            nearest = meta
        }
        return ArgumentError(word: word, reason: .unknownCommand, nearest: nearest)
    }
}

/// The words sorted into flags and the rest.
private nonisolated struct Scan {
    var values = FlagValues()
    var flags: [Flag] = []
    var plain: [String] = []
    var wantsHelp = false
    var wantsVersion = false

    mutating func read(_ words: [String]) throws(ArgumentError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--":
                plain += rest
                return
            case "--help", "-h": wantsHelp = true
            case "--version": wantsVersion = true
            case _ where word.hasPrefix("-") && word != "-": try readFlag(word, rest: &rest)
            default: plain.append(word)
            }
        }
    }

    private mutating func readFlag(_ word: String, rest: inout ArraySlice<String>) throws(ArgumentError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let attached = parts.count == 2 ? String(parts[1]) : nil
        guard let flag = Flag.named(name) else {
            if name == "--help" || name == "--version" {
                throw ArgumentError(word: word, reason: .unwantedValue, nearest: name)
            }
            throw ArgumentError(
                word: name, reason: .unknownFlag,
                nearest: nearestWord(to: name, in: Flag.all.map(\.name) + ["--help", "--version"]))
        }
        flags.append(flag)
        switch flag.form {
        case .toggle(let set):
            if attached != nil { throw ArgumentError(word: word, reason: .unwantedValue, nearest: name) }
            set(&values)
        case .value(_, let expected, let read):
            let value: String
            if let attached {
                value = attached
            } else if let next = rest.first, !next.hasPrefix("--") {
                value = next
                rest.removeFirst()
            } else {
                throw ArgumentError(word: name, reason: .missingValue(expected: expected), nearest: nil)
            }
            do {
                try read(&values, value)
            } catch {
                throw ArgumentError(
                    word: value, reason: .badValue(of: name, expected: expected),
                    nearest: error.nearest.map { "\(name) \($0)" })
            }
        }
    }
}
