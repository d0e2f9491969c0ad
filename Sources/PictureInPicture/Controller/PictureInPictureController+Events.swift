import Frames
import Geometry

// What happens to it.
extension PictureInPictureController {
    func leaveApp(by departure: AutomaticPolicy.Departure) {
        environment.activeSet.post {
            let candidate = AutomaticPolicy.Candidate(
                kind: self.kind, isRunning: self.state.isSessionRunning, isPossible: self.obstacle == nil,
                isDismissed: self.state.isDismissed,
                startsAutomatically: self.canStartPictureInPictureAutomaticallyFromInline)
            var floats = self.environment.automaticPolicy.floats(candidate, on: departure)
            // By itself nothing pushes another session's window away.
            if let other = self.environment.activeSet.occupant(of: self.kind.slot), other !== self { floats = false }
            if floats, self.leaseAudioSession() != nil { floats = false }
            self.take(.leftApp(floats: floats))
        }
    }

    func returnToApp() { post(.returned) }

    func loseDisplay() { post(.displayLost) }

    func post(_ event: PictureInPictureEvent) { environment.activeSet.post { self.take(event) } }

    /// Starts it with what the surroundings say at this moment.
    func start(_ cause: StartCause) {
        guard !state.hasWindow || !state.isActive else { return take(.start(cause, obstacle: nil)) }
        let obstacle = obstacle ?? leaseAudioSession()
        if obstacle == nil { displaceOccupant() }
        take(.start(cause, obstacle: obstacle))
    }

    /// Makes the audio session active for a view that is about to float; what is against it.
    private func leaseAudioSession() -> PictureInPictureError? {
        guard contentSource.bringsAudioSession, !hasAudioLease else { return nil }
        do {
            try environment.leaseAudioSession()
            hasAudioLease = true
            return nil
        } catch {
            return error
        }
    }

    /// Whoever else has the window's place is told that it stops before this is told that it starts (spec S8).
    private func displaceOccupant() {
        if let other = environment.activeSet.occupant(of: kind.slot), other !== self { other.take(.replaced) }
    }

    func layerChanged() {
        if let size = contentSource.displayLayer.newest?.frame.displaySize { post(.sourceSizeChanged(size)) }
        reconsider()
    }

    func take(_ event: PictureInPictureEvent) {
        state.keepsStage = environment.keepsStage
        let (next, effects) = PictureInPictureState.reduce(state, event)
        state = next
        for effect in effects { carryOut(effect) }
        if !state.hasWindow, hasAudioLease {
            hasAudioLease = false
            environment.returnAudioSession()
        }
        reconsider()
    }
}
