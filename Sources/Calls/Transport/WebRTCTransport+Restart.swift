import Foundation
import Media

// A second connection for a call whose first one broke: the network has changed, or the relay is another one.
extension WebRTCTransport {
    /// What the first connection is closed with: it is no hang-up.
    static let restartReason = "restart"
    /// Seconds for the second connection to come about.
    private static let patience: Int64 = 8_000_000_000

    /// Decides, and does it.
    func restart(_ event: RestartState.Event) {
        guard !isClosed else { return }
        let (next, effects) = RestartState.reduce(restarting, event)
        restarting = next
        for effect in effects { carryOut(effect) }
    }

    /// The caller offers a second connection.
    func take(_ offer: RestartOffer) {
        guard !isClosed, wasConnected else { return }
        restartOffer = offer
        restart(.offered)
    }

    private func carryOut(_ effect: RestartState.Effect) {
        switch effect {
        case .schedule(let seconds):
            // One that is late finds another phase and does nothing.
            Task { [weak self] in
                try? await Task.sleep(for: .seconds(seconds))
                self?.restart(.due)
            }
        case .begin: begin()
        case .abandon: abandon()
        case .swap: swap()
        case .giveUp(let why): lose(why)
        }
    }

    private func begin() {
        let offer = restartOffer.take()
        var options = makeOptions()
        options.video = pictures.track
        options.checksServers = false
        options.limits.connecting = Self.patience
        if let local = offer?.localAddress, !options.localAddresses.isEmpty { options.localAddresses = [local] }
        let peer = makePeer(options)
        second = peer
        applySending()
        secondAttempt = Task { [weak self, signalling] in
            do {
                if let offer {
                    do throws(PeerError) {
                        offer.respond(try await peer.answer(to: offer.offer))
                    } catch {
                        offer.refuse(error)
                        throw error
                    }
                } else if case .calling(let signalling) = signalling {
                    peer.add(await signalling.iceServers())
                    let answer = try await signalling.restart(peer.offer())
                    if self?.second === peer { self?.restart(.answered) }
                    try await peer.accept(answer)
                }
            } catch {
                if self?.second === peer { self?.restart(.failed) }
            }
        }
    }

    /// What the second connection tells. Its goodbye is none of the call's.
    func takeSecond(_ event: PeerEvent) {
        switch event {
        case .phase(.connected): restart(.connected)
        case .phase(.failed), .phase(.closed): restart(.failed)
        case .otherHolds(let isHolding): noteHold(isHolding)
        case .phase, .firstFrame, .otherSends, .warning: break
        }
    }

    func abandon() {
        secondAttempt?.cancel()
        secondAttempt = nil
        if let peer = second.take() { dismiss(peer) }
    }

    private func swap() {
        guard let new = second.take() else { return }
        secondAttempt = nil
        if let old = peer { dismiss(old) }
        peer = new
        new.setPlaying(!isResting)
        applySending()
        tell(.connected)
    }

    private func dismiss(_ peer: WebRTCPeer) {
        endings.append(Task { await peer.close(reason: Self.restartReason) })
    }
}
