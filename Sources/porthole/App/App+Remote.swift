import Foundation
import PortholeKit

// The desktop's keys and panels for lives (spec B5).
extension App {
    /// Tells the desktop what plays: the live in front, else the newest that runs.
    func refreshRemote() {
        guard let (screen, live) = remoteLive else { return remote.set(nil) }
        let status: MediaRemoteState.Status =
            switch live.phase.value {
            case .playing: .playing
            case .paused: .paused
            case .idle, .opening, .ended: .stopped
            }
        let title = live.settings.title.isEmpty ? screen.source : live.settings.title
        var state = MediaRemoteState(status, track: screen.name, title: title)
        if case .finite(_, let end) = live.timeRange { state.length = end }
        state.position = live.position
        state.volume = live.isMuted ? 0 : live.volume
        remote.set(state)
    }

    /// Looks at a live as long as it is there.
    func watchRemote(_ screen: SessionScreen) {
        guard case .live(let live) = screen.session else { return }
        screen.tokens.append(live.phase.observe { [weak self] _ in self?.refreshRemote() })
    }

    /// Does what the desktop wants.
    func carryOut(_ command: MediaRemoteCommand) {
        switch command {
        case .raise:
            main?.present()
            return
        case .quit: return quit(.done)
        default: break
        }
        guard let (_, live) = remoteLive else { return }
        switch command {
        case .play: live.setPlaying(true)
        case .pause: live.setPlaying(false)
        case .playPause: live.setPlaying(live.phase.value == .paused)
        case .stop: live.stopWatching()
        case .skip(let seconds): live.seek(to: live.position + seconds)
        case .seek(let position): live.seek(to: position)
        case .volume(let volume):
            live.isMuted = false
            live.volume = volume
        case .raise, .quit: break
        }
        refreshRemote()
    }

    private var remoteLive: (SessionScreen, LiveSession)? {
        let front = scene.current.flatMap { screen($0) }
        for screen in [front].compactMap(\.self) + screens.reversed() {
            if case .live(let live) = screen.session, live.endReason == nil { return (screen, live) }
        }
        return nil
    }
}
