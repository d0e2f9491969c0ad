import PortholeKit

/// Plays one part of the screen after the other into the same track: what is captured may move, and change its size. Any
/// thread.
nonisolated final class ScreenPlayer: MediaPlaying {
    private struct State {
        var player: MediaPlayer?
        /// Counts changes: what an earlier player still has to tell is about nothing.
        var turn = 0
        var hasPlayed = false
        var isOver = false
        var change: Task<Void, Never>?
    }
    private let track: VideoTrack
    private let display: String
    private let onEvent: @Sendable (MediaPlayingEvent) -> Void
    private let onStop: @Sendable () -> Void
    private let state = Lock(State())

    /// One that plays nothing yet.
    ///
    /// - Parameter onStop: told once, when it is stopped.
    init(
        _ track: VideoTrack, display: String, onEvent: @escaping @Sendable (MediaPlayingEvent) -> Void,
        onStop: @escaping @Sendable () -> Void
    ) {
        (self.track, self.display, self.onEvent, self.onStop) = (track, display, onEvent, onStop)
    }

    /// Plays this from now on, once what was played has stopped.
    func show(_ source: MediaSource) {
        state.withLock { state in
            guard !state.isOver else { return }
            state.turn += 1
            let (turn, old, before) = (state.turn, state.player, state.change)
            state.player = nil
            state.change = Task { [weak self] in
                await before?.value
                await old?.stop()
                self?.begin(source, turn)
            }
        }
    }

    /// It is over, for a reason of its own: in words, or nil when that is no failure.
    func end(_ reason: String?) {
        let isNews = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        if isNews { onEvent(reason.map { .failed($0) } ?? .ended) }
    }

    private func begin(_ source: MediaSource, _ turn: Int) {
        guard state.withLock({ $0.turn == turn && !$0.isOver }) else { return }
        do throws(MediaError) {
            let options = MediaPlayer.Options(audio: false, display: display)
            let player = try MediaPlayer(source, options: options, track: track) { [weak self] event in
                self?.take(event, turn)
            }
            let isWanted = state.withLock { state in
                guard state.turn == turn, !state.isOver else { return false }
                state.player = player
                return true
            }
            if isWanted { player.play() }
        } catch {
            end(error.description)
        }
    }

    private func take(_ event: MediaPlayer.Event, _ turn: Int) {
        switch event {
        case .playing:
            let isFirst = state.withLock { state in
                defer { state.hasPlayed = true }
                return state.turn == turn && !state.hasPlayed
            }
            if isFirst { onEvent(.playing) }
        case .failed(let error): if state.withLock({ $0.turn == turn }) { end(error.description) }
        case .ended: if state.withLock({ $0.turn == turn }) { end("the screen has no more pictures") }
        case .warning(let words): onEvent(.warning(words))
        case .buffering: break
        }
    }

    // MARK: MediaPlaying

    func play() { state.withLock { $0.player }?.play() }
    func pause() { state.withLock { $0.player }?.pause() }
    func seek(to position: Duration) {}
    var position: Duration { state.withLock { $0.player }?.position ?? .zero }
    var duration: Duration? { nil }
    var isMuted: Bool {
        get { true }
        set {}
    }
    var volume: Double {
        get { 0 }
        set {}
    }

    func stop() async {
        let change = state.withLock { state in
            state.isOver = true
            state.turn += 1
            return state.change
        }
        onStop()
        await change?.value
        let player = state.withLock { $0.player.take() }
        await player?.stop()
    }
}
