public import Views

extension MiniControls {
    /// The controls of a kind: microphone and camera for a call, play and volume for a live, nothing for a view
    /// (spec M9); those of a view are bound one by one (spec P6).
    public init(session kind: SessionKind) {
        switch kind {
        case .call:
            self.init(kind: .call)
            extras = [.microphone, .camera]
        case .live:
            self.init(kind: .live)
            extras = [.playPause, .volume]
        case .view: self.init(kind: .view)
        }
    }

    /// Shows how a playback stands: a badge for a broadcast, a seek bar for a recording (spec S11).
    public mutating func show(_ playback: PlaybackState) {
        isPlaying = !playback.isPaused
        isLive = playback.timeRange.isLive
        if case .finite(let start, _) = playback.timeRange, playback.timeRange.duration > 0 {
            progress = Progress(
                position: min(playback.timeRange.duration, max(0, playback.position - start)),
                duration: playback.timeRange.duration)
            extras.insert(.seekBar)
        } else {
            progress = nil
            extras.remove(.seekBar)
        }
    }
}
