import PictureInPicture
import Views

// Sharing the screen.
extension CallSession {
    /// Whether there is somebody to share it with.
    public var canShareScreen: Bool { transport?.canShareScreen ?? false }

    /// Shares a part of the screen, in place of what was shared before. What ends it is told by `screenShare`.
    ///
    /// - Returns: false when the call is over, or nobody is there who could see it.
    @discardableResult public func shareScreen(_ share: ScreenShare) -> Bool {
        guard canShareScreen, !state.value.isEnded else { return false }
        let isAnother = screenShare.value != nil
        screenShare.set(share)
        notice = nil
        if isAnother, state.value.isRunning { transport?.setScreen(share) }
        take(.screen(true))
        refreshView()
        return true
    }

    /// Shares nothing any more: the camera's picture comes back as it was.
    ///
    /// - Parameter reason: why, when it is not the user's wish; shown for a moment.
    public func stopSharingScreen(because reason: String? = nil) {
        guard screenShare.value != nil else { return }
        screenShare.set(nil)
        take(.screen(false))
        if let reason { say("You share nothing any more: \(reason)") }
        refreshView()
    }

    /// Says something in the call's view, for a moment, and in the log.
    public func say(_ words: String) {
        environment.log(words)
        notice = words
        noticeAlarm = environment.clock.after(Self.noticeTime) { [weak self] in
            self?.notice = nil
            self?.refreshView()
        }
        refreshView()
    }

    /// How long a notice is shown, in seconds: enough to read two lines.
    static let noticeTime = 8.0
}
