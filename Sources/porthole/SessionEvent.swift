import PortholeKit

/// One state change of a session, as `--events` reports it.
nonisolated struct SessionEvent: Sendable, Equatable {
    /// Name of the session, the same from its first event to its last.
    var session: String
    /// What has changed.
    var change: Change

    /// What can change.
    enum Change: Sendable, Equatable {
        /// Calls are waited for, in this way from now on.
        case listening(Invitation)
        /// Somebody calls.
        case ringing(name: String, address: String)
        /// Somebody called, and nobody answered.
        case missed(name: String, address: String)
        /// The first frame, or the other side, is there.
        case connected
        /// The session is over; its last event.
        case ended(SessionEndReason)
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
        /// Something of the screen is shared from now on, by this name; nil: nothing any more.
        case sharing(String?)
        /// Another window fights for the top place and the mini window backs off.
        case pipContested
        /// Once a second: how many frames each host has shown, dropped and converted since the session began, and how
        /// good a call's connection is.
        case frames([FrameHost: FrameCounts], PeerQuality? = nil)
    }
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

nonisolated extension FrameCounts {
    /// What a presenter has counted.
    init(_ counts: PresenterCounts) {
        self.init(shown: counts.shown, dropped: counts.dropped, converted: counts.converted)
    }

    /// Both together.
    static func + (one: FrameCounts, other: FrameCounts) -> FrameCounts {
        FrameCounts(
            shown: one.shown + other.shown, dropped: one.dropped + other.dropped,
            converted: one.converted + other.converted)
    }

    /// What came since.
    static func - (now: FrameCounts, before: FrameCounts) -> FrameCounts {
        FrameCounts(
            shown: now.shown - before.shown, dropped: now.dropped - before.dropped,
            converted: now.converted - before.converted)
    }
}
