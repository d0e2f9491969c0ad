/// What `porthole ctl` asks the running instance for.
nonisolated struct ControlCommand: Sendable, Equatable {
    /// What is to be done.
    var action: ControlAction
    /// What comes with it, as `ControlAction.Argument` allows; nil: nothing.
    var argument: String?
    /// The session it is meant for; nil: the one in front.
    var session: String?

    /// Understands the words after `ctl`.
    ///
    /// - Throws: the word that makes no sense, or `ctl` itself when one is missing.
    static func parse(_ words: ArraySlice<String>, session: String?) throws(ArgumentError) -> ControlCommand {
        let names = ControlAction.allCases.map(\.rawValue)
        guard let word = words.first else {
            throw ArgumentError(word: "ctl", reason: .missingAction, nearest: nil)
        }
        guard let action = ControlAction(rawValue: word) else {
            throw ArgumentError(word: word, reason: .unknownAction, nearest: nearestWord(to: word, in: names))
        }
        let rest = words.dropFirst()
        if let extra = rest.dropFirst(action.argument == .nothing ? 0 : 1).first {
            throw ArgumentError(word: extra, reason: .extraWord(.ctl), nearest: nil)
        }
        let argument = try action.argument.read(rest.first, of: action)
        return ControlCommand(action: action, argument: argument, session: session)
    }
}

/// The actions of the running instance, by the word that `porthole ctl` takes; also their names on the session bus.
nonisolated enum ControlAction: String, Sendable, CaseIterable {
    /// Float.
    case pip
    /// End floating, to the state before.
    case stop
    /// Back to the main window.
    case restore
    /// What the close button of the mini window does.
    case close
    /// Hide, and stay in the call.
    case hide
    /// Into the tile of the main window.
    case tile
    /// Out of the tile, to the full stage.
    case full
    /// End the call.
    case hangUp = "hang-up"
    /// Microphone off and on.
    case mute
    /// Camera on and off.
    case camera
    /// Set the volume.
    case volume
    /// End everything.
    case quit
    /// Report as JSON.
    case state

    /// What may come with an action.
    enum Argument: Sendable, Equatable {
        /// Nothing.
        case nothing
        /// `on` or `off`; left out, the other of both than now.
        case onOrOff
        /// A whole number from 0 to 100, always there.
        case percent
    }

    /// What may come with it.
    var argument: Argument {
        switch self {
        case .mute, .camera: .onOrOff
        case .volume: .percent
        case .pip, .stop, .restore, .close, .hide, .tile, .full, .hangUp, .quit, .state: .nothing
        }
    }

    /// What it does, for the help.
    var summary: String {
        switch self {
        case .pip: "float in the mini window"
        case .stop: "stop floating"
        case .restore: "bring the main window back"
        case .close: "what the close button of the mini window does"
        case .hide: "hide the mini window, and stay in the call"
        case .tile: "shrink to the tile in the main window"
        case .full: "fill the main window"
        case .hangUp: "end the call"
        case .mute: "microphone off or on again; on: muted"
        case .camera: "camera on or off"
        case .volume: "loudness in percent"
        case .quit: "end everything"
        case .state: "report as JSON"
        }
    }
}

nonisolated extension ControlAction.Argument {
    /// How the help writes it.
    var placeholder: String {
        switch self {
        case .nothing: ""
        case .onOrOff: "[on|off]"
        case .percent: "0-100"
        }
    }

    private var expected: String { self == .percent ? "a whole number from 0 to 100" : "on or off" }

    /// The word as it is sent.
    func read(_ word: String?, of action: ControlAction) throws(ArgumentError) -> String? {
        guard let word else {
            guard self == .percent else { return nil }
            throw ArgumentError(word: action.rawValue, reason: .missingValue(expected: expected), nearest: nil)
        }
        let right: String?
        switch self {
        case .nothing: return nil
        case .onOrOff: right = ["on", "off"].contains(word) ? word : synonym(of: word.lowercased())
        case .percent:
            let digits = word.hasSuffix("%") ? String(word.dropLast()) : word
            right = Double(digits).flatMap { $0.isFinite ? String(Int(min(max($0, 0), 100))) : nil }
        }
        if let right, right == word { return word }
        throw ArgumentError(
            word: word, reason: .badValue(of: "ctl \(action.rawValue)", expected: expected),
            nearest: right.map { "porthole ctl \(action.rawValue) \($0)" })
    }

    private func synonym(of word: String) -> String? {
        switch word {
        case "on", "yes", "true", "1": "on"
        case "off", "no", "false", "0": "off"
        default: nil
        }
    }
}
