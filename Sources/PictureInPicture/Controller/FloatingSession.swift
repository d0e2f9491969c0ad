/// A session that a mini window can float: what both kinds have in common.
@MainActor public protocol FloatingSession: AnyObject {
    /// Ends with the session, so that a mini window never outlives it.
    var lifetime: Lifetime { get }
}

/// A call that a mini window's close button hangs up (spec B3).
@MainActor public protocol FloatingCall: FloatingSession {
    /// Ends the call and tells the other side. Called at most once a call.
    func hangUp()
}

/// A live that a mini window's close button stops watching (spec B3).
@MainActor public protocol FloatingLive: FloatingSession {
    /// Ends the watching. Called at most once a live.
    func stopWatching()
}
