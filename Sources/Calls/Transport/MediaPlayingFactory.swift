public import Frames

/// Makes a player that pushes into `track` and tells `onEvent`; throws what is wrong with the source, in words.
public typealias MediaPlayingFactory =
    @MainActor (
        _ track: VideoTrack, _ onEvent: @escaping @Sendable (MediaPlayingEvent) -> Void
    ) throws -> any MediaPlaying
