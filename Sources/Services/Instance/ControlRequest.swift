public import Foundation

/// One action that somebody asks the running instance for: by `porthole ctl`, or by GLib's tools.
public struct ControlRequest: Sendable, Equatable {
    /// The action's name, such as `pip`.
    public var action: String
    /// What comes with it, such as a volume; not checked.
    public var arguments: [String]
    /// The session it is meant for; nil: the one that is in front.
    public var session: String?

    /// An action, with what comes with it.
    public init(action: String, arguments: [String] = [], session: String? = nil) {
        self.action = action
        self.arguments = arguments
        self.session = session
    }

    /// An action of the action group, where all that comes with it is one text: nothing, the argument, or
    /// `{"argument":"40","session":"live"}` with either field.
    init(action: String, text: String) {
        struct Fields: Decodable {
            var argument: String?
            var session: String?
        }
        if text.hasPrefix("{"), let fields = try? JSONDecoder().decode(Fields.self, from: Data(text.utf8)) {
            self.init(action: action, arguments: fields.argument.map { [$0] } ?? [], session: fields.session)
        } else {
            self.init(action: action, arguments: text.isEmpty ? [] : [text])
        }
    }
}

/// What the running instance says to a `ControlRequest`.
public struct ControlReply: Sendable, Equatable {
    /// The exit code for the process that asked: 0 when it was done.
    public var code: Int32
    /// What to print: JSON, a note, or why it was not done. May be empty.
    public var text: String

    /// A reply.
    public init(code: Int32 = 0, text: String = "") {
        self.code = code
        self.text = text
    }
}

/// A command line that another process hands over.
public struct OpenRequest: Sendable, Equatable {
    /// The words after the program's name, not checked.
    public var words: [String]
    /// The folder it was typed in: relative paths in `words` start there.
    public var folder: String

    /// A command line.
    public init(words: [String], folder: String = FileManager.default.currentDirectoryPath) {
        self.words = words
        self.folder = folder
    }
}
