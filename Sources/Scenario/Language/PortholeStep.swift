/// A command that Porthole carries out.
enum PortholeStep: Sendable, Hashable {
    /// `call SOURCE as a`, `watch SOURCE as a`
    case start(SessionVerb, source: String, session: String)
    /// `float WINDOW as w`
    case float(window: String, session: String)
    /// `participant a ann …`
    case participant(ScenarioParticipant, session: String)
    /// `incoming "Ben"`
    case incoming(String)
    /// `accept`
    case accept
    /// `decline`
    case decline
    /// `pip a`, `close a` and the like.
    case act(SessionAction, session: String)
    /// `answer-restore a true|false|never`
    case answerRestore(RestoreAnswer, session: String)
    /// `main iconify [a]`
    case main(MainAction, session: String)
}

/// How a session of a source begins.
enum SessionVerb: String, Sendable, Hashable, CaseIterable {
    case call, watch

    /// The session's name when the line gives none.
    var defaultName: String { self == .call ? "call" : "live" }
}

/// What is done to a session, by the words of the scenario.
enum SessionAction: String, Sendable, Hashable, CaseIterable {
    case pip, stop, restore, close, hide, stash, tile, full, mute
    case hangUp = "hang-up"
    case pausePlayback = "pause-playback"
}

/// How the app answers when it is asked to restore its window.
enum RestoreAnswer: String, Sendable, Hashable, CaseIterable {
    case yes = "true"
    case no = "false"
    case never
}

/// What happens to the main window.
enum MainAction: String, Sendable, Hashable, CaseIterable {
    case iconify, hide, show, cover
}

/// A scripted other side of a call.
struct ScenarioParticipant: Sendable, Hashable {
    /// Its name in the scenario.
    var identifier: String
    /// Its name as people see it.
    var name: String
    /// A picture file.
    var avatar: String?
    /// Its camera is off.
    var isCameraOff = false
    /// It speaks.
    var isSpeaking = false
}
