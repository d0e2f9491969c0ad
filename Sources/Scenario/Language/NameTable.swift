/// The names that the lines of a scenario have defined so far, with the line of each.
struct NameTable {
    /// A kind of thing that has a name.
    enum Kind: String, Sendable {
        case window, session, monitor
    }

    private(set) var windows: [String: Int] = [:]
    private(set) var sessions: [String: Int] = [:]
    private(set) var monitors: [String: Int] = [:]
    /// The sessions that began with a call that came in, and who called.
    private(set) var callers: [String: String] = [:]
    /// The one that rings; nil: none.
    private(set) var ringing: String?
    /// What lines further down define: only to say so.
    private let later: [Kind: [String: Int]]
    /// The line that is read.
    var line = 0

    /// Nothing is defined yet.
    ///
    /// - Parameter lines: the words of all lines, to tell what comes later from what never comes.
    init(looking lines: [[ScenarioWord]]) {
        var later: [Kind: [String: Int]] = [:]
        for (index, words) in lines.enumerated() {
            let text = words.map(\.text)
            switch text.first {
            case "window" where text.count > 1: later[.window, default: [:]][text[1], default: index + 1] += 0
            case "call", "watch", "float":
                let name = text.firstIndex(of: "as").flatMap { $0 + 1 < text.count ? text[$0 + 1] : nil }
                if let name { later[.session, default: [:]][name, default: index + 1] += 0 }
            case "incoming" where text.count > 1:
                let name = text.firstIndex(of: "as").flatMap { $0 + 1 < text.count ? text[$0 + 1] : nil }
                later[.session, default: [:]][name ?? Self.tidy(text[1]), default: index + 1] += 0
            case "monitor" where text.count > 1: later[.monitor, default: [:]][text[1], default: index + 1] += 0
            default: break
            }
        }
        self.later = later
    }

    /// The names of a kind, in the order of the alphabet.
    func names(_ kind: Kind) -> [String] { table(kind).keys.sorted() }

    /// Whether a name of a kind is there.
    func knows(_ name: String, _ kind: Kind) -> Bool { table(kind)[name] != nil }

    /// Adds a name of this line.
    ///
    /// - Throws: it is no name, a word of the language, or taken.
    mutating func define(_ word: ScenarioWord, _ kind: Kind) throws(WordMistake) {
        try Self.check(word)
        if kind == .window, ScenarioParser.reserved.contains(word.text) {
            throw WordMistake(column: word.column, what: "'\(word.text)' is a word of the language, it names no window")
        }
        if let line = table(kind)[word.text], kind != .monitor {
            throw WordMistake(column: word.column, what: "line \(line) has defined the \(kind) '\(word.text)' already")
        }
        switch kind {
        case .window: windows[word.text] = line
        case .session: sessions[word.text] = line
        case .monitor: monitors[word.text] = line
        }
    }

    /// The session that was begun first; nil: none was.
    var firstSession: String? { sessions.min { ($0.value, $0.key) < ($1.value, $1.key) }?.key }

    /// A call comes in, of this line.
    ///
    /// - Throws: its name is no name or taken, or another one rings: it would be told busy.
    mutating func ring(_ word: ScenarioWord, by caller: String) throws(WordMistake) {
        try define(word, .session)
        callers[word.text] = caller
        if let ringing, let line = sessions[ringing] {
            throw WordMistake(
                column: word.column,
                what: "'\(ringing)' of line \(line) rings still: accept, decline or caller hang-up comes first")
        }
        ringing = word.text
    }

    /// Somebody answers what rings.
    ///
    /// - Returns: the session that rang.
    /// - Throws: nothing does.
    mutating func answer(_ word: ScenarioWord) throws(WordMistake) -> String {
        guard let session = ringing else {
            let why =
                callers.isEmpty ? "no 'incoming' comes before it" : "every call that came in was answered or given up"
            throw WordMistake(column: word.column, what: "nothing rings that '\(word.text)' could be about: \(why)")
        }
        ringing = nil
        return session
    }

    /// A caller ends it: it rings no more.
    mutating func callerLeaves(_ session: String) { if ringing == session { ringing = nil } }

    /// Makes sure that a name is there.
    ///
    /// - Throws: it never is, with the nearest one; or only later.
    func find(_ word: ScenarioWord, _ kind: Kind) throws(WordMistake) {
        guard !knows(word.text, kind) else { return }
        if let line = later[kind]?[word.text], line > self.line {
            throw WordMistake(
                column: word.column, what: "the \(kind) '\(word.text)' is defined only at line \(line)")
        }
        let nearest = nearestWord(to: word.text, in: names(kind))
        let list =
            nearest == nil && 1...12 ~= names(kind).count ? "; known: \(names(kind).joined(separator: ", "))" : ""
        throw WordMistake(
            column: word.column, what: "no \(kind) is called '\(word.text)'\(list)", nearest: nearest)
    }

    /// Makes sure that a word is `[a-z][a-z0-9-]*`.
    static func check(_ word: ScenarioWord) throws(WordMistake) {
        let letters = word.text.unicodeScalars
        let isName =
            letters.first.map { "a"..."z" ~= $0 } ?? false
            && letters.allSatisfy { "a"..."z" ~= $0 || "0"..."9" ~= $0 || $0 == "-" }
        guard !isName else { return }
        let tidy = Self.tidy(word.text)
        throw WordMistake(
            column: word.column,
            what: "'\(word.text)' is no name: small letters, digits and hyphens, a letter first",
            nearest: tidy.first.map { "a"..."z" ~= $0 } ?? false ? tidy : nil)
    }

    /// In small letters, with a hyphen for what is neither letter nor digit.
    static func tidy(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.lowercased().unicodeScalars.map { "a"..."z" ~= $0 || "0"..."9" ~= $0 ? $0 : "-" }))
    }

    private func table(_ kind: Kind) -> [String: Int] {
        switch kind {
        case .window: windows
        case .session: sessions
        case .monitor: monitors
        }
    }
}
