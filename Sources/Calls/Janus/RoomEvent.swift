/// What happens to a room.
enum RoomEvent: Sendable, Hashable {
    /// This side wants to be in it.
    case begin
    /// There is a session with the server.
    case opened
    /// The room has let this side in; who sends, and who only listens.
    case joined(JanusID, [RoomPublisher], [RoomPublisher])
    /// Some begin to send, or send something else.
    case publishers([RoomPublisher])
    /// Somebody came and sends nothing.
    case arrived(RoomPublisher)
    /// Somebody sends nothing any more.
    case unpublished(JanusID)
    /// Somebody went.
    case left(JanusID)
    /// A second sender of this side has that name.
    case own(JanusID)
    /// Somebody speaks, or has stopped.
    case talking(JanusID, Bool)
    /// Pictures of somebody come, or don't.
    case pictures(JanusID, Bool)
    /// What somebody sends comes.
    case lineUp(JanusID)
    /// It can't, or can't any more; in words.
    case lineBroke(JanusID, String)
    /// The moment is over after which it is tried again.
    case lineRetry(JanusID)
    /// The connection by which this side sends works, or not at the moment.
    case link(Bool)
    /// The server does not answer; in words.
    case silent(String)
    /// It answers again.
    case heard
    /// Time passes.
    case tick
    /// The room was closed; in words.
    case closed(String)
    /// It can't go on; in words.
    case failed(String)
    /// The room does not let this side in, or no longer; in words.
    case refused(String)
    /// This side leaves.
    case leave
}

/// What has to be done in a room.
enum RoomEffect: Sendable, Hashable {
    /// A session with the server is made.
    case open
    /// The room is asked to let this side in.
    case join
    /// This side's sound and pictures are sent.
    case publish
    /// What somebody sends is asked for: the streams of those names.
    case subscribe(JanusID, [String])
    /// It is asked for no longer.
    case unsubscribe(JanusID)
    /// After some seconds `lineRetry` is to come.
    case retry(JanusID, seconds: Double)
    /// Somebody is there, or something about them changed.
    case show(RoomState.Member)
    /// Somebody is gone.
    case hide(JanusID)
    /// The call works, or works again.
    case connected
    /// It does not at the moment.
    case interrupted
    /// The call is over without a failure.
    case hungUp
    /// It never worked, or may not go on; in words.
    case fail(String)
    /// The server is lost; in words.
    case lose(String)
    /// Something is not as it should be, and the call goes on; in words.
    case warn(String)
    /// Everything is given back.
    case close
}
