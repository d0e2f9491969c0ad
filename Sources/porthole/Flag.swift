import PortholeKit
import Scenario

/// One flag of the command line: its name, its value, what it does, and which commands take it.
nonisolated struct Flag: Sendable {
    /// What stands behind the name.
    enum Form: Sendable {
        /// A switch: it is there or not.
        case toggle(set: @Sendable (inout FlagValues) -> Void)
        /// A value follows, as `--flag VALUE` or `--flag=VALUE`. `read` refuses it with the value that was perhaps meant.
        case value(
            placeholder: String, expected: String,
            read: @Sendable (inout FlagValues, String) throws(ValueRefused) -> Void)
    }

    /// With its dashes.
    let name: String
    /// What it does, for the help.
    let summary: String
    /// The commands that take it.
    let commands: Set<CommandName>
    /// A switch, or a value.
    let form: Form

    /// The flag of this name.
    static func named(_ name: String) -> Flag? { all.first { $0.name == name } }

    /// A switch.
    init(
        _ name: String, _ commands: Set<CommandName>, _ summary: String,
        set: @escaping @Sendable (inout FlagValues) -> Void
    ) {
        self.name = name
        self.summary = summary
        self.commands = commands
        form = .toggle(set: set)
    }

    /// A flag with a value.
    init(
        _ name: String, _ placeholder: String, _ commands: Set<CommandName>, _ summary: String, expected: String,
        read: @escaping @Sendable (inout FlagValues, String) throws(ValueRefused) -> Void
    ) {
        self.name = name
        self.summary = summary
        self.commands = commands
        form = .value(placeholder: placeholder, expected: expected, read: read)
    }

    /// A value that a flag does not take.
    struct ValueRefused: Error {
        /// The value that was perhaps meant.
        var nearest: String?
    }
}

/// What the flags of one command line have said so far.
nonisolated struct FlagValues: Sendable, Equatable {
    /// Everything but the output flags, which stand in `output`.
    var session = SessionOptions()
    /// What `play` takes.
    var play = PlayOptions()
    /// What `wm-check` takes.
    var wmCheck = WMCheckOptions()
    /// What every command takes.
    var output = OutputOptions()
    /// `doctor --json`.
    var asJSON = false
    /// `call --also-watch`.
    var alsoWatch: String?
    /// What `answer` takes.
    var answer = AnswerOptions()
    /// `ctl --session`.
    var controlled: String?
}
