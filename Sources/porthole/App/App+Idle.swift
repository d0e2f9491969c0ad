import Foundation
import PortholeKit

// Keeping the desktop awake (spec B5).
extension App {
    /// Looks at the audio session from now on.
    func setUpIdle() {
        idle.tokens.append(AudioSession.shared.activity.observe { [weak self] _ in self?.refreshIdle() })
    }

    /// Looks at a session as long as it is there.
    func watchIdle(_ screen: SessionScreen) {
        switch screen.session {
        case .call(let call):
            screen.tokens.append(call.state.observe { [weak self] _ in self?.refreshIdle() })
        case .live(let live):
            screen.tokens.append(live.phase.observe { [weak self] _ in self?.refreshIdle() })
        }
    }

    private func refreshIdle() {
        let isNeeded = center.needsIdleInhibition(isAudioSessionActive: AudioSession.shared.isActive)
        idle.set(isNeeded ? "Playing a call or a live" : nil)
    }
}

/// What keeps the desktop awake, and tells it only what is new.
final class IdleKeeper {
    /// What lives as long as it.
    var tokens: [AnyObject] = []
    private let inhibitor: IdleInhibitor
    private var reason: String?

    /// A keeper that keeps nothing awake yet.
    init(console: Console) {
        // A detail: many a desktop without a saver never goes idle, and there is nothing to do about it.
        inhibitor = IdleInhibitor(environment: ProcessInfo.processInfo.environment) { console.detail($0) }
    }

    /// Keeps it awake for a reason, or no longer.
    func set(_ reason: String?) {
        guard reason != self.reason else { return }
        self.reason = reason
        inhibitor.set(reason)
    }
}
