import Geometry

/// One step of the state machine: the state as it changes and the effects as they add up.
struct PictureInPictureStep {
    var state: PictureInPictureState
    var effects: [PictureInPictureEffect] = []

    init(_ state: PictureInPictureState) { self.state = state }

    mutating func take(_ event: PictureInPictureEvent) {
        switch event {
        case .start(let cause, let obstacle): start(cause, obstacle)
        case .windowMapped: windowShowed(mapped: true)
        case .firstFrameShown: windowShowed(frame: true)
        case .sourceSizeChanged(let size): reshape(size)
        case .windowResized(let size): if state.hasWindow, !size.isEmpty { setRenderSize(size) }
        case .suspensionChanged(let isSuspended): state.isSuspended = isSuspended && state.hasWindow
        case .minimised: setPresentation(.tile)
        case .maximised: setPresentation(.full)
        case .leftApp(let floats): leave(floats)
        case .returned: comeBack()
        case .closePressed: close()
        case .restorePressed: askToRestore()
        case .restoreAnswered(let id, let answer): restoreAnswered(id, answer)
        case .stageShowedFrame: if state.phase == .handingBack { handOver() }
        case .deadlinePassed(let deadline): pass(deadline)
        case .sessionEnded: endSession()
        case .windowFailed(let reason): loseWindow(.windowFailed(reason), stage: .session(state.presentation))
        case .displayLost: loseWindow(.displayLost, stage: .nothing)
        case .stop: stop(.cancelled, exit: .toStage)
        case .dismissed:
            state.isDismissed = true
            stop(.cancelled, exit: .fade)
        case .replaced: replace()
        case .enabledChanged(let isEnabled):
            state.isEnabled = isEnabled
            if !isEnabled { stop(.notEnabled, exit: .toStage) }
        case .windowClosed: windowClosed()
        }
    }
}

// Starting.
extension PictureInPictureStep {
    private mutating func start(_ cause: StartCause, _ obstacle: PictureInPictureError?) {
        switch state.phase {
        case .starting, .floating, .restoring, .handingBack:
            // The same window and no events (spec S7); but what the user wants by hand no longer ends by itself.
            if cause == .byHand { state.cause = .byHand }
            return
        case .stopping(then: .some):
            effects.append(.notify(.failedToStart(.sessionEnded)))
            return
        case .idle, .stopping(then: nil): break
        }
        if let error = refusal(obstacle) {
            effects.append(.notify(.failedToStart(error)))
            return
        }
        // One that is still on its way out is cut short: its didStop comes before the new willStart.
        if state.hasWindow { finishStop() }
        if cause == .byHand { state.isDismissed = false }
        state.cause = cause
        state.wantsRestore = false
        state.phase = .starting(isMapped: false, hasFrame: false)
        effects += [.enterActiveSet, .notify(.willStart), .openWindow, .schedule(.start)]
    }

    private func refusal(_ obstacle: PictureInPictureError?) -> PictureInPictureError? {
        if !state.isSessionRunning { return .sessionEnded }
        return state.isEnabled ? obstacle : .notEnabled
    }

    private mutating func windowShowed(mapped: Bool = false, frame: Bool = false) {
        guard case .starting(let wasMapped, let hadFrame) = state.phase else { return }
        let isMapped = wasMapped || mapped
        let hasFrame = hadFrame || frame
        guard isMapped, hasFrame else {
            state.phase = .starting(isMapped: isMapped, hasFrame: hasFrame)
            return
        }
        state.phase = .floating
        effects += [.cancel(.start), .notify(.didStart)]
        if !state.keepsStage { setStage(.placeholder) }
        if state.wantsRestore { askToRestore() }
    }

    /// Ends a start that was announced and did not come about.
    private mutating func abandonStart(_ error: PictureInPictureError) {
        effects += [.cancel(.start), .closeWindow(.atOnce)]
        forgetWindow()
        effects += [.leaveActiveSet, .notify(.failedToStart(error))]
    }
}

