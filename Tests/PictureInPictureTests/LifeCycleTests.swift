import Geometry
import PictureInPicture
import Testing

typealias Effect = PictureInPictureEffect

/// The life of one picture in picture, in the pure state machine.
@Suite(.timeLimit(.minutes(10))) struct LifeCycleTests {
    static let kinds: [SessionKind] = [.call, .live, .view(1)]
    static let start = PictureInPictureEvent.start(.byHand, obstacle: nil)

    static func floating(_ kind: SessionKind) -> MachineRun {
        var run = MachineRun(kind)
        run.send(start, .windowMapped, .firstFrameShown)
        return run
    }

    @Test("S3: willStart, then didStart when the window is mapped and has a picture", arguments: kinds)
    func startOrder(_ kind: SessionKind) {
        var run = MachineRun(kind)
        #expect(
            run.send(Self.start) == [.enterActiveSet, .notify(.willStart), .openWindow, .schedule(.start)])
        #expect(run.send(.firstFrameShown).isEmpty)
        #expect(run.send(.windowMapped) == [.cancel(.start), .notify(.didStart), .present(.placeholder)])
        #expect(run.state.isActive)
        #expect(run.violations.isEmpty)
    }

    @Test("S3, B3: close is willStop, didStop, and then once what the kind means", arguments: kinds)
    func closeOrder(_ kind: SessionKind) {
        var run = Self.floating(kind)
        run.send(.closePressed, .closePressed, .windowClosed, .closePressed, .windowClosed)
        #expect(run.notices == [.willStart, .didStart, .willStop, .didStop])
        #expect(run.carriedOut == [kind.closeMeaning])
        #expect(run.effects.filter { if case .carryOut = $0 { true } else { false } }.count == 1)
        #expect(
            run.effects.firstIndex(of: .notify(.didStop)) ?? .max < run.effects.firstIndex(
                of: .carryOut(kind.closeMeaning)) ?? 0)
        #expect(!run.effects.contains { if case .askRestore = $0 { true } else { false } })
    }

    @Test("S3: restore asks, then willStop and didStop, and no consequence", arguments: kinds)
    func restoreOrder(_ kind: SessionKind) {
        var run = Self.floating(kind)
        #expect(run.send(.restorePressed) == [.schedule(.restore), .askRestore(id: 1)])
        #expect(
            run.send(.restoreAnswered(id: 1, true)) == [
                .cancel(.restore), .present(.session(.full)), .schedule(.stage), .awaitStageFrame,
            ])
        #expect(
            run.send(.stageShowedFrame) == [
                .cancel(.stage), .notify(.willStop), .schedule(.stop), .closeWindow(.toStage),
            ])
        #expect(run.send(.windowClosed) == [.cancel(.stop), .leaveActiveSet, .notify(.didStop)])
        #expect(run.carriedOut.isEmpty)
    }

    @Test(
        "S3: a start that may not happen sends failedToStart alone",
        arguments: [
            PictureInPictureError.systemPictureInPictureDisabled, .backgroundModeMissing, .audioSessionInactive,
            .noVideo,
            .unsupported(.noDisplay), .tooManyViews(limit: 8),
        ])
    func refusedStart(_ obstacle: PictureInPictureError) {
        var run = MachineRun(.call)
        #expect(run.send(.start(.byHand, obstacle: obstacle)) == [.notify(.failedToStart(obstacle))])
        #expect(run.state.phase == .idle)
    }

    @Test("S3: the session ending before didStart is failedToStart(.sessionEnded)")
    func endWhileStarting() {
        var run = MachineRun(.call)
        run.send(Self.start, .windowMapped, .sessionEnded)
        #expect(run.notices == [.willStart, .failedToStart(.sessionEnded)])
        #expect(!run.isWindowUp && !run.isHeld)
        run.send(.firstFrameShown)
        #expect(run.notices.count == 2)
    }

    @Test("S3: ended by the other side or a lost window: willStop, didStop, no consequence", arguments: kinds)
    func endWhileFloating(_ kind: SessionKind) {
        for event in [PictureInPictureEvent.sessionEnded, .windowFailed("gone"), .displayLost, .windowClosed] {
            var run = Self.floating(kind)
            run.send(event)
            run.settle()
            #expect(run.notices == [.willStart, .didStart, .willStop, .didStop], "\(event)")
            #expect(run.carriedOut.isEmpty)
            #expect(run.violations.isEmpty)
        }
    }

    @Test("the session ends while its closed window fades: nobody is told again")
    func endWhileClosing() {
        var run = Self.floating(.call)
        run.send(.closePressed, .sessionEnded, .windowClosed)
        #expect(run.notices == [.willStart, .didStart, .willStop, .didStop])
        #expect(run.carriedOut.isEmpty)
    }

    @Test("a window that is lost while it fades after close still hangs up once")
    func failureWhileClosing() {
        var run = Self.floating(.call)
        run.send(.closePressed, .displayLost, .windowClosed)
        #expect(run.carriedOut == [.hangUp])
    }

    @Test("close before the first picture: failedToStart, and the meaning of close once", arguments: kinds)
    func closeWhileStarting(_ kind: SessionKind) {
        var run = MachineRun(kind)
        run.send(Self.start, .closePressed, .closePressed)
        #expect(run.notices == [.willStart, .failedToStart(.closed)])
        #expect(run.carriedOut == [kind.closeMeaning])
    }

    @Test("S4: no answer in three seconds: a warning, the window fades, the session goes on")
    func restoreTimesOut() {
        #expect(Deadline.restore.seconds == 3)
        var run = Self.floating(.call)
        run.send(.restorePressed)
        let effects = run.send(.deadlinePassed(.restore))
        #expect(effects.contains(.closeWindow(.fade)))
        #expect(effects.contains(.present(.wayBack)))
        #expect(effects.contains { if case .warn = $0 { true } else { false } })
        #expect(run.state.isSessionRunning)
    }

    @Test("S4: false fades and the session goes on, with a way back")
    func restoreRefused() {
        var run = Self.floating(.live)
        run.send(.restorePressed)
        let effects = run.send(.restoreAnswered(id: 1, false))
        #expect(effects.contains(.closeWindow(.fade)))
        #expect(run.state.stage == .wayBack)
        run.send(.windowClosed)
        #expect(run.state.isSessionRunning && run.carriedOut.isEmpty)
    }

    @Test("S4: a second or late answer is ignored and logged")
    func answeredTwice() {
        var run = Self.floating(.call)
        run.send(.restorePressed, .restoreAnswered(id: 1, true))
        for late in [true, false] {
            let effects = run.send(.restoreAnswered(id: 1, late))
            #expect(effects.count == 1)
            #expect(run.state.phase == .handingBack)
        }
        run.send(.stageShowedFrame, .windowClosed, Self.start, .windowMapped, .firstFrameShown, .restorePressed)
        run.send(.restoreAnswered(id: 1, false))
        #expect(run.state.phase == .restoring, "an answer to the first request does not answer the second")
    }

    @Test("S4: on true the mini window waits for the stage's frame, but not for ever")
    func waitsForTheStage() {
        var run = Self.floating(.call)
        run.send(.restorePressed, .restoreAnswered(id: 1, true))
        #expect(run.notices == [.willStart, .didStart])
        run.send(.deadlinePassed(.stage))
        #expect(run.notices == [.willStart, .didStart, .willStop])
    }

    @Test("restore pressed while the window opens is kept until it is up")
    func restoreWhileStarting() {
        var run = MachineRun(.call)
        run.send(Self.start, .restorePressed, .windowMapped)
        let effects = run.send(.firstFrameShown)
        #expect(effects.contains(.askRestore(id: 1)))
        #expect(run.state.phase == .restoring)
    }

    @Test("close wins over a restore that is under way")
    func closeWhileRestoring() {
        var run = Self.floating(.live)
        run.send(.restorePressed, .closePressed)
        run.send(.restoreAnswered(id: 1, true))
        run.send(.windowClosed)
        #expect(run.carriedOut == [.stopWatching])
        #expect(run.deadlines.isEmpty)
    }

    @Test("S7: a second start changes nothing; a stop without a window neither")
    func secondStart() {
        var run = MachineRun(.call)
        #expect(run.send(.stop).isEmpty)
        run.send(Self.start)
        #expect(run.send(Self.start).isEmpty)
        run.send(.windowMapped, .firstFrameShown)
        #expect(run.send(Self.start).isEmpty)
        run.send(.restorePressed)
        #expect(run.send(Self.start).isEmpty)
        run.send(.stop)
        #expect(run.send(.stop).isEmpty)
    }

    @Test("a start while the last window fades: its didStop first, then the new willStart")
    func startWhileStopping() {
        var run = Self.floating(.call)
        run.send(.stop, Self.start)
        #expect(run.notices == [.willStart, .didStart, .willStop, .didStop, .willStart])
        #expect(run.violations.isEmpty)
    }

    @Test("a start after close was pressed is refused: the session is about to end")
    func startWhileClosing() {
        var run = Self.floating(.call)
        run.send(.closePressed, Self.start, .windowClosed, Self.start)
        #expect(
            run.notices == [
                .willStart, .didStart, .willStop, .failedToStart(.sessionEnded), .didStop,
                .failedToStart(.sessionEnded),
            ])
    }

    @Test("S8: replaced: willStop and didStop at once, no restore request, the session goes on")
    func replaced() {
        var run = Self.floating(.call)
        let effects = run.send(.replaced)
        #expect(
            effects == [
                .notify(.willStop), .cancel(.stop), .closeWindow(.atOnce), .leaveActiveSet, .notify(.didStop),
                .present(.wayBack),
            ])
        #expect(run.state.isSessionRunning && run.carriedOut.isEmpty)
    }

    @Test("a window that never comes up fails the start after its deadline")
    func startTimesOut() {
        var run = MachineRun(.call)
        run.send(Self.start, .windowMapped, .deadlinePassed(.start))
        #expect(run.notices == [.willStart, .failedToStart(.startTimedOut(seconds: 5))])
        #expect(run.violations.isEmpty)
    }

    @Test("a window that never goes is closed after its deadline")
    func stopTimesOut() {
        var run = Self.floating(.call)
        run.send(.closePressed)
        #expect(run.send(.deadlinePassed(.stop)).contains(.closeWindow(.atOnce)))
        #expect(run.notices.last == .didStop)
        #expect(run.carriedOut == [.hangUp])
    }

    @Test("a disabled session stops floating and does not start again until enabled")
    func disabled() {
        var run = Self.floating(.call)
        run.send(.enabledChanged(false), .windowClosed, Self.start)
        #expect(run.notices.suffix(3) == [.willStop, .didStop, .failedToStart(.notEnabled)])
        run.send(.enabledChanged(true), Self.start)
        #expect(run.notices.last == .willStart)
    }

    @Test("B6: leaving starts it, coming back ends it and shows what was left: a tile stays a tile")
    func leaveAndReturn() {
        var run = MachineRun(.call)
        run.send(.minimised, .leftApp(floats: true), .windowMapped, .firstFrameShown)
        #expect(run.state.cause == .automatic)
        run.send(.returned)
        #expect(run.state.stage == .session(.tile))
        run.send(.windowClosed)
        #expect(run.notices == [.willStart, .didStart, .willStop, .didStop])
        #expect(!run.effects.contains { if case .askRestore = $0 { true } else { false } })
    }

    @Test("B6: coming back does not end what was started by hand")
    func returnLeavesByHand() {
        var run = Self.floating(.call)
        run.send(.leftApp(floats: true), .returned)
        #expect(run.state.phase == .floating)
        var promoted = MachineRun(.call)
        promoted.send(.leftApp(floats: true), .windowMapped, .firstFrameShown, Self.start, .returned)
        #expect(promoted.state.phase == .floating, "a start by hand turns an automatic one into one by hand")
    }

    @Test("B6: coming back before the window is up gives the start up")
    func returnWhileStarting() {
        var run = MachineRun(.call)
        run.send(.leftApp(floats: true), .windowMapped, .returned)
        #expect(run.notices == [.willStart, .failedToStart(.cancelled)])
        #expect(run.state.stage == .session(.full))
    }

    @Test("B6: hidden stays hidden until started by hand, and the session goes on")
    func dismissed() {
        var run = Self.floating(.call)
        run.send(.dismissed, .windowClosed, .leftApp(floats: true), .returned, .leftApp(floats: true))
        #expect(run.notices == [.willStart, .didStart, .willStop, .didStop])
        #expect(run.carriedOut.isEmpty && run.state.isSessionRunning)
        run.send(Self.start, .windowMapped, .firstFrameShown, .stop, .windowClosed, .leftApp(floats: true))
        #expect(run.notices.last == .willStart)
    }

    @Test("B6: hiding without a window keeps it away as well")
    func dismissedBefore() {
        var run = MachineRun(.live)
        run.send(.dismissed, .leftApp(floats: true))
        #expect(run.notices.isEmpty)
    }

    @Test("left again before the stage has taken the picture back: the window simply stays")
    func leaveWhileHandingBack() {
        var run = Self.floating(.call)
        run.send(.restorePressed, .restoreAnswered(id: 1, true), .leftApp(floats: true))
        #expect(run.state.phase == .floating && run.deadlines.isEmpty)
        #expect(run.notices == [.willStart, .didStart])
        run.send(.stageShowedFrame)
        #expect(run.state.phase == .floating)
    }

    @Test("B9: the placeholder while it floats, the picture afterwards; keepsStage shows both")
    func placeholder() {
        var run = Self.floating(.call)
        #expect(run.state.stage == .placeholder)
        run.send(.stop)
        #expect(run.state.stage == .session(.full))
        var kept = PictureInPictureState(kind: .call)
        kept.keepsStage = true
        for event in [Self.start, .windowMapped, .firstFrameShown] {
            kept = PictureInPictureState.reduce(kept, event).0
        }
        #expect(kept.isActive && kept.stage == .session(.full))
    }

    @Test("S13: the stage goes after didStart, never before the mini window shows the picture")
    func stageAfterStart() {
        var run = MachineRun(.live)
        run.send(Self.start, .windowMapped)
        #expect(run.state.stage == .session(.full))
        run.send(.firstFrameShown)
        let did = run.effects.firstIndex(of: .notify(.didStart)) ?? .max
        #expect(did < run.effects.firstIndex(of: .present(.placeholder)) ?? -1)
    }

    @Test("the stage shows the picture again after a view was closed, and after a window was lost")
    func inlineAgain() {
        var view = Self.floating(.view(1))
        view.send(.closePressed, .windowClosed)
        #expect(view.state.stage == .session(.full) && view.state.isSessionRunning)
        var lost = Self.floating(.call)
        lost.send(.windowFailed("gone"))
        #expect(lost.state.stage == .session(.full))
    }

    @Test("the shape follows the source; nothing and repeats are ignored; render size is zero after the stop")
    func sizes() {
        var run = Self.floating(.live)
        #expect(run.send(.sourceSizeChanged(Size(360, 640))) == [.reshapeWindow(Size(360, 640))])
        #expect(run.send(.sourceSizeChanged(Size(360, 640)), .sourceSizeChanged(.zero)).isEmpty)
        #expect(run.send(.windowResized(Size(180, 320))) == [.renderSizeChanged(Size(180, 320))])
        #expect(run.send(.windowResized(.zero), .windowResized(Size(180, 320))).isEmpty)
        run.send(.stop)
        #expect(run.send(.windowClosed).contains(.renderSizeChanged(.zero)))
        #expect(run.send(.windowResized(Size(1, 1)), .sourceSizeChanged(Size(4, 3))).isEmpty)
    }

    @Test("hidden by a locker: suspended, still active; never suspended without a window")
    func suspended() {
        var run = Self.floating(.call)
        run.send(.suspensionChanged(true))
        #expect(run.state.isSuspended && run.state.isActive)
        run.send(.stop, .windowClosed)
        #expect(!run.state.isSuspended)
        run.send(.suspensionChanged(true))
        #expect(!run.state.isSuspended)
    }
}
