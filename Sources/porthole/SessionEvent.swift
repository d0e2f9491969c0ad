/// One state change of a session, as `--events` reports it.
nonisolated struct SessionEvent: Sendable, Equatable {
    /// Name of the session, the same from its first event to its last.
    var session: String
    /// What has changed.
    var change: Change

    /// What can change.
    enum Change: Sendable, Equatable {
        /// The first frame, or the other side, is there.
        case connected
        /// The session is over; its last event.
        case ended(EndReason)
        /// The mini window is about to be made.
        case pipWillStart
        /// The mini window is up, under this XID.
        case pipDidStart(window: UInt)
        /// The mini window is about to go.
        case pipWillStop
        /// The mini window is gone.
        case pipDidStop
        /// The mini window could not be made, and why in words.
        case pipFailed(error: String)
        /// The user asked for the main window back.
        case pipRestore
        /// Another window fights for the top place and the mini window backs off.
        case pipContested
        /// Once a second: how many frames each host has shown, dropped and converted since the session began.
        case frames([FrameHost: FrameCounts])
    }
}

/// Why a session has ended.
nonisolated enum EndReason: String, Sendable, CaseIterable {
    /// This side hung up.
    case hangUp = "hang-up"
    /// The other side hung up.
    case remoteHangUp = "remote-hang-up"
    /// The other side did not want the call.
    case declined
    /// The user stopped watching.
    case stopWatching = "stop-watching"
    /// The user stopped floating.
    case stopFloating = "stop-floating"
    /// The source is over.
    case endOfStream = "end-of-stream"
    /// Something failed.
    case failed
    /// The other side is no longer heard of.
    case peerLost = "peer-lost"
    /// The X server is gone.
    case displayLost = "display-lost"
    /// The program was asked to end.
    case quit
}

/// A surface that shows the session's picture.
nonisolated enum FrameHost: String, Sendable, CaseIterable {
    /// The main window.
    case stage
    /// The tile inside the main window.
    case tile
    /// The mini window.
    case mini
}

/// What one host did with the frames it was offered, since the session began.
nonisolated struct FrameCounts: Sendable, Equatable {
    /// Put on the window.
    var shown = 0
    /// Replaced by a newer frame, or skipped, before they were shown.
    var dropped = 0
    /// Scaled and converted; more than `shown` when a window was drawn again.
    var converted = 0
}
