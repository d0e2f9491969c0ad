import PortholeKit

/// The words of one line, taken from the left, each as what it has to be.
struct LineReader {
    /// What is left.
    private(set) var rest: ArraySlice<ScenarioWord>
    /// Where a word that is missing would stand.
    private let end: Int
    /// The names that are known here.
    var names: NameTable

    /// - Parameter words: the line's, at least one.
    init(_ words: [ScenarioWord], names: NameTable) {
        rest = words[...]
        self.names = names
        end = words.last.map { $0.column + $0.text.count + ($0.isQuoted ? 2 : 0) } ?? 1
    }

    /// The next word, whatever it is.
    ///
    /// - Parameter expected: what it should be, for the message when there is none.
    mutating func take(_ expected: String) throws(WordMistake) -> ScenarioWord {
        guard let word = rest.popFirst() else { throw missing(expected) }
        return word
    }

    /// The next word without taking it.
    var next: ScenarioWord? { rest.first }

    /// A text that is not empty.
    mutating func text(_ expected: String) throws(WordMistake) -> String {
        let word = try take(expected)
        guard word.text.contains(where: { !$0.isWhitespace }) else {
            throw WordMistake(column: word.column, what: "empty: \(expected) is expected")
        }
        return word.text
    }

    /// Takes the next word if it is this one.
    mutating func accept(_ text: String) -> Bool {
        guard let word = rest.first, word.text == text, !word.isQuoted else { return false }
        rest.removeFirst()
        return true
    }

    /// Takes the next word, which has to be this one.
    mutating func expect(_ text: String) throws(WordMistake) {
        let word = try take("'\(text)'")
        guard word.text == text else {
            throw WordMistake(
                column: word.column, what: "'\(word.text)' stands where '\(text)' is expected", nearest: text)
        }
    }

    /// The next word, which has to be one of a kind's.
    mutating func choice<Kind: RawRepresentable<String> & CaseIterable>(
        _ kind: Kind.Type, _ what: String
    ) throws(WordMistake) -> Kind {
        let words = Kind.allCases.map(\.rawValue)
        let word = try take("\(what) (\(words.joined(separator: ", ")))")
        guard let choice = Kind(rawValue: word.text) else {
            throw Self.unknown(word, what, in: words)
        }
        return choice
    }

    /// The next word, which must not be there.
    func finish() throws(WordMistake) {
        guard let word = rest.first else { return }
        throw WordMistake(column: word.column, what: "'\(word.text)' is one word too many")
    }

    /// A size such as `480x270`.
    mutating func size() throws(WordMistake) -> Size {
        let word = try take("a size WxH")
        guard let size = Size(word.text) else {
            throw WordMistake(
                column: word.column, what: "'\(word.text)' is no size WxH in pixels, each from 1 to 32767")
        }
        return size
    }

    /// A place and size such as `640x800+0-20`.
    mutating func rect() throws(WordMistake) -> Rect {
        let word = try take("a place and size WxH+X+Y")
        let pattern = #/(\d+x\d+)([+-]\d+)([+-]\d+)/#
        if let match = try? pattern.wholeMatch(in: word.text), let size = Size(match.1), let x = Int(match.2),
            let y = Int(match.3), Self.coordinates ~= x, Self.coordinates ~= y
        {
            return Rect(origin: Point(x, y), size: size)
        }
        throw WordMistake(column: word.column, what: "'\(word.text)' is no place and size WxH+X+Y in pixels")
    }

    /// A whole share such as `60%`.
    mutating func percent(in range: ClosedRange<Int>) throws(WordMistake) -> Int {
        let word = try take("a share such as 60%")
        guard word.text.hasSuffix("%"), let value = Int(word.text.dropLast()), range ~= value else {
            throw WordMistake(
                column: word.column,
                what: "'\(word.text)' is no share from \(range.lowerBound)% to \(range.upperBound)%",
                nearest: Int(word.text).map { range ~= $0 } ?? false ? "\(word.text)%" : nil)
        }
        return value
    }

    /// X11 places windows by signed 16-bit numbers.
    static let coordinates = -32_768...32_767

