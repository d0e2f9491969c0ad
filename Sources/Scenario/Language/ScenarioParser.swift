/// Reads scenarios: text in, a script or all its mistakes out. Pure; nothing runs.
public enum ScenarioParser {
    /// The words that lines begin with.
    static let commands: [String] =
        [
            "title", "screen", "server", "monitor", "manager", "needs", "clause", "compositor", "workspaces", "clock",
            "call", "watch", "float", "participant", "incoming", "accept", "decline", "caller", "answer-restore",
            "main", "drag",
            "throw", "resize", "move-pointer", "click", "right-click", "double-click", "press", "release", "scroll",
            "key",
            "opacity", "click-through", "corner", "share", "hide-while-sharing", "focus", "kill", "pester",
            "window", "workspace",
            "lock",
            "unlock", "assert", "sample", "mark", "pause", "caption", "pointer", "screenshot", "record",
        ] + SessionAction.allCases.map(\.rawValue)

    /// Words that name no window: a line or an assertion that begins with them would be read otherwise.
    static let reserved: Set<String> = Set(commands + assertions)

    /// The words that assertions begin with, besides windows.
    static let assertions = [
        "pip", "main", "stacking", "focus", "frames", "session", "caller", "events", "restacks", "ringing", "shown",
        "no",
        "always", "never",
    ]

    /// Reads a whole file.
    ///
    /// - Parameter file: its name, for messages and reports.
    /// - Throws: every mistake in it, one a line at most.
    public static func parse(_ text: String, file: String) throws(ScenarioMistakes) -> ScenarioScript {
        var mistakes: [ScenarioMistake] = []
        func note(_ mistake: WordMistake, _ line: Int) {
            mistakes.append(
                ScenarioMistake(
                    file: file, line: line, column: mistake.column, what: mistake.what, nearest: mistake.nearest))
        }
        let lines = ScenarioLexer.lines(of: text)
        let words = lines.enumerated().map { index, line -> [ScenarioWord] in
            do throws(WordMistake) {
                return try ScenarioLexer.words(of: line)
            } catch {
                note(error, index + 1)
                return []
            }
        }
        var names = NameTable(looking: words)
        var setup = ScenarioSetup()
        var statements: [ScenarioStatement] = []
        var samples: [(word: ScenarioWord, line: Int)] = []
        for (index, words) in words.enumerated() {
            guard let first = words.first else { continue }
            names.line = index + 1
            var reader = LineReader(words, names: names)
            do throws(WordMistake) {
                let command = try command(&reader, isSettingUp: statements.isEmpty)
                try reader.finish()
                names = reader.names
                if case .setup(let step) = command {
                    setup.add(step)
                    continue
                }
                if case .check(.sample(_, _, let end)) = command, let word = words.last(where: { $0.text == end }) {
                    samples.append((word, index + 1))
                }
                statements.append(
                    ScenarioStatement(
                        line: index + 1, text: written(lines[index], words), word: first.text, command: command))
            } catch {
                // A name that a faulty line defines is there: one mistake must not bring others with it.
                names = reader.names
                note(error, index + 1)
            }
        }
        for mistake in unfinished(samples, statements) + recordings(statements) { note(mistake.0, mistake.1) }
        if statements.isEmpty, mistakes.isEmpty {
            note(WordMistake(column: 1, what: "nothing happens in this scenario"), max(1, lines.count))
        }
        guard mistakes.isEmpty else { throw ScenarioMistakes(all: mistakes.sorted { $0.line < $1.line }) }
        return ScenarioScript(file: file, setup: setup, statements: statements)
    }

    /// One line that is not empty.
    private static func command(
        _ reader: inout LineReader, isSettingUp: Bool
    ) throws(WordMistake) -> ScenarioCommand {
        let word = try reader.take("a command")
        if let step = try setup(word, &reader, isSettingUp: isSettingUp) { return step }
        if let step = try porthole(word, &reader) { return .porthole(step) }
        if let step = try input(word, &reader) { return .input(step) }
        if let step = try intruder(word, &reader) { return .intruder(step) }
        if let step = try desktop(word, &reader) { return .desktop(step) }
        if let check = try check(word, &reader) { return .check(check) }
        if let step = try show(word, &reader) { return .show(step) }
        return .client(try client(word, &reader))
    }

    /// Samples that would never begin or end: their words have to begin lines further down, in this order.
    private static func unfinished(
        _ samples: [(word: ScenarioWord, line: Int)], _ statements: [ScenarioStatement]
    ) -> [(WordMistake, Int)] {
        samples.compactMap { sample in
            let later = statements.filter { $0.line > sample.line }
            guard let own = statements.first(where: { $0.line == sample.line }),
                case .check(.sample(_, let start, let end)) = own.command
            else { return nil }
            guard let begin = later.firstIndex(where: { $0.word == start }) else {
                return (
                    WordMistake(column: sample.word.column, what: "no '\(start)' follows: nothing would be sampled"),
                    sample.line
                )
            }
            guard later[(begin + 1)...].contains(where: { $0.word == end }) else {
                return (
                    WordMistake(
                        column: sample.word.column,
                        what: "no '\(end)' follows the '\(start)': the sample would never end"),
                    sample.line
                )
            }
            return nil
        }
    }

    /// The line as it stands, up to the end of its last word.
    private static func written(_ line: String, _ words: [ScenarioWord]) -> String {
        var text = line
        if let comment = commentStart(of: line) { text = String(line.prefix(comment)) }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text.drop { $0.isWhitespace })
    }

    private static func commentStart(of line: String) -> Int? {
        let characters = Array(line)
        for (index, character) in characters.enumerated()
        where character == "#" && (index == 0 || characters[index - 1].isWhitespace) {
            // It begins a comment where the words before it are complete: not inside a quote.
            if (try? ScenarioLexer.words(of: String(characters[..<index]))) != nil { return index }
        }
        return nil
    }
}
