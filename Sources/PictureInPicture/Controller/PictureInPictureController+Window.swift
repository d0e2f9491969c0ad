import Frames
import Geometry
import Views

extension PictureInPictureController: FloatingWindowDelegate {
    /// What its own window reports; that of an earlier one is ignored.
    public func floatingWindow(_ window: any FloatingWindow, did event: FloatingWindowEvent) {
        environment.activeSet.post {
            guard window === self.window else { return }
            switch event {
            case .mapped: self.take(.windowMapped)
            case .firstFrameShown: self.take(.firstFrameShown)
            case .resized(let size): self.take(.windowResized(size))
            case .closePressed: self.take(.closePressed)
            case .restorePressed: self.take(.restorePressed)
            case .hidePressed: self.take(.dismissed)
            case .pressed(let control): self.press(control)
            case .sought(let position): self.seek(to: position)
            case .suspended(let isSuspended): self.take(.suspensionChanged(isSuspended))
            case .failed(let reason): self.take(.windowFailed(reason))
            case .displayLost: self.take(.displayLost)
            case .closed:
                self.window = nil
                self.take(.windowClosed)
            }
        }
    }

    /// Playback goes to the playback delegate, the rest to whoever asked for it.
    private func press(_ control: MiniControls.Control) {
        let player = contentSource.playbackDelegate
        switch control {
        case .close: return take(.closePressed)
        case .restore: return take(.restorePressed)
        case .playPause:
            guard let player else { break }
            player.pictureInPictureController(
                self, setPlaying: player.pictureInPictureControllerIsPlaybackPaused(self))
            return invalidatePlaybackState()
        case .skipBack, .skipForward:
            guard let player else { break }
            let interval = control == .skipBack ? -skipInterval : skipInterval
            return player.pictureInPictureController(self, skipBy: interval) { [weak self] in
                self?.invalidatePlaybackState()
            }
        case .microphone, .camera, .volume, .seekBar: break
        }
        onControl?(control)
    }

    /// A place on the seek bar is a skip from where the playback is now.
    private func seek(to position: Double) {
        guard let player = contentSource.playbackDelegate,
            case .finite(let start, let end) = player.pictureInPictureControllerTimeRangeForPlayback(self)
        else { return }
        let target = min(end, max(start, start + position))
        let interval = target - player.pictureInPictureControllerPlaybackPosition(self)
        player.pictureInPictureController(self, skipBy: interval) { [weak self] in self?.invalidatePlaybackState() }
    }
}
