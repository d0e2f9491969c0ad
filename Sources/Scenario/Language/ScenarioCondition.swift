import PortholeKit

/// What can be asserted.
enum ScenarioCondition: Sendable, Hashable {
    /// `pip a on-top`: above every managed window, in the tree and in the pixels.
    case onTop(ScenarioSubject)
    /// `stacking w1 pip:a menu`: bottom to top, others may lie between.
    case stacking([ScenarioSubject])
    /// `pip a visible|hidden|gone`
    case sight(ScenarioSubject, Sight)
    /// `pip a at lower-right of left`; no monitor: the one it is on.
    case at(ScenarioSubject, Corner, monitor: String?)
    /// `pip a size 256x144`
    case size(ScenarioSubject, Size)
    /// `pip a opacity 60%`: what compositors are told (_NET_WM_WINDOW_OPACITY).
    case opacity(ScenarioSubject, Int)
    /// `pip a ringed`: its rim says that it takes keys.
    case ringed(ScenarioSubject)
    /// `pip a menu open|closed`: the menu of its right click.
    case menu(ScenarioSubject, isOpen: Bool)
    /// `pip a inside work-area`, or a monitor.
    case inside(ScenarioSubject, monitor: String?)
    /// `pip a mapped|unmapped`: the map state alone, whatever covers it.
    case mapped(ScenarioSubject, Bool)
    /// `pip a listed|unlisted`: in the manager's list of clients (EWMH _NET_CLIENT_LIST).
    case listed(ScenarioSubject, Bool)
    /// `pip a class porthole-pip`: one of the two names of WM_CLASS (ICCCM 4.1.2.5).
    case className(ScenarioSubject, String)
    /// `focus w1`: input focus and _NET_ACTIVE_WINDOW.
    case focus(ScenarioSubject)
    /// `pip a managed`: in the manager's list, above others, on every workspace, in no task bar.
    case managed(ScenarioSubject)
    /// `frames a advancing`
    case advancing(session: String)
    /// `frames a dropped <= 1%`
    case dropped(session: String, percent: Double)
    /// `session a connected|running|ended by REASON`
    case session(String, SessionCondition)
    /// `caller ben connected|running|ended by REASON`: how a call that came in stands on the other side.
    case caller(String, SessionCondition)
    /// `ringing "Ben"`, `no ringing`
    case ringing(String?)
    /// `shown a ann`: whom the single picture of a call shows (spec L3).
    case shown(String, session: String)
    /// `events a will-start did-start`: in this order with nothing between, since the mark.
    case events(session: String, [EventWord])
    /// `restacks <= 20`: of all mini windows since the mark.
    case restacks(Int)
    /// `no leaks`
    case noLeaks
}

/// What is seen of a window: pixels, not only the map state.
enum Sight: String, Sendable, Hashable, CaseIterable {
    /// Some of its pixels show.
    case visible
    /// It exists and not one of its pixels shows.
    case hidden
    /// It does not exist, and not one of its pixels shows.
    case gone
}

/// How a menu stands.
enum MenuState: String, Sendable, Hashable, CaseIterable {
    case open, closed
}

/// How a session stands.
enum SessionCondition: Sendable, Hashable {
    /// It has had its first frame.
    case connected
    /// It has connected and has not ended.
    case running
    /// It is a call that its own side has put on hold.
    case onHold
    /// It is a call that the other side has put on hold.
    case putOnHold
    /// It has ended, for this reason.
    case ended(EndWord)
}

/// Why a session ended, by the words of Porthole's events.
enum EndWord: String, Sendable, Hashable, CaseIterable {
    case declined, missed, failed, quit
    case hangUp = "hang-up"
    case remoteHangUp = "remote-hang-up"
    case stopWatching = "stop-watching"
    case stopFloating = "stop-floating"
    case endOfStream = "end-of-stream"
    case peerLost = "peer-lost"
    case displayLost = "display-lost"
}

/// An event of a session; `pip.` and `session.` are left out.
enum EventWord: String, Sendable, Hashable, CaseIterable {
    case connected, ended, failed, restore, contested, ringing, missed
    case willStart = "will-start"
    case didStart = "did-start"
    case willStop = "will-stop"
    case didStop = "did-stop"

    /// The word in the field `event` of Porthole's lines.
    var event: String {
        switch self {
        case .connected, .ended: "session.\(rawValue)"
        case .ringing, .missed: "call.\(rawValue)"
        default: "pip.\(rawValue)"
        }
    }
}
