import Geometry
import PictureInPicture

/// The sessions that run, and which call is presented (spec S8, B8).
///
/// It holds a session from joining to its end, so that a call goes on though nobody looks at it.
public final class SessionCenter: Sendable {
    /// The app's.
    public static let shared = SessionCenter()

    private struct State {
        /// The last one is presented; those before it are on hold.
        var calls: [CallSession] = []
        var lives: [LiveSession] = []
        var idle: CallSession?
    }
    private let state = Lock(State())

    /// A list without sessions.
    public init() {}

    /// The call that is presented: the last one that was, of those that run; else one that has not begun. Any thread.
    public var presentedCall: CallSession {
        state.withLock { state in
            if let call = state.calls.last { return call }
            if let idle = state.idle { return idle }
            let idle = CallSession(transport: nil, center: self)
            state.idle = idle
            return idle
        }
    }

    /// The calls that run, the presented one last. Any thread.
    public var calls: [CallSession] { state.withLock { $0.calls } }
    /// The lives that run, the newest last. Any thread.
    public var lives: [LiveSession] { state.withLock { $0.lives } }
    /// True while any session runs. Any thread.
    public var hasSessions: Bool { state.withLock { !$0.calls.isEmpty || !$0.lives.isEmpty } }

    /// Whether the desktop has to be kept from going idle now (spec B5).
    @MainActor public func needsIdleInhibition(isAudioSessionActive: Bool) -> Bool {
        let playing = calls.map { $0.state.value.isPlaying } + lives.map { $0.phase.value == .playing }
        return IdleInhibition.isNeeded(
            playing.map(IdleInhibition.Session.init), isAudioSessionActive: isAudioSessionActive)
    }

    /// What the main window's close button does to the session it presents (spec B8): the same as the mini window's.
    ///
    /// - Returns: true when the app ends: no session runs any more.
    @MainActor public func closeMainWindow(presenting session: RunningSession?) -> Bool {
        session?.close()
        return !hasSessions
    }

    /// Ends every session and tells the other sides (spec B8): for signals, logout and a lost display.
    @MainActor public func endAll(_ reason: SessionEndReason) {
        for call in calls { call.end(reason) }
        for live in lives { live.end(reason) }
    }

    @MainActor func present(_ call: CallSession) {
        guard !call.state.value.isEnded else { return }
        let others = state.withLock { state in
            state.calls.removeAll { $0 === call }
            let others = state.calls
            state.calls.append(call)
            return others
        }
        for other in others { other.setOtherPresented(true) }
        call.setOtherPresented(false)
    }

    /// A call is over: the one that was put on hold for it goes on.
    @MainActor func forget(_ call: CallSession) {
        let next = state.withLock { state in
            state.calls.removeAll { $0 === call }
            return state.calls.last
        }
        next?.setOtherPresented(false)
    }

    func add(_ live: LiveSession) {
        state.withLock { state in
            if !state.lives.contains(where: { $0 === live }) { state.lives.append(live) }
        }
    }

    func forget(_ live: LiveSession) { state.withLock { $0.lives.removeAll { $0 === live } } }
}
