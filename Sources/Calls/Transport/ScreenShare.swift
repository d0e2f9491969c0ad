/// What this side shares of its screen in a call: by identity, so that two that look the same are still two. Any thread.
public final class ScreenShare: Sendable {
    /// What it is, for people, after "You share": "the monitor left", "a window".
    public let title: String
    /// Makes what takes its pictures.
    public let makePlayer: MediaPlayingFactory

    /// Something to share; nothing is opened yet.
    public init(title: String, makePlayer: @escaping MediaPlayingFactory) {
        self.title = title
        self.makePlayer = makePlayer
    }
}

extension ScreenShare: Equatable {
    /// The very same.
    public static func == (one: ScreenShare, other: ScreenShare) -> Bool { one === other }
}
