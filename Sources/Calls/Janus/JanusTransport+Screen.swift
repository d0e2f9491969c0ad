import Media

// A shared screen.
extension JanusTransport {
    /// Everybody in the room.
    public var canShareScreen: Bool { true }

    /// Sends a shared screen beside the camera's pictures, another one in its place, or none.
    public func setScreen(_ share: ScreenShare?) {
        self.share = share
        applyScreen()
    }

    /// Takes another camera from now on.
    public func useCamera(_ makeCamera: MediaPlayingFactory?) { camera.use(makeCamera) }

    /// Sends what is to be shared, as soon as this side is in the room.
    func applyScreen() {
        guard let share, !isClosed else { return leaveScreen() }
        guard state.phase == .joined else { return }
        if let screen { return screen.set(share, isHeld: isHeld) }
        screen = RoomScreen(
            server, join: joinRequest(displayName + Participant.screenMark), options: options, share: share,
            isHeld: isHeld
        ) { [weak self] in self?.take($0) }
    }

    private func leaveScreen() {
        guard let screen = screen.take() else { return }
        endings.append(Task { await screen.close(tellsServer: true) })
        tell(.ownPictures(camera.track))
    }

    private func take(_ event: RoomScreen.Event) {
        switch event {
        case .named(let id): take(RoomEvent.own(id))
        case .playing: if let screen { tell(.ownPictures(screen.track)) }
        case .warning(let words): tell(.warning(words))
        case .lost(let words):
            guard share != nil else { return }
            setScreen(nil)
            tell(.screenLost(words))
        }
    }
}