// What the picture and the app do meanwhile.
extension PictureInPictureStep {
    private mutating func reshape(_ size: Size) {
        guard !size.isEmpty, size != state.contentSize else { return }
        state.contentSize = size
        switch state.phase {
        case .starting, .floating, .restoring, .handingBack: effects.append(.reshapeWindow(size))
        case .idle, .stopping: break
        }
    }

    private mutating func setRenderSize(_ size: Size) {
        guard size != state.renderSize else { return }
        state.renderSize = size
        effects.append(.renderSizeChanged(size))
    }

    private mutating func setStage(_ stage: StagePresentation) {
        let next = state.isSessionRunning ? stage : .nothing
        guard next != state.stage else { return }
        state.stage = next
        effects.append(.present(next))
    }

    private mutating func setPresentation(_ presentation: Presentation) {
        state.presentation = presentation
        switch state.stage {
        case .session: setStage(.session(presentation))
        case .wayBack: if state.phase == .idle { setStage(.session(presentation)) }
        case .placeholder, .nothing: break
        }
    }

    private mutating func leave(_ floats: Bool) {
        state.isAway = true
        guard floats, !state.isDismissed, refusal(nil) == nil else { return }
        switch state.phase {
        case .idle, .stopping(then: nil): start(.automatic, nil)
        case .handingBack:
            // The stage that was to take the picture back is gone again: the window simply stays.
            state.phase = .floating
            state.cause = .automatic
            effects.append(.cancel(.stage))
            if !state.keepsStage { setStage(.placeholder) }
        case .starting, .floating, .restoring, .stopping(then: .some): break
        }
    }

    private mutating func comeBack() {
        state.isAway = false
        guard state.cause == .automatic else { return }
        switch state.phase {
        case .starting, .floating: stop(.cancelled, exit: .toStage)
        case .idle, .restoring, .handingBack, .stopping: break
        }
    }
}

// Restoring.
extension PictureInPictureStep {
    private mutating func askToRestore() {
        switch state.phase {
        case .starting: state.wantsRestore = true
        case .floating:
            state.wantsRestore = false
            state.restoreID += 1
            state.phase = .restoring
            effects += [.schedule(.restore), .askRestore(id: state.restoreID)]
        case .idle, .restoring, .handingBack, .stopping: break
        }
    }

    private mutating func restoreAnswered(_ id: Int, _ answer: Bool) {
        guard state.phase == .restoring, id == state.restoreID else {
            effects.append(.warn("an answer to a restore request came late or twice and is ignored"))
            return
        }
        guard answer else { return giveUpRestore("the app could not restore its user interface") }
        state.phase = .handingBack
        state.presentation = .full
        effects.append(.cancel(.restore))
        setStage(.session(.full))
        effects += [.schedule(.stage), .awaitStageFrame]
    }

    private mutating func giveUpRestore(_ why: String) {
        effects.append(.warn("\(why); the window fades and the session goes on"))
        beginStop(exit: .fade, stage: .wayBack)
    }

    /// The stage shows the picture: the window goes where it is.
    private mutating func handOver() { beginStop(exit: .toStage, stage: .session(state.presentation)) }
}

// Stopping.
extension PictureInPictureStep {
    private mutating func close() {
        let meaning = state.kind.closeMeaning
        // A view that was closed stays away, though the app is left again: only a call and a live are over anyway.
        if !meaning.endsSession, state.hasWindow { state.isDismissed = true }
        switch state.phase {
        case .starting:
            abandonStart(.closed)
            carryOut(meaning)
        case .floating, .restoring, .handingBack:
            beginStop(exit: .fade, stage: meaning.endsSession ? nil : .session(state.presentation), then: meaning)
        case .idle, .stopping: break
        }
    }

    private mutating func stop(_ error: PictureInPictureError, exit: PictureInPictureEffect.Exit) {
        switch state.phase {
        case .starting: abandonStart(error)
        case .floating, .restoring, .handingBack: beginStop(exit: exit, stage: .session(state.presentation))
        case .idle, .stopping: break
        }
    }

