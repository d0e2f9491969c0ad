/// Why a session is over: the `reason` of `session.ended`.
public enum SessionEndReason: String, Sendable, Hashable, CaseIterable {
    /// This side hung up.
    case hangUp = "hang-up"
    /// The other side hung up.
    case remoteHangUp = "remote-hang-up"
    /// The other side did not take the call.
    case declined
    /// Nobody took the call in time, or the caller gave up.
    case missed
    /// The watching was stopped.
    case stopWatching = "stop-watching"
    /// The floating of a view was stopped.
    case stopFloating = "stop-floating"
    /// The broadcast or file is over.
    case endOfStream = "end-of-stream"
    /// It can't go on.
    case failed
    /// The other side does not answer any more.
    case peerLost = "peer-lost"
    /// The connection to the display broke.
    case displayLost = "display-lost"
    /// The app ends.
    case quit

    /// True when nobody wanted it to end like this.
    public var isFailure: Bool {
        switch self {
        case .failed, .peerLost, .displayLost, .declined: true
        case .hangUp, .remoteHangUp, .missed, .stopWatching, .stopFloating, .endOfStream, .quit: false
        }
    }

    /// True when the other side of a call has to be told.
    public var tellsOtherSide: Bool {
        switch self {
        case .remoteHangUp, .declined, .missed: false
        // Also of one that seems lost: it may only have been slow.
        case .hangUp, .stopWatching, .stopFloating, .endOfStream, .failed, .peerLost, .displayLost, .quit: true
        }
    }
}
