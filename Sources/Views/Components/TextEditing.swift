/// A line of text with a caret and a selection: what keys do to it, without any drawing.
public struct TextEditing: Sendable, Hashable {
    /// The text, one line.
    public private(set) var text: String
    /// The caret, in characters from the beginning.
    public private(set) var caret: Int
    /// The other end of the selection; at the caret when nothing is selected.
    public private(set) var anchor: Int

    /// A text with the caret at its end.
    public init(_ text: String = "") {
        self.text = Self.oneLine(text)
        caret = self.text.count
        anchor = caret
    }

    /// The selected characters.
    public var selection: Range<Int> { min(caret, anchor)..<max(caret, anchor) }

    /// The selected text.
    public var selectedText: String { String(text[slice(selection)]) }

    /// Puts the caret at a place, clamped.
    public mutating func move(to place: Int, selecting: Bool = false) {
        caret = min(max(0, place), text.count)
        if !selecting { anchor = caret }
    }

    /// Selects everything.
    public mutating func selectAll() {
        anchor = 0
        caret = text.count
    }

    /// Replaces the selection, or inserts at the caret. Line breaks become blanks, control characters go.
    public mutating func insert(_ new: String) {
        let clean = Self.oneLine(new)
        let start = selection.lowerBound
        text.replaceSubrange(slice(selection), with: clean)
        // Counted anew: a combining letter may join the one before it.
        caret = min(text.count, start + clean.count)
        anchor = caret
    }

    /// Takes away the selection, else the character before the caret.
    public mutating func deleteBackward() {
        if selection.isEmpty { anchor = max(0, caret - 1) }
        insert("")
    }

    /// Takes away the selection, else the character after the caret.
    public mutating func deleteForward() {
        if selection.isEmpty { anchor = min(text.count, caret + 1) }
        insert("")
    }

    /// Takes a key.
    ///
    /// - Returns: false when the key means nothing here.
    public mutating func handle(_ event: KeyEvent) -> Bool {
        let selects = event.modifiers.contains(.shift)
        switch event.key {
        case .left:
            move(to: selection.isEmpty || selects ? caret - 1 : selection.lowerBound, selecting: selects)
        case .right:
            move(to: selection.isEmpty || selects ? caret + 1 : selection.upperBound, selecting: selects)
        case .home: move(to: 0, selecting: selects)
        case .end: move(to: text.count, selecting: selects)
        case .backspace: deleteBackward()
        case .delete: deleteForward()
        case .space where event.modifiers.subtracting(.shift).isEmpty: insert(" ")
        case .other where event.modifiers == .control && event.text.lowercased() == "a": selectAll()
        case .other
        where event.modifiers.intersection([.control, .alt, .logo]).isEmpty && !Self.oneLine(event.text).isEmpty:
            insert(event.text)
        default: return false
        }
        return true
    }

    private func slice(_ range: Range<Int>) -> Range<String.Index> {
        text.index(
            text.startIndex, offsetBy: range.lowerBound)..<text.index(
                text.startIndex, offsetBy: range.upperBound)
    }

    private static func oneLine(_ text: String) -> String {
        var clean = ""
        for character in text {
            if character.isNewline || character == "\t" {
                clean.append(" ")
            } else if character.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) {
                clean.append(character)
            }
        }
        return clean
    }
}