    private mutating func replace() {
        switch state.phase {
        case .idle: return
        case .starting: abandonStart(.replaced)
        case .floating, .restoring, .handingBack:
            cancelWaiting()
            effects.append(.notify(.willStop))
            state.phase = .stopping(then: nil)
            finishStop()
        case .stopping: finishStop()
        }
        setStage(.wayBack)
    }

    private mutating func endSession() {
        guard state.isSessionRunning else { return }
        state.isSessionRunning = false
        switch state.phase {
        case .idle: setStage(.nothing)
        case .starting:
            abandonStart(.sessionEnded)
            setStage(.nothing)
        case .floating, .restoring, .handingBack: beginStop(exit: .fade, stage: .nothing)
        case .stopping:
            // It is over already: nobody has to be told a second time.
            state.phase = .stopping(then: nil)
            setStage(.nothing)
        }
    }

    private mutating func loseWindow(_ error: PictureInPictureError, stage: StagePresentation) {
        switch state.phase {
        case .idle: return
        case .starting: abandonStart(error)
        case .floating, .restoring, .handingBack:
            cancelWaiting()
            effects.append(.notify(.willStop))
            state.phase = .stopping(then: nil)
            finishStop()
        case .stopping: finishStop()
        }
        setStage(stage)
    }

    private mutating func windowClosed() {
        switch state.phase {
        case .idle: break
        case .stopping: finishStop(isClosed: true)
        case .starting, .floating, .restoring, .handingBack:
            loseWindow(.windowFailed("it was closed from outside"), stage: .session(state.presentation))
        }
    }

    private mutating func pass(_ deadline: Deadline) {
        switch (deadline, state.phase) {
        case (.start, .starting): abandonStart(.startTimedOut(seconds: Deadline.start.seconds))
        case (.restore, .restoring):
            giveUpRestore("no answer to a restore request within \(Deadline.restore.seconds.formattedSeconds) s")
        case (.stage, .handingBack):
            effects.append(.warn("the stage has shown no frame within \(Deadline.stage.seconds.formattedSeconds) s"))
            handOver()
        case (.stop, .stopping):
            effects.append(.warn("the window did not go within \(Deadline.stop.seconds.formattedSeconds) s"))
            finishStop()
        default: break
        }
    }

    /// From `willStop` to the window on its way out.
    private mutating func beginStop(
        exit: PictureInPictureEffect.Exit, stage: StagePresentation?, then meaning: CloseMeaning? = nil
    ) {
        cancelWaiting()
        effects.append(.notify(.willStop))
        state.phase = .stopping(then: meaning)
        if let stage { setStage(stage) }
        effects += [.schedule(.stop), .closeWindow(exit)]
    }

    /// From the window on its way out to `didStop`, and then what the close button means.
    private mutating func finishStop(isClosed: Bool = false) {
        guard case .stopping(let meaning) = state.phase else { return }
        effects.append(.cancel(.stop))
        if !isClosed { effects.append(.closeWindow(.atOnce)) }
        forgetWindow()
        effects += [.leaveActiveSet, .notify(.didStop)]
        if let meaning { carryOut(meaning) }
    }

    private mutating func carryOut(_ meaning: CloseMeaning) {
        if meaning.endsSession {
            state.isSessionRunning = false
            setStage(.nothing)
        }
        effects.append(.carryOut(meaning))
    }

    private mutating func cancelWaiting() {
        switch state.phase {
        case .restoring: effects.append(.cancel(.restore))
        case .handingBack: effects.append(.cancel(.stage))
        case .idle, .starting, .floating, .stopping: break
        }
    }

    private mutating func forgetWindow() {
        state.phase = .idle
        state.cause = nil
        state.wantsRestore = false
        state.isSuspended = false
        setRenderSize(.zero)
    }
}
