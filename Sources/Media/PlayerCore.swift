import Frames

/// What makes the pictures of one source: a GStreamer pipeline, or a thread of our own.
protocol PlayerCore: AnyObject, Sendable {
    /// Begins. Called once, on the player's queue; must not block for long.
    func start()
    /// Holds or goes on. On the player's queue.
    func setPaused(_ isPaused: Bool)
    /// Goes to a place, in nanoseconds. On the player's queue.
    func seek(to position: Int64)
    /// Sets the loudness. On the player's queue.
    func setVolume(_ volume: Volume)
    /// Ends all threads. On the player's queue; blocks until no picture can come any more.
    func stop()
    /// The length in nanoseconds, if known. On the player's queue.
    func queryDuration() -> Int64?
}

/// Loudness.
struct Volume: Sendable, Hashable {
    /// 0 to 1, cubic.
    var level = 1.0
    /// No sound at all.
    var isMuted = false
}

/// Where a core's pictures and news go. Any thread.
struct CoreOutput: Sendable {
    /// Hands a picture on; on the media thread.
    let push: @Sendable (VideoFrame) -> Void
    /// Tells the player; it puts the news in order.
    let emit: @Sendable (MediaPlayer.Event) -> Void
}
