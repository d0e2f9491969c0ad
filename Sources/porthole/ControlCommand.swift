import PortholeKit

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
        let names = ControlAction.common.map(\.rawValue)
        guard let word = words.first else {
            throw ArgumentError(word: "ctl", reason: .missingAction, nearest: nil)
        }
        guard let action = ControlAction(rawValue: word) else {
            throw ArgumentError(word: word, reason: .unknownAction, nearest: nearestWord(to: word, in: names))
        }
        var rest = words.dropFirst()
        // Its words belong together: the kind and which.
        if action == .share, rest.count == 2 { rest = [rest.joined(separator: " ")] }
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
    /// Tuck the mini window away at an edge, or bring it back from there.
    case stash
    /// Into the tile of the main window.
    case tile
    /// Out of the tile, to the full stage.
    case full
    /// Take the call that rings.
    case accept
    /// Do not take it.
    case decline
    /// End the call.
    case hangUp = "hang-up"
    /// Put the call on hold.
    case hold
    /// Go on with a call that is on hold.
    case resume
    /// Go on with the call that is on hold, and put the other one on hold.
    case swap
    /// Microphone off and on.
    case mute
    /// Camera on and off.
    case camera
    /// Another microphone.
    case microphone
    /// Another speaker.
    case speaker
    /// The figures of the connection over the call.
    case quality
    /// Share something of the screen, or stop.
    case share
    /// Mini windows hide while the screen is shared that they are on.
    case hideWhileSharing = "hide-while-sharing"
    /// Set the volume.
    case volume
    /// Into a corner.
    case corner
    /// How opaque the mini window is.
    case opacity
    /// Let clicks through to what is below the mini window.
    case clickThrough = "click-through"
    /// A live stands still, or plays again.
    case pause
    /// End everything.
    case quit
    /// Report as JSON.
    case state
    /// For scenarios, not for people: an other side of a call, or how the app answers, as JSON.
    case script

    /// Those that people use; the others are in no help.
    static var common: [ControlAction] { allCases.filter { $0 != .script } }

    /// What may come with an action.
    enum Argument: Sendable, Equatable {
        /// Nothing.
        case nothing
        /// `on` or `off`; left out, the other of both than now.
        case onOrOff
        /// A whole number from 0 to 100, always there.
        case percent
        /// The name of a corner, always there.
        case corner
        /// A number from 0.2 to 1, or as much in percent, always there.
        case share
        /// `on`, `off`, `list`, or the name of a camera; left out, the other of both than now.
        case camera
        /// The name of a device, `default` or `list`, always there.
        case device
        /// What to share, or `stop`; left out, the other of both than now.
        case sharing
        /// Any text, always there.
        case text
    }

    /// What may come with it.
    var argument: Argument {
        switch self {
        case .camera: .camera
        case .microphone, .speaker: .device
        case .mute, .quality, .stash, .clickThrough, .pause, .hideWhileSharing: .onOrOff
        case .share: .sharing
        case .volume: .percent
        case .corner: .corner
        case .opacity: .share
        case .script: .text
        case .pip, .stop, .restore, .close, .hide, .tile, .full, .hangUp, .hold, .resume, .swap, .accept, .decline,
            .quit, .state:
            .nothing
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
        case .stash: "tuck it away at an edge, or bring it back"
        case .corner: "put it into a corner"
        case .opacity: "how opaque it is, where a compositor is present"
        case .clickThrough: "let clicks through to what is below it"
        case .tile: "shrink to the tile in the main window"
        case .full: "fill the main window"
        case .accept: "take the call that rings"
        case .decline: "do not take the call that rings"
        case .hangUp: "end the call"
        case .hold: "put the call on hold"
        case .resume: "go on with it; another call is put on hold then"
        case .swap: "the call on hold in place of the one that runs"
        case .mute: "microphone off or on again; on: muted"
        case .quality: "show how good the connection is, over the call"
        case .camera: "camera on or off, or another one"
        case .microphone: "another microphone, also later"
        case .speaker: "another speaker, also later"
        case .share: "share WHAT of the screen, or stop"
        case .hideWhileSharing: "hide the mini window while its screen is shared"
        case .volume: "loudness in percent"
        case .pause: "a live stands still, or plays again; on: paused"
        case .quit: "end everything"
        case .state: "report as JSON"
        case .script: "a step of a scenario, as JSON"
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
        case .corner: "CORNER"
        case .share: "0.2-1"
        case .camera: "[on|off|list|NAME]"
        case .device: "list|default|NAME"
        case .sharing: "[WHAT]"
        case .text: "JSON"
        }
    }

    private var expected: String {
        switch self {
        case .nothing, .onOrOff: "on or off"
        case .percent: "a whole number from 0 to 100"
        case .corner: Corner.allCases.map(\.rawValue).joined(separator: ", ")
        case .share: "a number from 0.2 to 1"
        case .camera: "on, off, list or the name of a camera"
        case .device: "list, default or the name of a device"
        case .sharing: ShareTarget.expected + ", or stop"
        case .text: "an object of JSON"
        }
    }
    /// Whether the action makes no sense without it.
    private var isNeeded: Bool { self != .nothing && self != .onOrOff && self != .sharing && self != .camera }

    /// The word as it is sent.
    func read(_ word: String?, of action: ControlAction) throws(ArgumentError) -> String? {
        guard let word else {
            guard isNeeded else { return nil }
            throw ArgumentError(word: action.rawValue, reason: .missingValue(expected: expected), nearest: nil)
        }
        let right: String?
        switch self {
        case .nothing: return nil
        case .text: right = word
        case .device: right = word.isEmpty ? nil : word
        case .camera: right = synonym(of: word.lowercased()) ?? (word.isEmpty ? nil : word)
        case .sharing:
            do throws(Flag.ValueRefused) {
                if word != "stop" { _ = try ShareTarget(word) }
                right = word
            } catch {
                right = error.nearest
            }
        case .onOrOff: right = ["on", "off"].contains(word) ? word : synonym(of: word.lowercased())
        case .percent:
            let digits = word.hasSuffix("%") ? String(word.dropLast()) : word
            right = Double(digits).flatMap { $0.isFinite ? String(Int(min(max($0, 0), 100))) : nil }
        case .corner:
            right =
                Corner(rawValue: word)?.rawValue
                ?? nearestWord(to: word.lowercased(), in: Corner.allCases.map(\.rawValue))
        case .share:
            // Percent is what people say too: told in the right words.
            let value = word.hasSuffix("%") ? Double(word.dropLast()).map { $0 / 100 } : Double(word)
            right = value.flatMap {
                $0.isFinite
                    ? ((0.2...1).contains($0) && !word.hasSuffix("%") ? word : String(min(max($0, 0.2), 1))) : nil
            }
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
