import Frames

/// This side's pictures: the camera's, or those of a shared screen in their place. Main actor.
///
/// The camera is open while its pictures are sent, closed while not, so that its light tells the truth. One track for both:
/// whoever sends it need not know which it is. One source begins after the other has ended.
@MainActor final class OwnPictures {
    /// What happens to them.
    enum Event {
        /// The first picture of a source is there.
        case playing
        /// There is no camera, though it was asked for; in words.
        case cameraLost(String)
        /// There is no screen to share any more; in words.
        case screenLost(String)
        /// Something is not as it should be; in words.
        case warning(String)
    }
    private enum Source: Equatable {
        case camera, screen(ScreenShare)
    }
    /// The pictures.
    let track = VideoTrack()
    /// Told later, never before whoever turned something on has returned.
    var onEvent: (@MainActor (Event) -> Void)?
    private var makeCamera: MediaPlayingFactory?
    private var current: Source?
    private var player: (any MediaPlaying)?
    /// Counts sources: what an earlier one still has to tell is about nothing.
    private var turn = 0
    private var ending: Task<Void, Never>?

    /// - Parameter makeCamera: nil: there is none.
    init(_ makeCamera: MediaPlayingFactory?) { self.makeCamera = makeCamera }

    /// Opens what is wanted, and closes what is not: a screen goes before the camera.
    func set(camera: Bool, screen: ScreenShare? = nil) {
        let wanted: Source? = screen.map { .screen($0) } ?? (camera ? .camera : nil)
        guard wanted != current else { return }
        turn += 1
        current = wanted
        if let player = player.take() {
            let before = ending
            ending = Task {
                await before?.value
                await player.stop()
            }
        }
        guard let wanted else { return }
        guard let ending else { return begin(wanted) }
        Task { [turn] in
            await ending.value
            // Another one may be wanted by now.
            guard self.turn == turn else { return }
            self.ending = nil
            self.begin(wanted)
        }
    }

    /// Takes another camera from now on; nil: there is none.
    func use(_ makeCamera: MediaPlayingFactory?) {
        self.makeCamera = makeCamera
        guard case .camera = current else { return }
        set(camera: false)
        set(camera: true)
    }

    /// Returns when all is closed.
    func finish() async {
        await ending?.value
        ending = nil
    }

    private func begin(_ source: Source) {
        let factory: MediaPlayingFactory?
        switch source {
        case .camera: factory = makeCamera
        case .screen(let share): factory = share.makePlayer
        }
        guard let factory else { return lose("there is no camera") }
        do {
            let player = try factory(track) { [weak self, turn] event in
                Task { @MainActor in self?.take(event, turn) }
            }
            self.player = player
            player.play()
        } catch {
            lose("\(error)")
        }
    }

    private func take(_ event: MediaPlayingEvent, _ turn: Int) {
        guard turn == self.turn else { return }
        switch event {
        case .playing: onEvent?(.playing)
        case .ended:
            if case .camera = current {
                lose("the camera has no more pictures")
            } else {
                lose("there is no more of it")
            }
        case .failed(let reason): lose(reason)
        case .warning(let reason): onEvent?(.warning(reason))
        case .buffering: break
        }
    }

    private func lose(_ reason: String) {
        guard let current else { return }
        set(camera: false)
        Task { @MainActor in
            switch current {
            case .camera: self.onEvent?(.cameraLost(reason))
            case .screen: self.onEvent?(.screenLost(reason))
            }
        }
    }
}
