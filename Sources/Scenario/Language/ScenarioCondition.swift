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
    /// `pip a inside work-area`, or a monitor.
    case inside(ScenarioSubject, monitor: String?)
    /// `focus w1`: input focus and _NET_ACTIVE_WINDOW.
    case focus(ScenarioSubject)
    /// `frames a advancing`
    case advancing(session: String)
    /// `frames a dropped <= 1%`
    case dropped(session: String, percent: Double)
    /// `session a connected|running|ended by REASON`
    case session(String, SessionCondition)
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

/// How a session stands.
enum SessionCondition: Sendable, Hashable {
    /// It has had its first frame.
    case connected
    /// It has connected and has not ended.
    case running
    /// It has ended, for this reason.
    case ended(EndWord)
}

/// Why a session ended, by the words of Porthole's events.
enum EndWord: String, Sendable, Hashable, CaseIterable {
    case declined, failed, quit
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
    case connected, ended, failed, restore, contested
    case willStart = "will-start"
    case didStart = "did-start"
    case willStop = "will-stop"
    case didStop = "did-stop"

    /// The word in the field `event` of Porthole's lines.
    var event: String { self == .connected || self == .ended ? "session.\(rawValue)" : "pip.\(rawValue)" }
}
