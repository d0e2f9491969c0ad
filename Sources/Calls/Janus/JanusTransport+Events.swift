import Media

// What the server, the own connection and the camera tell.
extension JanusTransport {
    func tick() {
        take(.tick)
        for (id, line) in lines { take(.pictures(id, line.picturesCome())) }
    }

    func take(_ event: JanusEvent) {
        guard !isClosed else { return }
        switch event {
        case .silent(let words): take(RoomEvent.silent(words))
        case .heard: take(RoomEvent.heard)
        case .over(let words): take(.failed(words))
        case .hangUp(let handle, let words): takeHangUp(handle, words)
        case .plugin(let sender, let message): if sender == handle { take(message) }
        }
    }

    private func takeHangUp(_ handle: UInt64, _ words: String) {
        if handle == self.handle { return take(.failed("the server ended the connection (\(words))")) }
        if let screen, screen.handle == handle { return screen.wasHungUp(words) }
        guard let id = lines.first(where: { $0.value.name == handle })?.key else { return }
        take(.lineBroke(id, "the server ended the connection (\(words))"))
    }

    private func take(_ message: RoomMessage) {
        if let code = message.errorCode {
            let error = server.explain(code, message.error ?? "")
            return take(state.phase == .joined ? .failed(error.description) : .refused(error.description))
        }
        switch message.videoroom {
        case "joined":
            guard let id = message.id else { return }
            privateID = message.privateID
            take(.joined(id, message.publishers ?? [], message.attendees ?? []))
        case "talking": if let id = message.id { take(.talking(id, true)) }
        case "stopped-talking": if let id = message.id { take(.talking(id, false)) }
        case "destroyed": take(.closed("the room was closed"))
        case "event":
            if let all = message.publishers { take(.publishers(all)) }
            if let somebody = message.joining { take(.arrived(somebody)) }
            if let id = message.unpublished { take(.unpublished(id)) }
            if let id = message.leaving {
                // "ok" is the answer to the own leaving; with a reason it was somebody else's decision.
                if id == .text("ok") {
                    take(.refused("this side was sent out of the room (\(message.reason ?? "no reason is given"))"))
                } else {
                    take(.left(id))
                }
            }
            if let id = message.kicked { take(.left(id)) }
        default: break
        }
    }

    func takeOwn(_ event: PeerEvent) {
        switch event {
        case .phase(.connected): take(.link(true))
        case .phase(.reconnecting): take(.link(false))
        case .phase(.failed(let error)): fail(error)
        case .warning(let words): tell(.warning(words))
        default: break
        }
    }

    func take(_ event: OwnPictures.Event) {
        switch event {
        case .playing: if screen == nil { tell(.ownPictures(camera.track)) }
        case .warning(let words): tell(.warning(words))
        case .cameraLost(let words):
            guard isCameraOn else { return }
            isCameraOn = false
            applySending()
            tell(.cameraLost(words))
        // That is sent by another.
        case .screenLost: break
        }
    }

    func fail(_ error: PeerError) {
        guard !isClosed else { return }
        onFailure?(error)
        take(.failed(error.description))
    }
}