    /// A whole number.
    mutating func number(_ what: String, in range: ClosedRange<Int>) throws(WordMistake) -> Int {
        let expected = "\(what) from \(range.lowerBound) to \(range.upperBound)"
        let word = try take(expected)
        guard let number = Int(word.text), range ~= number else {
            throw WordMistake(column: word.column, what: "'\(word.text)' is not \(expected)")
        }
        return number
    }

    /// A number.
    mutating func decimal(_ what: String, in range: ClosedRange<Double>) throws(WordMistake) -> Double {
        let expected = "\(what) from \(range.lowerBound) to \(range.upperBound)"
        let word = try take(expected)
        guard let number = Double(word.text), range ~= number else {
            throw WordMistake(column: word.column, what: "'\(word.text)' is not \(expected)")
        }
        return number
    }

    /// A time such as `500ms` or `1.5s`, in seconds, at most an hour.
    mutating func duration() throws(WordMistake) -> Double {
        let word = try take("a time such as 500ms or 2s")
        let isShort = word.text.hasSuffix("ms")
        if word.text.hasSuffix("s"), let number = Double(word.text.dropLast(isShort ? 2 : 1)), number >= 0 {
            let seconds = isShort ? number / 1000 : number
            if seconds <= 3600 { return seconds }
        }
        let isBare = Double(word.text).map { $0 >= 0 } ?? false
        throw WordMistake(
            column: word.column, what: "'\(word.text)' is no time such as 500ms or 2s, an hour at most",
            nearest: isBare ? "\(word.text)s" : nil)
    }

    /// A colour `RRGGBB`.
    mutating func color() throws(WordMistake) -> UInt32 {
        let word = try take("a colour RRGGBB")
        guard word.text.count == 6, word.text.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let color = UInt32(word.text, radix: 16)
        else { throw WordMistake(column: word.column, what: "'\(word.text)' is no colour RRGGBB") }
        return color
    }

    /// A name of a kind that is known.
    mutating func name(_ kind: NameTable.Kind) throws(WordMistake) -> String {
        let word = try take("the name of a \(kind)")
        try names.find(word, kind)
        return word.text
    }

    /// The name of a session that began with a call that came in.
    mutating func caller() throws(WordMistake) -> String {
        let word = try take("the name of a call that came in")
        guard names.callers[word.text] == nil else { return word.text }
        let all = names.callers.keys.sorted()
        if names.knows(word.text, .session) {
            throw WordMistake(
                column: word.column, what: "'\(word.text)' is no call that came in",
                nearest: all.count == 1 ? all[0] : nil)
        }
        try names.find(word, .session)
        return word.text
    }

    /// `pip a`, `pip:a`, `main a` or a window's name.
    mutating func subject() throws(WordMistake) -> ScenarioSubject {
        let word = try take("a window: a name, pip NAME or main NAME")
        return try subject(from: word)
    }

    /// The same, when its first word has been taken.
    mutating func subject(from word: ScenarioWord) throws(WordMistake) -> ScenarioSubject {
        for (role, make) in [("pip", ScenarioSubject.pip), ("main", ScenarioSubject.main)] {
            if word.text == role { return make(try name(.session)) }
            if word.text.hasPrefix(role + ":") {
                let session = ScenarioWord(
                    text: String(word.text.dropFirst(role.count + 1)), column: word.column + role.count + 1,
                    isQuoted: false)
                try names.find(session, .session)
                return make(session.text)
            }
        }
        try names.find(word, .window)
        return .window(word.text)
    }

    /// The message for a word that is none of some.
    static func unknown(_ word: ScenarioWord, _ what: String, in words: [String]) -> WordMistake {
        let nearest = nearestWord(to: word.text, in: words)
        let list = nearest == nil && words.count <= 12 ? ", which is one of \(words.joined(separator: ", "))" : ""
        return WordMistake(column: word.column, what: "'\(word.text)' is no \(what)\(list)", nearest: nearest)
    }

    private func missing(_ expected: String) -> WordMistake {
        WordMistake(column: end, what: "the line ends where \(expected) is expected")
    }
}
