import PortholeKit

extension ScenarioParser {
    /// A command that moves the pointer or presses a key.
    static func input(_ word: ScenarioWord, _ reader: inout LineReader) throws(WordMistake) -> InputStep? {
        switch word.text {
        case "drag": return try drag(&reader)
        case "throw":
            let subject = try reader.subject()
            return .fling(subject, try reader.choice(Direction.self, "direction"))
        case "resize":
            let subject = try reader.subject()
            try reader.expect("to")
            let size = try reader.size()
            try reader.expect("from")
            return .resize(subject, size, from: try reader.choice(RimPlace.self, "place on a rim"))
        case "move-pointer": return .move(try target(&reader))
        case "click": return .click(try target(&reader))
        case "right-click": return .rightClick(try target(&reader))
        case "press":
            let button = try reader.choice(PointerButton.self, "button")
            return .press(button, try target(&reader))
        case "release": return .release(try reader.choice(PointerButton.self, "button"))
        case "double-click": return .doubleClick(try target(&reader))
        case "scroll":
            let target = try target(&reader)
            let column = reader.next?.column ?? word.column
            let clicks = try reader.number("clicks of the wheel", in: -100...100)
            guard clicks != 0 else { throw WordMistake(column: column, what: "0 clicks of the wheel are none") }
            return .scroll(target, clicks)
        case "key": return .key(try KeyChord(try reader.take("a key such as Escape")))
        default: return nil
        }
    }

    private static func drag(_ reader: inout LineReader) throws(WordMistake) -> InputStep {
        let subject = try reader.subject()
        let way = try reader.take("'to' or 'by'")
        switch way.text {
        case "to":
            let corner = try reader.choice(Corner.self, "corner")
            return .dragTo(subject, corner, monitor: reader.accept("of") ? try reader.name(.monitor) : nil)
        case "by":
            let x = try reader.number("pixels to the right", in: LineReader.coordinates)
            return .dragBy(subject, Point(x, try reader.number("pixels down", in: LineReader.coordinates)))
        default: throw LineReader.unknown(way, "way to drag", in: ["to", "by"])
        }
    }

    /// `pip a`, `pip a.close`, `w1` or `100,200`.
    private static func target(_ reader: inout LineReader) throws(WordMistake) -> PointerTarget {
        let word = try reader.take("a window, pip NAME.CONTROL or X,Y")
        let numbers = word.text.split(separator: ",", omittingEmptySubsequences: false)
        if numbers.count == 2, let x = Int(numbers[0]), let y = Int(numbers[1]), LineReader.coordinates ~= x,
            LineReader.coordinates ~= y
        {
            return .point(Point(x, y))
        }
        guard word.text == "pip" || word.text.hasPrefix("pip:") else {
            return .subject(try reader.subject(from: word), nil)
        }
        let whole = word.text == "pip" ? try reader.take("the name of a session") : word
        let offset = word.text == "pip" ? 0 : 4
        let parts = whole.text.dropFirst(offset).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let name = ScenarioWord(
            text: parts.first.map(String.init) ?? "", column: whole.column + offset, isQuoted: false)
        try reader.names.find(name, .session)
        guard parts.count == 2 else { return .subject(.pip(name.text), nil) }
        guard let control = ControlName(rawValue: String(parts[1])) else {
            let column = name.column + name.text.count + 1
            throw LineReader.unknown(
                ScenarioWord(text: String(parts[1]), column: column, isQuoted: false), "control",
                in: ControlName.allCases.map(\.rawValue))
        }
        return .subject(.pip(name.text), control)
    }
}
