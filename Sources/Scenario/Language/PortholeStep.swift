import PortholeKit

/// A command that Porthole carries out.
enum PortholeStep: Sendable, Hashable {
    /// `call SOURCE as a`, `watch SOURCE as a`; `with b`: in the process of that session instead of one of its own;
    /// `managed`: its mini window is the manager's; `after b`: with the settings that the process of b left.
    case start(
        SessionVerb, source: String, session: String, with: String? = nil, after: String? = nil, isManaged: Bool = false
    )
    /// `float WINDOW as w`
    case float(window: String, session: String)
    /// `participant a ann …`
    case participant(ScenarioParticipant, session: String)
    /// `incoming "Ben" [as ben] [with a] [camera SOURCE]`; `host`: the session whose process is called, nil: one that has
    /// no session.
    case incoming(ScenarioCaller, session: String, host: String?)
    /// `accept`: the call that rings.
    case accept(session: String)
    /// `decline`
    case decline(session: String)
    /// `caller hang-up ben`: what the other side of a call that came in does.
    case caller(CallerAction, session: String)
    /// `pip a`, `close a` and the like.
    case act(SessionAction, session: String)
    /// `opacity a 60%`, `click-through a on`, `corner a upper-left`
    case set(SessionSetting, session: String)
    /// `answer-restore a true|false|never`
    case answerRestore(RestoreAnswer, session: String)
    /// `main iconify [a]`
    case main(MainAction, session: String)
}

/// Somebody who calls.
struct ScenarioCaller: Sendable, Hashable {
    /// What they call themselves.
    var name: String
    /// What their camera takes; nil: a small moving scene.
    var camera: String?
}

/// What somebody who has called does.
enum CallerAction: String, Sendable, Hashable, CaseIterable {
    /// Ends the call, or gives up while it rings.
    case hangUp = "hang-up"
    /// Microphone off and on.
    case mute
    /// Puts the call on hold.
    case hold
    /// Goes on with it.
    case resume
    /// Its process is killed.
    case vanish
}

/// How a session of a source begins.
enum SessionVerb: String, Sendable, Hashable, CaseIterable {
    case call, watch

    /// The session's name when the line gives none.
    var defaultName: String { self == .call ? "call" : "live" }
}

/// What is done to a session, by the words of the scenario.
enum SessionAction: String, Sendable, Hashable, CaseIterable {
    case pip, stop, restore, close, hide, stash, tile, full, mute, hold, resume
    case hangUp = "hang-up"
    case pausePlayback = "pause-playback"
}

/// How a mini window is set, as `porthole ctl` does it.
enum SessionSetting: Sendable, Hashable {
    /// How opaque it is, in percent.
    case opacity(Int)
    /// Clicks go through it.
    case clickThrough(Bool)
    /// The corner it is in.
    case corner(Corner)
    /// Something of the screen is shared, in the words of `porthole ctl share`; `stop`: nothing any more.
    case share(String)
    /// The mini window hides while its screen is shared.
    case hidesWhileSharing(Bool)

    /// The words for `porthole ctl`.
    var words: [String] {
        switch self {
        case .opacity(let percent): ["opacity", "\(Double(percent) / 100)"]
        case .clickThrough(let isOn): ["click-through", isOn ? "on" : "off"]
        case .corner(let corner): ["corner", corner.rawValue]
        case .share(let what): ["share", what]
        case .hidesWhileSharing(let hides): ["hide-while-sharing", hides ? "on" : "off"]
        }
    }
}

/// How the app answers when it is asked to restore its window.
enum RestoreAnswer: String, Sendable, Hashable, CaseIterable {
    case yes = "true"
    case no = "false"
    case never
}

/// What happens to the main window.
enum MainAction: String, Sendable, Hashable, CaseIterable {
    case iconify, hide, show, cover, close
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
