import Geometry
import Media

// A second connection for a stream whose first one broke: the network has changed, or the server threw it out.
extension WebRTCPlayer {
    /// Seconds for the second connection to come about.
    private static let restartPatience: Int64 = 8_000_000_000

    /// Decides, and does it.
    func restart(_ event: RestartState.Event) {
        let effects = state.withLock { state -> [RestartState.Effect] in
            guard !state.isOver else { return [] }
            let (next, effects) = RestartState.reduce(state.restarting, event)
            state.restarting = next
            return effects
        }
        for effect in effects { carryOut(effect) }
    }

    private func carryOut(_ effect: RestartState.Effect) {
        switch effect {
        case .schedule(let seconds):
            // One that is late finds another phase and does nothing.
            Task { [weak self] in
                try? await Task.sleep(for: .seconds(seconds))
                self?.restart(.due)
            }
        case .begin: beginSecond()
        case .abandon: if let peer = state.withLock({ $0.second.take() }) { dismiss(peer) }
        case .swap: swap()
        case .giveUp(let why):
            fail(state.withLock { $0.loss } ?? MediaError(.timedOut, "lost the stream", why: why))
        }
    }

    private func beginSecond() {
        var options = options
        options.checksServers = false
        options.limits.connecting = Self.restartPatience
        let peer = makePeer(options)
        // Heard when it takes the place of the first.
        peer.setPlaying(false)
        let isWanted = state.withLock { state in
            if !state.isOver { state.second = peer }
            return !state.isOver
        }
        guard isWanted else { return dismiss(peer) }
        Task { [weak self, signalling] in
            let isAnswered: Bool
            do {
                try await signalling.connect(peer)
                isAnswered = true
            } catch {
                isAnswered = false
            }
            guard let self, self.state.withLock({ $0.second === peer }) else { return }
            self.restart(isAnswered ? .answered : .failed)
        }
    }

    /// What the second connection tells. It counts with its first picture: a server with nothing to send would be connected
    /// again and again.
    func takeSecond(_ event: PeerEvent, of peer: WebRTCPeer) {
        switch event {
        case .firstFrame: restart(.connected)
        case .phase(.failed), .phase(.closed): restart(.failed)
        case .phase, .otherSends, .otherHolds, .warning: break
        }
    }

    private func swap() {
        let old = state.withLock { state -> WebRTCPeer? in
            guard let new = state.second.take() else { return nil }
            defer { state.peer = new }
            state.loss = nil
            state.hasFrame = true
            return state.peer
        }
        if let old { dismiss(old) }
        applySound()
        tell(.buffering(100))
    }

    private func dismiss(_ peer: WebRTCPeer) {
        let closing = Task { await peer.close(reason: "") }
        state.withLock { $0.dismissed.append(closing) }
    }
}
