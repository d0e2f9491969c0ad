/// Something that plays pictures into a track, with sound. Any thread; nothing blocks.
public protocol MediaPlaying: AnyObject, Sendable {
    /// Starts, or goes on.
    func play()
    /// Holds picture and sound where they are.
    func pause()
    /// Ends everything; no picture and no event comes after it has returned.
    func stop() async
    /// Goes to another place. Does nothing for what has no length.
    func seek(to position: Duration)
    /// Where the newest picture is.
    var position: Duration { get }
    /// How long it is; nil for a broadcast.
    var duration: Duration? { get }
    /// True when there is no sound, whatever the volume.
    var isMuted: Bool { get set }
    /// How loud, from 0 to 1.
    var volume: Double { get set }
}

/// What a player tells, in order, on any thread.
public enum MediaPlayingEvent: Sendable, Hashable {
    /// The first picture is there. Once.
    case playing
    /// Something is not as it should be, and it goes on; in words.
    case warning(String)
    /// How full the buffer is, in percent; the picture stands still below 100.
    case buffering(Int)
    /// It is over. Once, and nothing after it.
    case ended
    /// It can't go on; in words. Once, and nothing after it.
    case failed(String)
}
