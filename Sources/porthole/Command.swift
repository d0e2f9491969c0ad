import PortholeKit
import Scenario

/// What a command line asks for, once it has been understood.
nonisolated enum Command: Sendable, Equatable {
    /// Print how to use `porthole`, or one of its commands.
    case help(CommandName?)
    /// Print the version.
    case version
    /// Open the lobby: no command was named.
    case lobby(SessionOptions)
    /// Call an address, or let a source play the other side; without one, call the echo peer.
    case call(source: String?, alsoWatch: String?, SessionOptions)
    /// Wait for direct calls.
    case answer(AnswerOptions, SessionOptions)
    /// Play a source in the main window, the mini window or both.
    case watch(source: String, SessionOptions)
    /// Have the running instance do something.
    case control(ControlCommand, OutputOptions)
    /// Play scenarios.
    case play(PlayOptions)
    /// Play scenarios with window managers.
    case wmCheck(WMCheckOptions)
    /// Report what works here and why not.
    case doctor(DoctorOptions)
}

/// The commands by the word that calls them.
nonisolated enum CommandName: String, Sendable, CaseIterable {
    /// `porthole`, without a word.
    case lobby = ""
    /// `porthole call [SOURCE]`.
    case call
    /// `porthole answer`.
    case answer
    /// `porthole watch SOURCE`.
    case watch
    /// `porthole ctl ACTION [ARG]`.
    case ctl
    /// `porthole play SCENARIO…`.
    case play
    /// `porthole wm-check [WM…]`.
    case wmCheck = "wm-check"
    /// `porthole doctor`.
    case doctor

    /// Those that have a word.
    static let words = allCases.filter { $0 != .lobby }

    /// Those that run a session.
    static let sessions: Set<CommandName> = [.lobby, .call, .answer, .watch]

    /// How it is called, for messages.
    var title: String { self == .lobby ? "porthole without a command" : "porthole \(rawValue)" }
}

/// The flags of commands that run a session; nil or false: not given.
nonisolated struct SessionOptions: Sendable, Equatable {
    /// Start floating.
    var startsFloating = false
    /// Go on showing the picture on the stage while it floats.
    var keepsStage = false
    /// Colour beside the picture, 0xRRGGBB.
    var background: UInt32?
    /// Where the mini window sits first.
    var corner: Corner?
    /// Size of the mini window, exact device pixels.
    var miniSize: Size?
    /// Size of the main window's contents, device pixels.
    var mainSize: Size?
    /// Upper left corner of the mini window on the root window, device pixels; may be negative.
    var position: Point?
    /// Opacity of the mini window, 0.2 to 1.
    var opacity: Double?
    /// The camera of calls: its name, or a SOURCE.
    var camera: String?
    /// The microphone of calls, by its name.
    var microphone: String?
    /// The speaker of calls, by its name.
    var speaker: String?
    /// What of the screen a call shares from its beginning.
    var share: ShareTarget?
    /// Title of the windows.
    var title: String?
    /// Leave the sound out.
    var isSilent = false
    /// End by itself after this many seconds.
    var duration: Double?
    /// Mini windows are clients of the window manager.
    var isManaged = false
    /// Run alone: neither hand the command over to the running instance nor take commands from others.
    var isNewInstance = false
    /// What a direct call shows: `call --token`.
    var token: String?
    /// What the other side of a call sees as the name of this one; nil: the user's.
    var name: String?
    /// Servers that help to reach others, `--ice-server`; those of PORTHOLE_ICE_SERVERS when there are none.
    var iceServers: [IceServer] = []
    /// Everything goes through one of them.
    var relayOnly = false
    /// Folder of its own settings and state; as it was typed, so that a relative one starts where it was typed.
    var profile: String?
    /// How much to say, and where.
    var output = OutputOptions()
}

/// The flags of `porthole answer`.
nonisolated struct AnswerOptions: Sendable, Equatable {
    /// Where.
    var listen = ListenAddress.loopback
    /// What callers have to show; nil: a code.
    var token: AnswerPass?
    /// PEM file of a certificate; as it was typed.
    var certificate: String?
    /// PEM file of its key; as it was typed.
    var key: String?

    /// The same with files that are looked for in a folder.
    func absolute(from folder: String) -> AnswerOptions {
        var copy = self
        copy.certificate = certificate.map { Self.absolute($0, folder) }
        copy.key = key.map { Self.absolute($0, folder) }
        return copy
    }

    /// What the server takes.
    func server(stateFolder: String) -> AnswerServer.Options {
        var options = AnswerServer.Options(stateFolder: stateFolder)
        options.listen = listen
        options.token = token
        if let certificate { options.certificate = (file: certificate, key: key ?? certificate) }
        return options
    }

    private static func absolute(_ path: String, _ folder: String) -> String {
        path.hasPrefix("/") ? path : folder + "/" + path
    }
}

/// The flags of `porthole doctor`.
nonisolated struct DoctorOptions: Sendable, Equatable {
    /// Report as one JSON object.
    var asJSON = false
    /// How much to say.
    var output = OutputOptions()
}

/// What is said on stdout and stderr.
nonisolated struct OutputOptions: Sendable, Equatable {
    /// One JSON object a line on stdout for every state change.
    var printsEvents = false
    /// Errors only.
    var isQuiet = false
    /// The details too.
    var isVerbose = false
}
