import PictureInPicture

// What comes from the other side.
extension CallSession {
    func receive(_ event: CallTransportEvent) {
        switch event {
        case .connected: take(.connected)
        case .interrupted: take(.interrupted)
        case .participant(let participant): put(participant)
        case .participantLeft(let id):
            participants.set(participants.value.filter { $0.id != id || $0.isSelf })
            refreshShown()
        case .held(let isHeld): take(.heldByOther(isHeld))
        case .remoteHangUp: take(.ended(.remoteHangUp))
        case .declined: take(.ended(.declined))
        case .peerLost(let reason):
            note(problem: reason)
            take(.end(.peerLost))
        case .failed(let reason):
            note(problem: reason)
            take(.end(.failed))
        case .warning(let reason): environment.log(reason)
        case .ownPictures(let track): changeSelf { $0.track = track }
        case .cameraLost(let reason):
            take(.camera(false))
            say(reason)
        case .screenLost(let reason): stopSharingScreen(because: reason)
        }
    }

    /// Adds somebody, or replaces what is known of them. Pinning is this side's own and stays.
    private func put(_ participant: Participant) {
        var all = participants.value
        if let index = all.firstIndex(where: { $0.id == participant.id }) {
            let isPinned = all[index].isPinned
            all[index] = participant
            all[index].isPinned = isPinned
        } else {
            all.append(participant)
        }
        participants.set(all)
        refreshShown()
    }
}
