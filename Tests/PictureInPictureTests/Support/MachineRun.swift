import Geometry
import PictureInPicture

/// Feeds events to the state machine and keeps the books on what its effects amount to.
struct MachineRun {
    private(set) var state: PictureInPictureState
    private(set) var effects: [PictureInPictureEffect] = []
    /// What went against a rule that must always hold.
    private(set) var violations: [String] = []
    private(set) var isWindowUp = false
    private(set) var isLeaving = false
    private(set) var isHeld = false
    private(set) var deadlines: Set<Deadline> = []
    private(set) var carriedOut: [CloseMeaning] = []
    private(set) var willStarts = 0
    private(set) var endings = 0
    private var isAnnounced = false
    private var isStarted = false
    private var isStopping = false
    private var sessionEnded = false

    init(_ kind: SessionKind, contentSize: Size = Size(640, 360)) {
        state = PictureInPictureState(kind: kind, contentSize: contentSize)
    }

    var notices: [PictureInPictureEffect.Notice] {
        effects.compactMap { if case .notify(let notice) = $0 { notice } else { nil } }
    }

    @discardableResult mutating func send(_ events: PictureInPictureEvent...) -> [PictureInPictureEffect] {
        var all: [PictureInPictureEffect] = []
        for event in events { all += take(event) }
        return all
    }

    /// The window and the delegate do what is expected of them until nothing moves any more.
    mutating func settle() {
        for _ in 0..<4 {
            if isLeaving { send(.windowClosed) }
            for deadline in deadlines { send(.deadlinePassed(deadline)) }
        }
    }

    private mutating func take(_ event: PictureInPictureEvent) -> [PictureInPictureEffect] {
        if event == .sessionEnded { sessionEnded = true }
        if event == .windowClosed, isLeaving { (isWindowUp, isLeaving) = (false, false) }
        let (next, new) = PictureInPictureState.reduce(state, event)
        state = next
        effects += new
        for effect in new { book(effect, after: event) }
        check(state.hasWindow == (isWindowUp || isLeaving), "the window is up without a reason", event)
        check(state.hasWindow == isHeld, "the active set is not what has a window", event)
        check(state.renderSize == .zero || state.hasWindow, "a render size without a window", event)
        check(!state.isActive || isStarted, "active without didStart", event)
        check(state.cause != nil || !state.hasWindow, "a window without a cause", event)
        check(willStarts == endings + (isAnnounced ? 1 : 0), "starts and endings do not match", event)
        return new
    }

    private mutating func book(_ effect: PictureInPictureEffect, after event: PictureInPictureEvent) {
        switch effect {
        case .enterActiveSet:
            check(!isHeld, "held twice", event)
            isHeld = true
        case .leaveActiveSet:
            check(isHeld, "let go twice", event)
            isHeld = false
        case .openWindow:
            check(!isWindowUp, "a second window", event)
            isWindowUp = true
        case .closeWindow(let exit):
            check(isWindowUp || exit == .atOnce, "no window to close", event)
            (isWindowUp, isLeaving) = (exit != .atOnce, exit != .atOnce)
        case .reshapeWindow: check(isWindowUp, "reshapes no window", event)
        case .schedule(let deadline):
            check(!deadlines.contains(deadline), "\(deadline) runs twice", event)
            deadlines.insert(deadline)
        case .cancel(let deadline): deadlines.remove(deadline)
        case .carryOut(let meaning):
            check(!(sessionEnded && meaning.endsSession), "an ended session is told", event)
            check(meaning == state.kind.closeMeaning, "another kind's meaning", event)
            carriedOut.append(meaning)
        case .notify(let notice): book(notice, event)
        case .askRestore, .awaitStageFrame, .present, .renderSizeChanged, .warn: break
        }
        if case .deadlinePassed(let deadline) = event { deadlines.remove(deadline) }
    }

    private mutating func book(_ notice: PictureInPictureEffect.Notice, _ event: PictureInPictureEvent) {
        switch notice {
        case .willStart:
            check(!isAnnounced, "willStart twice", event)
            (isAnnounced, isStarted, isStopping) = (true, false, false)
            willStarts += 1
        case .didStart:
            check(isAnnounced && !isStarted, "didStart out of turn", event)
            isStarted = true
        case .failedToStart:
            check(!isStarted || isStopping, "failed after it started", event)
            // One that was refused was never announced, so it does not count against an announced one.
            if isAnnounced, !isStarted {
                endings += 1
                isAnnounced = false
            }
        case .willStop:
            check(isStarted && !isStopping, "willStop out of turn", event)
            isStopping = true
        case .didStop:
            check(isAnnounced && isStopping, "didStop out of turn", event)
            endings += 1
            (isAnnounced, isStarted, isStopping) = (false, false, false)
        }
    }

    private mutating func check(_ holds: Bool, _ what: String, _ event: PictureInPictureEvent) {
        if !holds { violations.append("\(what), after \(event), in \(state.phase)") }
    }
}
