/// A command line that makes no sense: exit code 2.
nonisolated struct ArgumentError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong with the word.
    enum Reason: Sendable, Equatable {
        /// No command of this name.
        case unknownCommand
        /// No flag of this name.
        case unknownFlag
        /// The flag is one of another command.
        case flagOfAnotherCommand(CommandName)
        /// The flag wants a value and got none.
        case missingValue(expected: String)
        /// The flag is a switch and got a value.
        case unwantedValue
        /// The value is none that the flag takes.
        case badValue(of: String, expected: String)
        /// The command has no SOURCE.
        case missingSource
        /// `play` has no SCENARIO.
        case missingScenario
        /// `ctl` has no ACTION.
        case missingAction
        /// `ctl` has no such ACTION.
        case unknownAction
        /// One word more than the command takes.
        case extraWord(CommandName)
        /// A flag that makes no sense without another one.
        case missingPartner(String)
        /// Two flags that rule each other out.
        case contradiction(with: String)
    }

    /// The bad word as it was typed.
    var word: String
    /// What is wrong with it.
    var reason: Reason
    /// The nearest words that would be right, ready to type; nil when nothing is near.
    var nearest: String?

    /// Why the word was refused, a clause.
    var why: String {
        switch reason {
        case .unknownCommand: "no such command"
        case .unknownFlag: "no such flag"
        case .flagOfAnotherCommand(let name): "a flag that \(name.title) does not take"
        case .missingValue(let expected): "needs a value, \(expected)"
        case .unwantedValue: "a switch, it takes no value"
        case .badValue(let flag, let expected): "no value for \(flag), which takes \(expected)"
        case .missingSource: "needs a SOURCE: a file, an address, camera:, screen: or test:"
        case .missingScenario: "needs a SCENARIO or a folder of them"
        case .missingAction: "needs an ACTION, such as pip"
        case .unknownAction: "no such action"
        case .extraWord(let name): "one word too many for \(name.title)"
        case .missingPartner(let other): "makes no sense without \(other)"
        case .contradiction(let other): "can't go together with \(other)"
        }
    }

    /// What to do about it, a sentence without its full stop.
    var remedy: String {
        switch (nearest, reason) {
        case (let nearest?, _): "Try \(nearest)"
        case (nil, .contradiction(let other)): "Leave out \(word) or \(other)"
        case (nil, .missingPartner(let other)): "Add \(other)"
        case (nil, .missingAction), (nil, .unknownAction): "See porthole ctl --help"
        case (nil, _): "See porthole --help"
        }
    }

    /// The word, why and the remedy in one line.
    var description: String { "\(word.isEmpty ? "''" : word): \(why). \(remedy)" }
}
