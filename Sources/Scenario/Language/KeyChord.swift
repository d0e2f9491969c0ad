/// A key with the modifiers that are held meanwhile, by X keysyms (keysymdef.h).
struct KeyChord: Sendable, Hashable {
    /// What is held, in the order of the line.
    let modifiers: [UInt]
    /// What is pressed and let go.
    let key: UInt

    /// The keys that are called by a name instead of by their letter.
    static let named: [String: UInt] = {
        var keys: [String: UInt] = [
            "BackSpace": 0xff08, "Tab": 0xff09, "Return": 0xff0d, "Escape": 0xff1b, "Delete": 0xffff, "Home": 0xff50,
            "Left": 0xff51, "Up": 0xff52, "Right": 0xff53, "Down": 0xff54, "Page_Up": 0xff55, "Page_Down": 0xff56,
            "End": 0xff57, "Insert": 0xff63, "Menu": 0xff67, "space": 0x20, "plus": 0x2b,
        ]
        for number in 1...12 { keys["F\(number)"] = 0xffbd + UInt(number) }
        return keys
    }()

    /// What can be held.
    static let modifiers: [String: UInt] = ["shift": 0xffe1, "ctrl": 0xffe3, "alt": 0xffe9, "super": 0xffeb]

    /// Reads `Escape`, `p` or `ctrl+alt+p`.
    ///
    /// - Throws: the first part that is no key, and the nearest one.
    init(_ word: ScenarioWord) throws(WordMistake) {
        var parts = word.text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        let last = parts.removeLast()
        var held: [UInt] = []
        for part in parts {
            guard let symbol = Self.modifiers[part] else {
                throw WordMistake(
                    column: word.column, what: "'\(part)' is no key that can be held",
                    nearest: nearestWord(to: part, in: Self.modifiers.keys.sorted()))
            }
            held.append(symbol)
        }
        modifiers = held
        if let symbol = Self.named[last] {
            key = symbol
        } else if last.unicodeScalars.count == 1, let letter = last.unicodeScalars.first, 0x21...0x7e ~= letter.value {
            // Latin 1 letters are their own keysyms.
            key = UInt(letter.value)
        } else {
            throw WordMistake(
                column: word.column, what: "'\(last)' is no key",
                nearest: nearestWord(to: last, in: Self.named.keys.sorted()))
        }
    }
}
